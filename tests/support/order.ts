/** A valid body of POST /orders/v1, typed off the spec's table. */
export const orderBody = (
  items: readonly { modelId: number; materialId: number; quantity: number }[],
  paymentVerificationId: string,
  others: Record<string, unknown> = {},
): Record<string, unknown> => ({
  items,
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'US',
  state: 'NY',
  city: 'New York',
  address1: '1 Main Street',
  address2: '',
  address3: '',
  zipCode: '10001',
  phoneNumber: '2125550100',
  incentives: [],
  paymentVerificationId,
  paymentMethod: 'credit_card',
  shippingOption: 'Cheapest',
  metadata: [],
  ...others,
});
