import { usAddress } from './address.ts';

/** A valid body of POST /orders/v1, copied from the spec's table. */
export const orderBody = (
  items: readonly { modelId: number; materialId: number; quantity: number }[],
  paymentVerificationId: string,
  others: Record<string, unknown> = {},
): Record<string, unknown> => ({
  items,
  ...usAddress,
  incentives: [],
  paymentVerificationId,
  paymentMethod: 'credit_card',
  shippingOption: 'Cheapest',
  metadata: [],
  ...others,
});
