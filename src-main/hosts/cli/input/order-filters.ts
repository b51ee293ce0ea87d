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
import { parseId, usageError } from './options.ts';

/** The option's name in camel case, as commander gives it, the filter, and the help. */
const textOptions = [
  ['firstName', 'firstName', 'cliHelp.address.firstName'],
  ['lastName', 'lastName', 'cliHelp.address.lastName'],
  ['country', 'country', 'cliHelp.address.country'],
  ['state', 'state', 'cliHelp.address.state'],
  ['city', 'city', 'cliHelp.address.city'],
  ['address1', 'address1', 'cliHelp.address.address1'],
  ['address2', 'address2', 'cliHelp.address.address2'],
  ['address3', 'address3', 'cliHelp.address.address3'],
  ['zip', 'zipCode', 'cliHelp.address.zip'],
  ['phone', 'phoneNumber', 'cliHelp.address.phone'],
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
