/**
 * Decides at start where secrets are stored: keytar, @napi-rs/keyring if keytar cannot be loaded, or memory.
 * Called by the composition root. It records names and libraries in Documents, never a secret.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { CodedError } from '../../src-shared/result.ts';
import type { Documents } from '../db/documents.ts';
import { mainError, sentences } from '../main-error.ts';
import { type Library, libraries } from './keyring-messages.ts';
import { KeyringFailure, KeyringProcess, type StartChild, startNodeKeyring } from './keyring-process.ts';
import { refuseTooLong, type SecretStore, sessionStore } from './secret-store.ts';

interface Timeouts {
  readonly probe: number;
  readonly call: number;
  /** Limit for a call soon after one that had no answer. */
  readonly again: number;
}

export interface KeychainOptions {
  /** How to start the child; Electron passes its own way. */
  readonly startChild?: StartChild;
  /** ms. The probe takes longer if a locked keyring may be asking for its password. */
  readonly timeouts?: Timeouts;
  readonly platform?: NodeJS.Platform;
}

/** A keychain that is being tried. */
export interface KeychainProbe {
  readonly keyring: KeyringProcess;
  /** The library that works, or why none does. */
  readonly outcome: Promise<Library | KeyringFailure>;
  readonly timeouts: Timeouts;
  readonly platform: NodeJS.Platform;
}

const recordSchema = z.object({
  /** Separates the entries of several data folders of one person. */
  scope: z.string(),
  /** The library that stored each secret: on Linux neither finds the other's entries. */
  storedBy: z.record(z.string(), z.enum(libraries)),
});
const recordKey = 'secrets';

/** Begins to try the keychain, which takes as long as the start of a process. */
export function probeKeychain(options: KeychainOptions = {}): KeychainProbe {
  const { startChild = startNodeKeyring, platform = process.platform } = options;
  const timeouts = options.timeouts ?? {
    probe: canAsk(platform) ? 30_000 : 10_000,
    call: 30_000,
    again: 2_000,
  };
  const keyring = new KeyringProcess(startChild);
  const outcome = workingLibrary(keyring, timeouts.probe);
  // The start may fail before anybody awaits it.
  outcome.catch(() => {});
  return { keyring, outcome, timeouts, platform };
}

async function workingLibrary(keyring: KeyringProcess, patience: number): Promise<Library | KeyringFailure> {
  const name = `probe-${randomUUID()}`;
  let failure = new KeyringFailure('not-loadable', '');
  for (const library of libraries) {
    try {
      await keyring.call({ library, op: 'probe', name }, patience);
      return library;
    } catch (thrown) {
      if (!(thrown instanceof KeyringFailure)) throw thrown;
      failure = thrown;
      // If a library loads but fails, the other one would meet the same keychain.
      if (failure.problem !== 'not-loadable') break;
    }
  }
  return failure;
}

export async function openSecretStore(documents: Documents, probe: KeychainProbe): Promise<SecretStore> {
  const { keyring, timeouts, platform } = probe;
  const outcome = await probe.outcome;
  if (!(outcome instanceof KeyringFailure)) {
    return keychainStore(keyring, outcome, documents, timeouts, platform);
  }
  keyring.close();
  return withoutKeychain(sessionStore(sessionReason(outcome, platform)), readRecord(documents));
}

/** Secrets of an earlier start are not gone because the keychain does not answer this time. */
const withoutKeychain = (session: SecretStore, { storedBy }: { readonly storedBy: object }): SecretStore => ({
  ...session,
  async get(name) {
    const own = await session.get(name);
    if (own === null && Object.hasOwn(storedBy, name))
      throw mainError('keychain-unavailable', session.detail);
    return own;
  },
});

/**
 * Ms after a call without an answer. macOS asks once for each entry whether this program may read it, and a
 * start reads several. If nobody is there to answer, the start must not wait for each of them.
 */
const silence = 60_000;

/** Without a display nobody sees the prompt of a locked keyring, so do not wait for it. */
const canAsk = (platform: NodeJS.Platform): boolean =>
  platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

function keychainStore(
  keyring: KeyringProcess,
  active: Library,
  documents: Documents,
  timeouts: Timeouts,
  platform: NodeJS.Platform,
): SecretStore {
  const { scope } = readRecord(documents);
  const storedBy = (name: string) => readRecord(documents).storedBy[name] ?? null;
  const system = keychainOf(platform);

  let silentUntil = 0;
  async function call(library: Library, op: 'get' | 'set' | 'delete', name: string, value?: string) {
    try {
      const request = { library, op, name: `${scope}/${name}`, ...(value !== undefined && { value }) };
      const answer = await keyring.call(request, Date.now() < silentUntil ? timeouts.again : timeouts.call);
      silentUntil = 0;
      return answer;
    } catch (cause) {
      const isSilent = cause instanceof KeyringFailure && cause.problem === 'timeout';
      // Not reset by calls that had little time themselves.
      if (isSilent && Date.now() >= silentUntil) silentUntil = Date.now() + silence;
      throw mainError('keychain-unavailable', ref(`hosts.keychain.unavailable.${system}`), { cause });
    }
  }

  function note(name: string, library: Library | null) {
    const record = readRecord(documents);
    if (library) record.storedBy[name] = library;
    else delete record.storedBy[name];
    documents.set(recordKey, record);
  }

  /** The library that stored an entry; absent if it is no longer available. */
  const other = (library: Library, op: 'get' | 'delete', name: string) =>
    call(library, op, name).catch((error: CodedError) => {
      if (error.cause instanceof KeyringFailure && error.cause.problem === 'not-loadable') return null;
      throw error;
    });

  return {
    kind: 'keychain',
    detail: ref(`settings.secrets.${system}`),
    get: (name) => {
      const library = storedBy(name) ?? active;
      return library === active ? call(active, 'get', name) : other(library, 'get', name);
    },
    set: async (name, value) => {
      refuseTooLong(value);
      await call(active, 'set', name, value);
      const before = storedBy(name);
      if (before === active) return;
      note(name, active);
      if (before) await other(before, 'delete', name);
    },
    delete: async (name) => {
      const library = storedBy(name) ?? active;
      if (library === active) await call(active, 'delete', name);
      else await other(library, 'delete', name);
      if (storedBy(name)) note(name, null);
    },
  };
}

function readRecord(documents: Documents): z.infer<typeof recordSchema> {
  const parsed = recordSchema.safeParse(documents.get(recordKey));
  if (parsed.success) return parsed.data;
  const fresh = { scope: randomUUID(), storedBy: {} };
  documents.set(recordKey, fresh);
  return fresh;
}

/** The kind of keychain that a system has. */
export const keychainOf = (platform: NodeJS.Platform): 'darwin' | 'win32' | 'linux' =>
  platform === 'darwin' || platform === 'win32' ? platform : 'linux';

const linux: readonly (readonly [RegExp, MessageRef])[] = [
  [/locked|dismissed|prompt/i, ref('hosts.keychain.locked')],
  [
    /autolaunch|DBUS_SESSION_BUS_ADDRESS|D-?Bus.*(connect|address)|could not connect/i,
    ref('hosts.keychain.noBus'),
  ],
  [
    /ServiceUnknown|not provided by any|no result found|does not exist at path|collection/i,
    ref('hosts.keychain.notSetUp'),
  ],
];

/** Explains from the libraries' errors why there is no keychain, and what a person can do. */
export function sessionReason({ problem, message }: KeyringFailure, platform: NodeJS.Platform): MessageRef {
  const advice = ref(`hosts.keychain.check.${keychainOf(platform)}`);
  if (problem === 'timeout') return sentences(ref('hosts.keychain.silent'), advice);
  if (problem === 'not-loadable')
    return platform === 'linux' ? ref('hosts.keychain.noLibrary') : ref('hosts.keychain.noLibraryHere');
  const known = platform === 'linux' ? linux.find(([pattern]) => pattern.test(message)) : undefined;
  return known?.[1] ?? sentences(ref('hosts.keychain.refused', { problem: message.slice(0, 200) }), advice);
}
