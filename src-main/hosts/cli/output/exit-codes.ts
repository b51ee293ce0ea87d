/**
 * The meaning of the process's exit codes for scripts. Every help text and docs/cli.md show this table, and a
 * test keeps them equal.
 */
import type { AppErrorCode } from '../../../../src-shared/error-codes.ts';
import type { MessageKey } from '../../../../src-shared/messages/catalogue.ts';
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

/** Each code and its meaning, in reading order. */
export const exitTable = [
  [exitCodes.ok, 'cli.exit.ok'],
  [exitCodes.refused, 'cli.exit.refused'],
  [exitCodes.usage, 'cli.exit.usage'],
  [exitCodes.network, 'cli.exit.network'],
  [exitCodes.needsYou, 'cli.exit.needsYou'],
  [exitCodes.broken, 'cli.exit.broken'],
  [exitCodes.interrupted, 'cli.exit.interrupted'],
] as const satisfies readonly (readonly [ExitCode, MessageKey])[];

/** Total, so that a new code decides here too. */
const exitsByError: Readonly<Record<AppErrorCode, Exclude<keyof typeof exitCodes, 'ok'>>> = {
  // What was asked, and how.
  'bad-address': 'refused',
  'bad-call': 'usage',
  'bad-file-name': 'refused',
  'bad-input': 'usage',
  'bad-path': 'usage',
  'key-used': 'usage',
  'not-found': 'refused',
  'not-running': 'refused',
  'over-limit': 'refused',
  'plate-full': 'refused',
  usage: 'usage',

  // The connection, the service and its answers.
  'app-gone': 'needsYou',
  'bad-answer': 'network',
  network: 'network',
  'no-port': 'refused',
  'no-session': 'refused',
  paused: 'network',
  'rate-limited': 'network',
  refused: 'refused',
  'service-error': 'network',
  'service-stopped': 'refused',
  'soap-refused': 'needsYou',
  timeout: 'network',
  'too-large': 'refused',
  'filters-ignored': 'refused',

  // Accounts and sign-ins.
  'account-busy': 'refused',
  'account-local': 'refused',
  'code-refused': 'needsYou',
  'consent-missing': 'needsYou',
  'credentials-refused': 'needsYou',
  'insecure-address': 'needsYou',
  'keychain-unavailable': 'broken',
  'payment-id-missing': 'needsYou',
  'secret-too-long': 'refused',
  'sign-in-denied': 'needsYou',
  'sign-in-ended': 'needsYou',
  'sign-in-refused': 'needsYou',
  'sign-in-timeout': 'needsYou',
  'token-expired': 'needsYou',

  // Files, models and repairs.
  'already-linked': 'refused',
  'checksum-mismatch': 'refused',
  'file-changed': 'refused',
  'file-damaged': 'refused',
  'file-empty': 'refused',
  'file-exists': 'refused',
  'file-is-folder': 'refused',
  'file-missing': 'refused',
  'file-no-triangles': 'refused',
  'file-not-found': 'refused',
  'file-not-importable': 'refused',
  'file-not-readable': 'refused',
  'file-not-regular': 'refused',
  'file-not-written': 'refused',
  'file-reader-missing': 'refused',
  'file-too-large': 'refused',
  'file-unreadable': 'refused',
  'file-unsupported': 'refused',
  'not-a-solid': 'refused',
  'repair-part-missing': 'refused',
  'wall-too-thick': 'refused',

  // Orders and prices.
  'cart-changed': 'refused',
  'confirmation-needed': 'needsYou',
  'consent-old': 'refused',
  'currency-changed': 'refused',
  declined: 'refused',
  'limit-missing': 'refused',
  'mixed-currencies': 'refused',
  'no-models': 'refused',
  'no-price': 'refused',
  'order-differs': 'needsYou',
  'other-account': 'refused',
  'placing-unknown': 'needsYou',
  'prepared-long-ago': 'refused',
  'price-changed': 'needsYou',
  'price-missing': 'refused',
  'price-rose': 'refused',
  'above-limit': 'refused',
  restored: 'refused',
  'total-differs': 'refused',
  'will-be-refused': 'refused',

  // Jobs: why one waits, failed, or cannot be changed.
  asked: 'refused',
  cancelled: 'interrupted',
  'cart-not-shown': 'refused',
  'change-gone': 'refused',
  'changed-elsewhere': 'refused',
  'changed-meanwhile': 'refused',
  'cut-off': 'refused',
  'damaged-record': 'broken',
  'died-too-often': 'refused',
  'earlier-attempt': 'refused',
  'earlier-change': 'refused',
  'early-answer': 'refused',
  final: 'refused',
  'found-meanwhile': 'refused',
  'held-back': 'refused',
  'model-replaced': 'refused',
  'needed-by-order': 'refused',
  'no-such-job': 'refused',
  'no-such-step': 'refused',
  'not-quiet-yet': 'refused',
  'not-unknown': 'refused',
  'not-waiting': 'refused',
  'nothing-to-confirm': 'refused',
  'record-lost': 'refused',
  'record-older': 'refused',
  'sent-before': 'needsYou',
  'still-looking': 'refused',
  'still-measuring': 'refused',
  'too-late': 'refused',
  'upload-failed': 'refused',
  'upload-missing': 'refused',

  // What is known of a job whose answer was lost.
  'ambiguous-order': 'refused',
  'answer-of-another': 'refused',
  'cart-unclear': 'refused',
  'customised-unclear': 'refused',
  'duplicate-order': 'refused',
  'late-order': 'refused',
  'models-incomplete': 'refused',
  'not-cancelled': 'refused',
  'order-corrected': 'refused',
  'order-gone': 'refused',
  'order-unclear': 'refused',
  'order-unmarked': 'refused',
  'orders-incomplete': 'refused',
  'outcome-unknown': 'needsYou',
  'photo-unseen': 'refused',
  'reprint-unclear': 'refused',
  'upload-unclear': 'refused',

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

export const exitCodeOf = ({ code }: Pick<AppError, 'code'>): ExitCode => exitCodes[exitsByError[code]];

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
