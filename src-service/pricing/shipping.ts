/**
 * The cost and duration of shipping [Assumption: shipping-prices]: a flat price by region and option. The
 * spec has no field for it in an order's answer; it is charged in the ledger and listed at GET
 * /cart/shipping-options/v1, an addition that later clients know.
 */
import { isCanada, isUnitedStates } from '../../src-shared/api/address-rules.ts';
import type { ShippingOption } from '../../src-shared/api/orders.ts';

/** Working days in transit. */
export const transitDays: Readonly<Record<ShippingOption, number>> = { Cheapest: 10, Fastest: 3 };

interface Rate {
  readonly carrier: string;
  readonly cents: number;
}

const rates: Readonly<Record<'us' | 'ca' | 'abroad', Readonly<Record<ShippingOption, Rate>>>> = {
  us: {
    Cheapest: { carrier: 'USPS', cents: 499 },
    Fastest: { carrier: 'UPS', cents: 1499 },
  },
  ca: {
    Cheapest: { carrier: 'Canada Post', cents: 799 },
    Fastest: { carrier: 'UPS', cents: 1999 },
  },
  abroad: {
    Cheapest: { carrier: 'Postal service', cents: 999 },
    Fastest: { carrier: 'UPS', cents: 2999 },
  },
};

export const shippingRate = (country: string, option: ShippingOption): Rate =>
  rates[isUnitedStates(country) ? 'us' : isCanada(country) ? 'ca' : 'abroad'][option];

export const shippingCents = (country: string, option: ShippingOption): number =>
  shippingRate(country, option).cents;
