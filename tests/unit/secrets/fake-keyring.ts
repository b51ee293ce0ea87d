/**
 * A child with two keychains in memory, which misbehaves on request. Each library sees only its own entries.
 */
import type { KeyringReply, KeyringRequest, Library } from '../../../src-main/secrets/keyring-messages.ts';
import type { StartChild } from '../../../src-main/secrets/keyring-process.ts';

export interface FakeKeyring {
  readonly start: StartChild;
  readonly entries: Record<Library, Map<string, string>>;
  /** The answer of a library that does not work. `silent` never answers. */
  readonly broken: Partial<
    Record<Library, 'silent' | 'dies' | { problem: 'not-loadable' | 'failed'; message: string }>
  >;
  readonly seen: { started: number; killed: number; open: number; mostOpen: number };
}

export function fakeKeyring(): FakeKeyring {
  const entries = { keytar: new Map<string, string>(), napi: new Map<string, string>() };
  const broken: FakeKeyring['broken'] = {};
  const seen = { started: 0, killed: 0, open: 0, mostOpen: 0 };

  const answer = ({ id, library, op, name, value }: KeyringRequest): KeyringReply => {
    const how = broken[library];
    if (typeof how === 'object') return { id, ...how };
    if (op === 'set') entries[library].set(name, value ?? '');
    if (op === 'delete') entries[library].delete(name);
    return { id, value: op === 'get' ? (entries[library].get(name) ?? null) : null };
  };

  const start: StartChild = () => {
    seen.started += 1;
    let deliver: (reply: KeyringReply) => void = () => {};
    let exit = () => {};
    let alive = true;
    return {
      send(request) {
        seen.open += 1;
        seen.mostOpen = Math.max(seen.mostOpen, seen.open);
        setImmediate(() => {
          seen.open -= 1;
          if (!alive || broken[request.library] === 'silent') return;
          if (broken[request.library] === 'dies') exit();
          else deliver(answer(request));
        });
      },
      onMessage: (listener) => {
        deliver = listener;
      },
      onExit: (listener) => {
        exit = listener;
      },
      kill: () => {
        alive = false;
        seen.killed += 1;
      },
    };
  };
  return { start, entries, broken, seen };
}
