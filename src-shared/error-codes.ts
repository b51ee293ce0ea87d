/**
 * Every code that an error of the application or a problem of a job may have. A code is stable: it is stored, printed
 * as JSON, and read by scripts. A new code is added here first; tables that decide by code then do not compile until
 * they cover it.
 */
export const appErrorCodes = [
  // Errors of the input.
  'bad-address',
  'bad-call',
  'bad-file-name',
  'bad-input',
  'bad-path',
  'key-used',
  'not-found',
  'not-running',
  'over-limit',
  'plate-full',
  'usage',

  // The connection, the service and its answers.
  'app-gone',
  'bad-answer',
  'network',
  'no-port',
  'no-session',
  'paused',
  'rate-limited',
  'refused',
  'service-error',
  'service-stopped',
  'soap-refused',
  'timeout',
  'too-large',
  'filters-ignored',

  // Accounts and sign-ins.
  'account-busy',
  'account-local',
  'code-refused',
  'consent-missing',
  'credentials-refused',
  'insecure-address',
  'keychain-unavailable',
  'payment-id-missing',
  'secret-too-long',
  'sign-in-denied',
  'sign-in-ended',
  'sign-in-refused',
  'sign-in-timeout',
  'token-expired',

  // Files, models and repairs.
  'already-linked',
  'checksum-mismatch',
  'file-changed',
  'file-damaged',
  'file-empty',
  'file-exists',
  'file-is-folder',
  'file-missing',
  'file-no-triangles',
  'file-not-found',
  'file-not-importable',
  'file-not-readable',
  'file-not-regular',
  'file-not-written',
  'file-reader-missing',
  'file-too-large',
  'file-unreadable',
  'file-unsupported',
  'not-a-solid',
  'repair-part-missing',
  'wall-too-thick',

  // Orders and prices.
  'cart-changed',
  'confirmation-needed',
  'consent-old',
  'currency-changed',
  'declined',
  'mixed-currencies',
  'limit-missing',
  'no-models',
  'no-price',
  'order-differs',
  'other-account',
  'placing-unknown',
  'prepared-long-ago',
  'price-changed',
  'price-missing',
  'price-rose',
  'above-limit',
  'restored',
  'total-differs',
  'will-be-refused',

  // Jobs: why one waits, failed, or cannot be changed.
  'asked',
  'cancelled',
  'cart-not-shown',
  'change-gone',
  'changed-elsewhere',
  'changed-meanwhile',
  'cut-off',
  'damaged-record',
  'died-too-often',
  'earlier-attempt',
  'earlier-change',
  'early-answer',
  'final',
  'found-meanwhile',
  'held-back',
  'model-replaced',
  'needed-by-order',
  'no-such-job',
  'no-such-step',
  'not-quiet-yet',
  'not-unknown',
  'not-waiting',
  'nothing-to-confirm',
  'record-lost',
  'record-older',
  'sent-before',
  'still-looking',
  'still-measuring',
  'too-late',
  'upload-failed',
  'upload-missing',

  // The knowledge about a job whose answer was lost.
  'ambiguous-order',
  'answer-of-another',
  'cart-unclear',
  'customised-unclear',
  'duplicate-order',
  'late-order',
  'models-incomplete',
  'order-unclear',
  'order-unmarked',
  'orders-incomplete',
  'outcome-unknown',
  'photo-unseen',
  'reprint-unclear',
  'upload-unclear',

  // This installation, its data folder and its disk.
  'already-running',
  'control-refused',
  'data-folder-unusable',
  'database-newer',
  'database-unusable',
  'disk-failing',
  'disk-full',
  'internal',
  'node-too-old',
  'still-running',
  'superseded',
  'worker-failed',
] as const;
export type AppErrorCode = (typeof appErrorCodes)[number];

const known: ReadonlySet<string> = new Set(appErrorCodes);
const isKnown = (code: string): code is AppErrorCode => known.has(code);

/** Codes that earlier versions stored, with their current names. */
const renamed: ReadonlyMap<string, AppErrorCode> = new Map([
  ['order-twin', 'ambiguous-order'],
  ['fence-open', 'not-quiet-yet'],
  ['earlier-try', 'earlier-attempt'],
]);

/** Every spelling under which a code may be stored. */
export const storedSpellings = (code: AppErrorCode): string[] => [
  code,
  ...[...renamed].filter(([, now]) => now === code).map(([before]) => before),
];

/**
 * A code that was stored or sent by another process. A code that this version does not know becomes `internal`: the
 * message beside it stays, and nothing is decided on it.
 */
export const readErrorCode = (code: string): AppErrorCode =>
  renamed.get(code) ?? (isKnown(code) ? code : 'internal');
