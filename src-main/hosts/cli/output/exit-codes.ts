/**
 * The meaning of the process's exit codes for scripts. Every help text and docs/cli.md show this table, and a
 * test keeps them equal.
 */
import type { AppErrorCode } from '../../../../src-shared/error-codes.ts';
import type { AppError } from '../../../../src-shared/result.ts';

export const exitCodes = {
  ok: 0,
  /** A model has a defect that prevents printing, a file cannot be read, or somebody said no. */
  refused: 1,
  usage: 2,
  network: 3,
  needsYou: 4,
  broken: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

type ExitName = keyof typeof exitCodes;

/** Each code and its meaning, in reading order. */
export const exitTable = (Object.keys(exitCodes) as ExitName[]).map(
  (name) => [exitCodes[name], `cli.exit.${name}`] as const,
);

/** Any other code counts as `refused`. */
const exitsByError: Readonly<Partial<Record<AppErrorCode, Exclude<ExitName, 'ok'>>>> = {
  // The request itself.
  'bad-call': 'usage',
  'bad-input': 'usage',
  'bad-path': 'usage',
  'key-used': 'usage',
  usage: 'usage',

  // The connection, the service and its answers.
  'app-gone': 'needsYou',
  'bad-answer': 'network',
  network: 'network',
  paused: 'network',
  'rate-limited': 'network',
  'service-error': 'network',
  'soap-refused': 'needsYou',
  timeout: 'network',

  // Accounts and sign-ins.
  'code-refused': 'needsYou',
  'consent-missing': 'needsYou',
  'credentials-refused': 'needsYou',
  'insecure-address': 'needsYou',
  'keychain-unavailable': 'broken',
  'payment-id-missing': 'needsYou',
  'sign-in-denied': 'needsYou',
  'sign-in-ended': 'needsYou',
  'sign-in-refused': 'needsYou',
  'sign-in-timeout': 'needsYou',
  'token-expired': 'needsYou',

  // Orders and prices.
  'confirmation-needed': 'needsYou',
  'order-differs': 'needsYou',
  'placing-unknown': 'needsYou',
  'price-changed': 'needsYou',

  // Jobs: why one waits, failed, or cannot be changed.
  cancelled: 'interrupted',
  'damaged-record': 'broken',
  'sent-before': 'needsYou',

  // A job whose answer was lost.
  'outcome-unknown': 'needsYou',

  // This installation, its data folder and its disk.
  'already-running': 'broken',
  'control-refused': 'broken',
  'data-folder-unusable': 'broken',
  'database-newer': 'broken',
  'database-unusable': 'broken',
  'disk-failing': 'broken',
  'disk-full': 'broken',
  internal: 'broken',
  'node-too-old': 'broken',
  'still-running': 'broken',
  superseded: 'broken',
  'worker-failed': 'broken',
};

export const exitCodeOf = ({ code }: Pick<AppError, 'code'>): ExitCode =>
  exitCodes[exitsByError[code] ?? 'refused'];

/** The worst of several outcomes: what needs the most attention wins. */
export function worstExit(codes: Iterable<ExitCode>): ExitCode {
  const order: readonly ExitCode[] = [
    exitCodes.ok,
    exitCodes.refused,
    exitCodes.network,
    exitCodes.needsYou,
    exitCodes.usage,
    exitCodes.broken,
    exitCodes.interrupted,
  ];
  let worst = 0;
  for (const code of codes) worst = Math.max(worst, order.indexOf(code));
  return order[worst] ?? exitCodes.broken;
}
