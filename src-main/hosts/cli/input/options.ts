/** Parses option values as people type them, or refuses them with a message. Shared by the commands. */
import type { MessageKey } from '../../../../src-shared/messages/catalogue.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { CodedError } from '../../../../src-shared/result.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { isAmbiguous, parseNumber } from '../../../../src-shared/units/parse-number.ts';
import { readAmount } from '../../../../src-shared/units/read-amount.ts';
import { readUnit, unitWords } from '../../../../src-shared/units/unit-words.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { dataDir } from '../../../data-dir.ts';
import { mainError, sentences } from '../../../main-error.ts';
import type { Surroundings } from '../app/surroundings.ts';

/** A mistake on the command line: exit code 2, and nothing was done. */
export const usageError = (text: MessageRef): CodedError => mainError('usage', text);

/** A question that suggests these names, if there are any. */
export const didYouMean = (names: readonly string[]): MessageRef[] =>
  names.length === 0 ? [] : [ref('errors.list.near', { names: names.map((name) => `"${name}"`) })];

export function parseUnit(text: string): LengthUnit {
  const unit = readUnit(text);
  if (unit !== null) return unit;
  const near = suggest(text, unitWords);
  throw usageError(sentences(ref('cli.unit.unknown', { text }), ...didYouMean(near)));
}

/** A factor such as 2, 0.5, 0,5 or 1/12. */
export const parseScale = (text: string): number => parsePositive(text, ref('cli.scale.wrong', { text }));

/** A number above 0. `otherwise` says why a text is none. */
export function parsePositive(text: string, otherwise: MessageRef): number {
  requireClear(text);
  const value = parseNumber(text);
  if (value !== null && value > 0) return value;
  throw usageError(otherwise);
}

function requireClear(text: string): void {
  if (isAmbiguous(text)) throw usageError(ref('errors.number.ambiguous', { text }));
}

export function parseQuantity(text: string): number {
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  if (quantity >= 1 && quantity <= 10_000) return quantity;
  throw usageError(ref('cli.quantity.wrong', { text }));
}

/** No sign of a currency: an amount is in that of the account. */
export function parseAmount(text: string): number {
  requireClear(text);
  const amount = readAmount(text);
  if (amount !== null) return amount;
  throw usageError(ref('cli.amount.wrong', { text }));
}

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A duration such as 90s, 2h or 1d12h, in seconds; at most a year. */
export function parseSeconds(text: string): number {
  const compact = text.replaceAll(/\s/g, '').toLowerCase();
  let seconds = /^(\d+(\.\d+)?[smhdw])+$/.test(compact) ? 0 : Number.NaN;
  for (const [, count, unit = ''] of compact.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g))
    seconds += Number(count) * (secondsIn[unit] ?? Number.NaN);
  if (seconds > 0 && seconds <= 366 * 86_400) return seconds;
  throw usageError(ref('cli.time.wrong', { text }));
}

type NumberName<K> = K extends `cli.number.${infer N}` ? N : never;

/** An id of the service, or another whole number. `name` of the message for a text that is none. */
export function parseId(text: string, name: NumberName<MessageKey>): number {
  const id = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw usageError(ref(`cli.number.${name}`, { text }));
}

export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** The options of every command, in the notation of `declare.ts`. */
export const reportOptions = ['--json', '--verbose'] as const;
/** Those of every command that talks to the application. */
export const appOptions = ['--data <dir>', ...reportOptions] as const;
/** Those of every command that talks to the service. */
export const serviceOptions = ['--account <name|id>', ...appOptions] as const;
export const unitOptions = ['--unit <unit>', '--scale <factor>'] as const;

export const dataDirOf = (options: { data?: string }, { cwd, env }: Surroundings): string =>
  dataDir(options.data, { cwd, env });
