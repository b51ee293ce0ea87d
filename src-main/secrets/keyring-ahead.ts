/**
 * The keyring's child, started before anybody asks for it: it takes as long as loading the application. It
 * asks the keychain nothing until then.
 */
import type { KeyringChild, StartChild } from './keyring-process.ts';

export interface KeyringAhead {
  /** The child that was started ahead, for the first caller; else a new one. */
  readonly start: StartChild;
  /** Ends the child that nobody took. */
  drop(): void;
}

export function startAhead(start: StartChild): KeyringAhead {
  let ahead: KeyringChild | null = start();
  const take = () => {
    const child = ahead;
    ahead = null;
    return child;
  };
  ahead.setBusy?.(false);
  ahead.onExit(take);
  return { start: () => take() ?? start(), drop: () => take()?.kill() };
}
