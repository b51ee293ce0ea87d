/** Explains from the libraries' errors why there is no keychain, and what a person can do. */
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { sentences } from '../main-error.ts';
import type { KeyringFailure } from './keyring-process.ts';

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

export function sessionReason({ problem, message }: KeyringFailure, platform: NodeJS.Platform): MessageRef {
  const advice = ref(`hosts.keychain.check.${keychainOf(platform)}`);
  if (problem === 'timeout') return sentences(ref('hosts.keychain.silent'), advice);
  if (problem === 'not-loadable')
    return platform === 'linux' ? ref('hosts.keychain.noLibrary') : ref('hosts.keychain.noLibraryHere');
  const known = platform === 'linux' ? linux.find(([pattern]) => pattern.test(message)) : undefined;
  return known?.[1] ?? sentences(ref('hosts.keychain.refused', { problem: message.slice(0, 200) }), advice);
}
