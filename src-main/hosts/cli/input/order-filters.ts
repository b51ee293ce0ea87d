/** The filters of `fabdesk orders`, named as the options of an address are. */
import {
  largestOrderLimit,
  type OrderFilters,
  type OrderTextFilter,
  orderFiltersSchema,
} from '../../../../src-shared/api/order-filters.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { OptionsOf } from '../declare.ts';
import { addressFields, addressOptions } from './address.ts';
import { parseId, usageError } from './options.ts';

/** The options of the filters, in the notation of `declare.ts`. */
export const filterOptions = [
  '--id <ids>',
  ...addressOptions.slice(1),
  '--email <text>',
  '--limit <number>',
] as ['--id <ids>', ...AddressTextOption[], '--email <text>', '--limit <number>'];
type AddressTextOption = Exclude<(typeof addressOptions)[number], '--address-file <file>'>;
type FilterOptions = OptionsOf<(typeof filterOptions)[number]>;

const textFilters = { ...addressFields, email: 'email' } as const satisfies Readonly<
  Record<string, OrderTextFilter>
>;

/** Undefined without any filter. Throws `usage`. */
export function readFilters(options: FilterOptions): OrderFilters | undefined {
  const texts = Object.fromEntries(
    Object.entries(textFilters).flatMap(([name, filter]) => {
      const text = options[name as keyof typeof textFilters]?.trim();
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
