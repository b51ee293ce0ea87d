/**
 * Extras are what an order carries besides its lines, address and shipping: incentive codes and metadata.
 * They are one value, which goes as a whole from the workspace into the order, its agreement and its request,
 * and back into the workspace if the order bought nothing. A new field of an order is added here;
 * docs/contributing.md has the walk.
 */
import { z } from 'zod';
import { mostMetadata, type OrderRequest, orderMetadataSchema } from '../api/orders.ts';

/** The most codes of one order. */
export const mostIncentives = 20;

/** After a release, a new field needs a default, so that stored workspaces and orders stay readable. */
export const orderExtrasSchema = z.object({
  /** spec: Endpoints > POST /orders/v1 > incentives. The service alone knows which codes it takes. */
  incentives: z.array(z.string().trim().min(1).max(100)).max(mostIncentives),
  /** Only certain applications may send it. */
  metadata: orderMetadataSchema,
});
export type OrderExtras = z.infer<typeof orderExtrasSchema>;

interface ExtraRules<T> {
  readonly none: T;
  /** Brings a value into the form in which it is stored. */
  readonly tidied: (value: T) => T;
  /** Joins what is chosen now with what an order brought back. */
  readonly joined: (now: T, back: T) => T;
}

const listOf = <T>(most: number): ExtraRules<T[]> => ({
  none: [],
  tidied: distinct,
  joined: (now, back) => (back.length === 0 ? now : distinct([...now, ...back]).slice(0, most)),
});

const distinct = <T>(list: readonly T[]): T[] => [
  ...new Map(list.map((one) => [JSON.stringify(one), one])).values(),
];

const rules: { readonly [K in keyof OrderExtras]: ExtraRules<OrderExtras[K]> } = {
  incentives: listOf(mostIncentives),
  metadata: listOf(mostMetadata),
};

/** Makes a value of every field; the types of the fields are those of `rules`. */
function ofEach(
  make: <K extends keyof OrderExtras>(rule: ExtraRules<OrderExtras[K]>, field: K) => OrderExtras[K],
) {
  const fields = Object.keys(rules) as (keyof OrderExtras)[];
  const made = fields.map((field) => [field, make(rules[field] as never, field)]);
  return Object.fromEntries(made) as OrderExtras;
}

export const noExtras: OrderExtras = ofEach(({ none }) => none);

/** `before` with the fields of `change` that are given. */
export const changedExtras = (
  before: OrderExtras,
  change: { [K in keyof OrderExtras]?: OrderExtras[K] | undefined },
) =>
  ofEach((rule, field) => {
    const value = change[field];
    return value === undefined ? before[field] : rule.tidied(value);
  });

/** The extras that are chosen now, with those that an order brought back behind them. */
export const joinedExtras = (now: OrderExtras, back: OrderExtras): OrderExtras =>
  ofEach((rule, field) => rule.joined(now[field], back[field]));

/** The fields of the request: every model is sent with the whole metadata. */
export function extrasOfRequest(
  { incentives, metadata }: OrderExtras,
  modelIds: readonly number[],
): { [K in keyof OrderExtras]: OrderRequest[K] } {
  return {
    incentives: [...incentives],
    metadata: [...new Set(modelIds)].flatMap((modelId) => metadata.map((one) => ({ modelId, ...one }))),
  };
}
