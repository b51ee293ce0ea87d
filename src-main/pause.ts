/**
 * The person's choice to work offline: nothing leaves this machine until it is switched off. Stored across
 * restarts.
 */
import { ref } from '../src-shared/messages/messages.ts';
import type { Meta } from './db/meta.ts';
import { mainError } from './main-error.ts';

export class Pause {
  readonly #meta: Pick<Meta, 'get' | 'set'>;
  #isOn: boolean;

  constructor(meta: Pick<Meta, 'get' | 'set'>) {
    this.#meta = meta;
    this.#isOn = meta.get('paused') === 'yes';
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Stored first: if a full disk refuses it, nothing has changed. */
  set(isOn: boolean): void {
    this.#meta.set('paused', isOn ? 'yes' : 'no');
    this.#isOn = isOn;
  }

  /** Throws `paused` if nothing may be sent. */
  permit(): void {
    if (this.#isOn) throw mainError('paused', ref('errors.offline'));
  }
}
