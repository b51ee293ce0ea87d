/**
 * The meaning of the process's exit codes for scripts. Every help text and docs/cli.md show this table, and a test
 * keeps them equal.
 */
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

/** Codes of errors that are not about a file or a refusal; every other known code is `refused`. */
const errorCodes: readonly (readonly [ExitCode, readonly string[]])[] = [
  [exitCodes.usage, ['usage', 'bad-input', 'bad-call', 'bad-path', 'key-used']],
  [exitCodes.network, ['network', 'timeout', 'service-error', 'rate-limited', 'paused', 'starting']],
  [
    exitCodes.needsYou,
    [
      'confirmation-needed',
      'consent-missing',
      'credentials-refused',
      'sign-in',
      'payment-id-missing',
      'price-changed',
      'outcome-unknown',
      'app-gone',
    ],
  ],
  [
    exitCodes.broken,
    [
      'internal',
      'bad-answer',
      'disk-full',
      'disk-failing',
      'already-running',
      'still-running',
      'control-refused',
      'database-newer',
      'database-unusable',
      'data-folder-unusable',
      'keychain-unavailable',
      'node-too-old',
      'damaged-record',
      'superseded',
    ],
  ],
  [exitCodes.interrupted, ['cancelled']],
];
const byErrorCode = new Map(
  errorCodes.flatMap(([exit, codes]) => codes.map((code) => [code, exit] as const)),
);

export const exitCodeOf = (error: Pick<AppError, 'code'>): ExitCode =>
  byErrorCode.get(error.code) ?? exitCodes.refused;

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
