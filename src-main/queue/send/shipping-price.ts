/** Asks what shipping costs now, for an order that was agreed to with a price for it. */
import type { Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';

/** Null where no price was agreed, or the service names none any more: then there is nothing to compare. */
export async function askShippingPrice(
  { shipping, address, currency }: Pick<Agreement, 'shipping' | 'address' | 'currency'>,
  client: Pick<ServiceClient, 'listShippingPrices'>,
): Promise<number | null> {
  if (shipping.price === null) return null;
  const prices = (await client.listShippingPrices(address.country, address.zipCode)) ?? [];
  const now = prices.find((one) => one.option === shipping.option && one.currency === currency);
  return now?.price ?? null;
}
