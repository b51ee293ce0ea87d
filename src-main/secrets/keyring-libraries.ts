/**
 * The two keychain libraries behind one interface. Runs only in the child process, because both may hang in a
 * prompt. They are optional dependencies, so they are required by name and described here; a machine without
 * a compiler has no keytar.
 */
import { createRequire } from 'node:module';
import { type Library, libraries } from './keyring-messages.ts';

export interface Keyring {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

interface NapiKeyring {
  readonly AsyncEntry: new (
    service: string,
    account: string,
    options: unknown,
  ) => {
    getPassword(): Promise<string | null | undefined>;
    setPassword(password: string): Promise<void>;
    deletePassword(): Promise<boolean>;
  };
}

/** The name of our entries in the keychain's own window. */
const service = 'Fabdesk';
const require = createRequire(import.meta.url);

/** Throws what `require` throws when the library cannot be loaded. */
export function loadKeyring(library: Library): Keyring {
  if (library === 'keytar') {
    const keytar = require('keytar') as Keytar;
    return {
      get: (name) => keytar.getPassword(service, name),
      set: (name, value) => keytar.setPassword(service, name, value),
      delete: async (name) => void (await keytar.deletePassword(service, name)),
    };
  }
  const { AsyncEntry } = require('@napi-rs/keyring') as NapiKeyring;
  // Its default is the kernel's keyring, which is empty after a reboot.
  const entry = (name: string) => new AsyncEntry(service, name, { linux: { store: 'secret-service' } });
  return {
    get: async (name) => (await entry(name).getPassword()) ?? null,
    set: async (name, value) => entry(name).setPassword(value),
    delete: async (name) => void (await entry(name).deletePassword()),
  };
}

/** Loads the library that will be asked for, so that the first call is faster. */
export function loadFirst(): void {
  for (const library of libraries) {
    try {
      loadKeyring(library);
      return;
    } catch {
      // The caller gets the error.
    }
  }
}
