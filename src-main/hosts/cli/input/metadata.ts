/** `--metadata NAME=VALUE`: what goes with the models of an order, for applications that may send it. */
import { type OrderMetadata, orderMetadataSchema } from '../../../../src-shared/api/orders.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { usageError } from './options.ts';

/** Throws `usage`. */
export function parseMetadata(texts: readonly string[]): OrderMetadata {
  return texts.map((text) => {
    const at = text.indexOf('=');
    const parsed = orderMetadataSchema.safeParse([
      { name: text.slice(0, Math.max(at, 0)), value: text.slice(at + 1) },
    ]);
    const [one] = parsed.data ?? [];
    if (at > 0 && one !== undefined && texts.length <= 20) return one;
    throw usageError(ref('cli.order.badMetadata', { text }));
  });
}
