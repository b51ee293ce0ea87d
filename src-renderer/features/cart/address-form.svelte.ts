/**
 * The state of the address form: the entries (stored in the workspace, so a restart loses nothing), which
 * fields the user has left, and which problems are shown. The rules are in src-shared/api/address-rules.ts.
 */
import {
  type AddressField,
  checkAddress,
  isCanada,
  isUnitedStates,
  tenDigits,
  tidyAddress,
} from '../../../src-shared/api/address-rules.ts';
import type { ShippingAddress } from '../../../src-shared/api/orders.ts';
import { zipDoubt } from '../../../src-shared/api/zip-states.ts';
import type { Workspace } from '../../../src-shared/ipc/workspace.ts';
import { addressAsSent } from '../../../src-shared/jobs/reference-line.ts';
import { language, say } from '../../ui/language.svelte.ts';
import { countryName } from './countries.ts';

/** The order of the form, and so the order in which the first problem is found. */
export const formOrder: readonly AddressField[] = [
  'firstName',
  'lastName',
  'country',
  'address1',
  'address2',
  'address3',
  'city',
  'state',
  'zipCode',
  'phoneNumber',
];

export interface AddressSource {
  readonly address: Workspace['address'];
  /** Only the fields that changed. */
  setAddress(fields: Workspace['address']): void;
}

export class AddressForm {
  readonly #source: AddressSource;
  #left = $state<readonly AddressField[]>([]);
  #submitted = $state(false);
  /** The state and ZIP code that the person has confirmed although they differ. */
  #confirmed = $state<string | null>(null);

  constructor(source: AddressSource) {
    this.#source = source;
  }

  get values(): ShippingAddress {
    const { address } = this.#source;
    return Object.fromEntries(formOrder.map((field) => [field, address[field] ?? ''])) as ShippingAddress;
  }

  /** The address in the form in which it is sent. */
  get tidy(): ShippingAddress {
    const trimmed = Object.entries(this.values).map(([field, value]) => [field, value.trim()]);
    return tidyAddress(Object.fromEntries(trimmed) as ShippingAddress);
  }

  get problems() {
    return checkAddress(this.tidy);
  }

  /** The question whether the state is right, if the ZIP code belongs to another one; null without one. */
  get doubt() {
    return this.#confirmed === this.#place ? null : zipDoubt(this.tidy);
  }
  /** Whether the question is shown: both fields were left. */
  get asksState(): boolean {
    const wasLeft = this.#left.includes('state') && this.#left.includes('zipCode');
    return (this.#submitted || wasLeft) && this.doubt !== null;
  }
  confirmState(): void {
    this.#confirmed = this.#place;
  }
  get #place(): string {
    return `${this.tidy.state} ${this.tidy.zipCode}`;
  }

  /** Nothing is wrong or in doubt. */
  get isComplete(): boolean {
    return this.problems.length === 0 && this.doubt === null;
  }

  get usesStateList(): boolean {
    return isUnitedStates(this.values.country);
  }

  get needsTenDigits(): boolean {
    return isUnitedStates(this.values.country) || isCanada(this.values.country);
  }

  set(field: AddressField, value: string): void {
    const fields: Workspace['address'] = { [field]: value };
    // The list of US states cannot show `Bavaria`: it would appear empty although a state is stored.
    if (field === 'country' && isUnitedStates(value) !== this.usesStateList) fields.state = '';
    this.#source.setAddress(fields);
  }

  /** The field lost the focus: from now on its problem is shown, and a phone number is normalised. */
  leave(field: AddressField): void {
    if (!this.#left.includes(field)) this.#left = [...this.#left, field];
    if (field === 'phoneNumber') this.#tidyPhone();
  }

  #tidyPhone(): void {
    const typed = this.values.phoneNumber;
    const tidy = this.needsTenDigits ? tenDigits(typed) : null;
    if (tidy !== null && tidy !== typed) this.set('phoneNumber', tidy);
  }

  /** The sentence to show beside the field, or null. */
  problem(field: AddressField): string | null {
    if (!this.#submitted && !this.#left.includes(field)) return null;
    const problem = this.problems.find((candidate) => candidate.field === field);
    return problem ? say(problem.text) : null;
  }

  /** Shows every problem; returns the first field to correct, or null if the address is valid. */
  submit(): AddressField | null {
    this.#submitted = true;
    // Enter submits while the field still has the focus.
    this.#tidyPhone();
    const wrong = new Set(this.problems.map((problem) => problem.field));
    return formOrder.find((field) => wrong.has(field)) ?? null;
  }

  /** The lines of the label as they are sent, with the country in the window's language. */
  linesAsSent(hasReference: boolean): string[] {
    const a = addressAsSent(this.tidy, hasReference);
    return [
      `${a.firstName} ${a.lastName}`.trim(),
      a.address1,
      a.address2,
      a.address3,
      [a.city, a.state, a.zipCode].filter((part) => part !== '').join(', '),
      countryName(a.country, language.messages.format.locale),
    ].filter((line) => line !== '');
  }
}
