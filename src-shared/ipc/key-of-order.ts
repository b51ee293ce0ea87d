/** Names an order in the settings: two accounts may have orders of one number. */
export const keyOfOrder = (accountId: string, orderId: number): string => `${accountId} ${orderId}`;
