/** Metadata of an order in one line. */
import type { OrderMetadata } from '../../src-shared/api/orders.ts';

export const metadataText = (metadata: OrderMetadata): string =>
  metadata.map(({ name, value }) => `${name}=${value}`).join(', ');
