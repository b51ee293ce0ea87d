/** The filters of `fabdesk orders`, named as the options of an address are. */
import type { Command } from 'commander';
import {
  largestOrderLimit,
  type OrderFilters,
  type OrderTextFilter,
  orderFiltersSchema,
} from '../../../../src-shared/api/order-filters.ts';
import type { MessageKey } from '../../../../src-shared/messages/catalogue.ts';
import { ref, type Translate } from '../../../../src-shared/messages/messages.ts';
import { addressOptions } from './address.ts';
import { parseId, usageError } from './options.ts';

/** The option's name in camel case, as commander gives it, the filter, and the help. */
const textOptions = [
  ...addressOptions,
  ['email', 'email', 'cliHelp.orders.email'],
] as const satisfies readonly (readonly [string, OrderTextFilter, MessageKey])[];

export type FilterOptions = { readonly id?: string; readonly limit?: string } & {
  readonly [N in (typeof textOptions)[number][0]]?: string;
};

export function withFilterOptions(t: Translate, command: Command): Command {
  command.option('--id <ids>', t('cliHelp.orders.ids'));
  const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  for (const [name, , meaning] of textOptions) command.option(`${flagOf(name)} <text>`, t(meaning));
  return command.option('--limit <number>', t('cliHelp.orders.limit', { most: largestOrderLimit }));
}

/** Undefined without any filter. Throws `usage`. */
export function readFilters(options: FilterOptions): OrderFilters | undefined {
  const texts = Object.fromEntries(
    textOptions.flatMap(([name, filter]) => {
      const text = options[name]?.trim();
      return text ? [[filter, text]] : [];
    }),
  );
  const orderIds = options.id?.split(',').map((text) => parseId(text, 'order'));
  const limit = options.limit === undefined ? undefined : parseId(options.limit, 'limit');
  const given = { ...texts, ...(orderIds && { orderIds }), ...(limit !== undefined && { limit }) };
  if (Object.keys(given).length === 0) return undefined;
  const parsed = orderFiltersSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw usageError(ref('cli.orders.badFilter', { most: largestOrderLimit }));
}
