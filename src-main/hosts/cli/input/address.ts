/**
 * The shipping address: that of a JSON file, or else the one saved in Fabdesk, with the fields that options
 * change. Two addresses are never mixed. Checked with the service's rules before anything is sent.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { checkAddress, tidyAddress } from '../../../../src-shared/api/address-rules.ts';
import { type ShippingAddress, shippingAddressSchema } from '../../../../src-shared/api/orders.ts';
import { ref, type Translate } from '../../../../src-shared/messages/messages.ts';
import { sentences } from '../../../main-error.ts';
import type { OptionsOf } from '../declare.ts';
import { usageError } from './options.ts';

/** The options of the fields of an address, in the notation of `declare.ts`. */
export const addressTextOptions = [
  '--first-name <text>',
  '--last-name <text>',
  '--country <text>',
  '--state <text>',
  '--city <text>',
  '--address1 <text>',
  '--address2 <text>',
  '--address3 <text>',
  '--zip <text>',
  '--phone <text>',
] as const;
export const addressOptions = ['--address-file <file>', ...addressTextOptions] as const;
export type AddressOptions = OptionsOf<(typeof addressOptions)[number]>;

/** The field of the address that each option sets. */
export const addressOptionNames = {
  firstName: 'firstName',
  lastName: 'lastName',
  country: 'country',
  state: 'state',
  city: 'city',
  address1: 'address1',
  address2: 'address2',
  address3: 'address3',
  zip: 'zipCode',
  phone: 'phoneNumber',
} as const satisfies Readonly<Record<Exclude<keyof AddressOptions, 'addressFile'>, keyof ShippingAddress>>;

type AddressName = keyof typeof addressOptionNames;
/** A place: with one of these, the saved address is another address. */
const placeNames = ['country', 'city', 'address1', 'zip'] as const satisfies readonly AddressName[];
const addressNames = Object.keys(addressOptionNames) as AddressName[];

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The address to use. Throws `usage` that names every missing or wrong field and the option that sets it. */
export async function readAddress(
  options: AddressOptions,
  saved: { readonly [F in keyof ShippingAddress]?: ShippingAddress[F] | undefined },
  cwd: string,
): Promise<ShippingAddress> {
  const isWhole = options.addressFile !== undefined || placeNames.some((name) => options[name] !== undefined);
  const base =
    options.addressFile !== undefined
      ? await readAddressFile(options.addressFile, cwd)
      : isWhole
        ? {}
        : saved;
  const address: Record<string, string> = {};
  for (const name of addressNames) {
    const field = addressOptionNames[name];
    address[field] = (options[name] ?? base[field] ?? '').trim();
  }
  const tidy = tidyAddress(address as unknown as ShippingAddress);
  const problems = checkAddress(tidy);
  if (problems.length > 0) {
    const texts = problems.map(({ field, text }) => {
      const name = addressNames.find((one) => addressOptionNames[one] === field) ?? field;
      return ref('cli.address.problem', { problem: text, option: flagOf(name) });
    });
    const start = isWhole ? 'cli.address.incompleteWhole' : 'cli.address.incomplete';
    throw usageError(sentences(ref(start), ...texts));
  }
  return shippingAddressSchema.parse(tidy);
}

async function readAddressFile(file: string, cwd: string): Promise<Partial<ShippingAddress>> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => {
    throw usageError(ref('cli.address.fileUnreadable', { file }));
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageError(ref('cli.address.fileNotJson', { file }));
  }
  const fields = Object.keys(shippingAddressSchema.shape);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(ref('cli.address.fileNoObject', { file, fields }));
  }
  const unknown = Object.keys(value).find((key) => !fields.includes(key));
  if (unknown !== undefined) {
    throw usageError(ref('cli.address.fileUnknownField', { file, field: unknown, fields }));
  }
  const entries = Object.entries(value).filter(([, text]) => text !== null);
  const wrong = entries.find(([, text]) => typeof text !== 'string');
  if (wrong) throw usageError(ref('cli.address.fileNoText', { file, field: wrong[0] }));
  return Object.fromEntries(entries);
}

/** Lines as on an envelope. */
export const addressLines = (address: ShippingAddress, t: Translate): string[] =>
  [
    `${address.firstName} ${address.lastName}`,
    address.address1,
    address.address2,
    address.address3,
    `${address.zipCode} ${address.city}, ${address.state}, ${address.country}`,
    t('cli.address.phone', { phone: address.phoneNumber }),
  ].filter((line) => line !== '');
