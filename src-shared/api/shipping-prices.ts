/**
 * The cost of shipping by option: GET /cart/shipping-options/v1?country&zipCode. It is not in the spec, but
 * some services have it (compatibility: Answers); elsewhere it is unknown before the order.
 */
import { z } from 'zod';
import { success } from './envelope.ts';
import { shippingOptions } from './orders.ts';
import { integer, number, optionalText, text } from './wire.ts';

export const shippingPriceSchema = z.object({
  option: z.enum(shippingOptions),
  carrier: z.string(),
  price: z.number().nonnegative(),
  currency: z.string().length(3),
  /** Working days in transit; null if the service does not say. */
  transitDays: z.int().nonnegative().nullable(),
});
export type ShippingPrice = z.infer<typeof shippingPriceSchema>;

const entrySchema = z
  .looseObject({
    name: text,
    carrier: optionalText,
    price: number,
    currency: z.string(),
    transitDays: integer.nullish(),
  })
  .transform(({ name, carrier, price, currency, transitDays }) => ({
    option: shippingOptions.find((option) => option.toLowerCase() === name.trim().toLowerCase()),
    carrier,
    price,
    currency,
    transitDays: transitDays ?? null,
  }));

export const shippingPricesSchema = success({ shippingOptions: z.array(entrySchema) });

/** Entries that cannot be ordered are left out: other shipping options, and impossible prices. */
export const knownShippingPrices = ({
  shippingOptions: entries,
}: z.infer<typeof shippingPricesSchema>): ShippingPrice[] =>
  entries.flatMap((entry) => {
    const parsed = shippingPriceSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
