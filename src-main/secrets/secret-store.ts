/**
 * Stores secrets in the operating system's keychain, or in this process's memory if there is none. Never in a
 * file. Accounts and token holders call it; it knows neither.
 */
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

export interface SecretStore {
  /** `session`: everything is lost when Fabdesk closes. */
  readonly kind: 'keychain' | 'session';
  /** Where secrets are stored, or why they are not and what to do. */
  readonly detail: MessageRef;
  /** Null when there is none. Throws `keychain-unavailable`. */
  get(name: string): Promise<string | null>;
  /** Throws `secret-too-long` and `keychain-unavailable`. */
  set(name: string, value: string): Promise<void>;
  /** Absent is fine. Throws `keychain-unavailable`. */
  delete(name: string): Promise<void>;
}

/**
 * Windows stores at most 2,560 bytes per secret: 1,280 UTF-16 units in one library, as many UTF-8 bytes in
 * the other. The limit applies everywhere, so that an account works on every system or on none.
 */
export function refuseTooLong(value: string): void {
  if (value.length <= 1280 && Buffer.byteLength(value) <= 2560) return;
  throw mainError('secret-too-long', ref('hosts.keychain.tooLong'));
}

/** Stores secrets in memory. `detail` says why. */
export function sessionStore(detail: MessageRef = ref('settings.secrets.session')): SecretStore {
  const secrets = new Map<string, string>();
  return {
    kind: 'session',
    detail,
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, value) => {
      refuseTooLong(value);
      secrets.set(name, value);
    },
    delete: async (name) => void secrets.delete(name),
  };
}
