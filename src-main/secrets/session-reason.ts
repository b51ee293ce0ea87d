/** Explains from the libraries' errors why there is no keychain, and what a person can do. */
import type { KeyringFailure } from './keyring-process.ts';

interface Reason {
  readonly why: string;
  readonly advice: string;
}

const restart = 'and start Fabdesk again';

const linux: readonly (readonly [RegExp, Reason])[] = [
  [
    /locked|dismissed|prompt/i,
    {
      why: 'the keyring of this desktop is locked',
      advice: `Unlock it, for example in Passwords and Keys, ${restart}.`,
    },
  ],
  [
    /autolaunch|DBUS_SESSION_BUS_ADDRESS|D-?Bus.*(connect|address)|could not connect/i,
    {
      why: 'this session has no D-Bus, so no keyring can be reached',
      advice: 'Start Fabdesk in a desktop session, or under dbus-run-session with an unlocked gnome-keyring.',
    },
  ],
  [
    /ServiceUnknown|not provided by any|no result found|does not exist at path|collection/i,
    {
      why: 'no keyring is set up here',
      advice: `Install gnome-keyring or KWallet (Debian, Ubuntu: sudo apt install gnome-keyring), create a default keyring ${restart}.`,
    },
  ],
];

const notLoadable: Reason = {
  why: 'no keychain library could be loaded',
  advice: `Install libsecret and a keyring (Debian, Ubuntu: sudo apt install libsecret-1-0 gnome-keyring) ${restart}.`,
};

const elsewhere: Partial<Record<NodeJS.Platform, string>> = {
  darwin: `Unlock the login keychain in Keychain Access ${restart}.`,
  win32: `Check that the Credential Manager service runs ${restart}.`,
};

export function sessionReason(failure: KeyringFailure, platform: NodeJS.Platform): string {
  const { why, advice } = reasonFor(failure, platform);
  return `Secrets are kept only until Fabdesk closes, because ${why}. ${advice}`;
}

function reasonFor({ problem, message }: KeyringFailure, platform: NodeJS.Platform): Reason {
  const advice = elsewhere[platform] ?? `Check the keyring of this desktop ${restart}.`;
  if (problem === 'timeout') return { why: 'the keychain did not answer (it may be locked)', advice };
  if (problem === 'not-loadable') {
    return platform === 'linux' ? notLoadable : { ...notLoadable, advice: 'Install Fabdesk again.' };
  }
  const known = platform === 'linux' ? linux.find(([pattern]) => pattern.test(message)) : undefined;
  return known?.[1] ?? { why: `the keychain refused a test secret (${message.slice(0, 200)})`, advice };
}
