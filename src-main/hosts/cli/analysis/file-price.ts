/**
 * The price of a file in a material: the service's, its last one while it cannot be reached, or else the
 * limit that the person sets [Assumption: open-price]. Then the order is queued, and the service names the
 * price before anything is bought.
 */
import type { Material } from '../../../../src-shared/api/materials.ts';
import type { CartLine } from '../../../../src-shared/ipc/cart-line.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { PriceEstimate } from '../../../../src-shared/jobs/agreement-schema.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { type AppError, toAppError } from '../../../../src-shared/result.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { mainError, textOf } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { type PriceLimit, requireBelow } from '../input/max-price.ts';
import { usageError } from '../input/options.ts';
import { exitCodeOf, exitCodes } from '../output/exit-codes.ts';
import { askPrices } from './priced-models.ts';
import type { SizedModel } from './sized-model.ts';

/** Without a `unitPrice`, the service names it later, and a piece may cost `limit` at most. */
export type LinePrice = Pick<CartLine, 'unitPrice' | 'limit' | 'estimate' | 'currency' | 'quotedAt'>;

/**
 * Throws `no-price`, `over-limit`, `mixed-currencies`, `usage`, and the reason why the service cannot name a
 * price.
 */
export async function priceOfFile(
  client: AppClient,
  file: string,
  model: SizedModel,
  material: Material,
  limit: PriceLimit | null,
): Promise<LinePrice> {
  const line = { file, material: material.title };
  const answer = await askPrices(client, model, [material]).catch((thrown: unknown) => {
    const error = toAppError(thrown);
    // A person who has to sign in is not asked for a limit first.
    const needsPerson = limit === null && exitCodeOf(error) === exitCodes.needsYou;
    if (!isUnreachable(error) || needsPerson) throw thrown;
    return error;
  });
  const quote = 'prices' in answer ? answer : null;
  const entry = quote?.prices[String(material.materialId)];
  if (quote && entry && entry.price > 0) {
    const { price: amount, currency } = entry;
    requireBelow(limit, { amount, currency }, line);
    return { unitPrice: amount, currency, quotedAt: quote.quotedAt };
  }
  if (quote?.source === 'live') throw mainError('no-price', ref('cli.place.noPrice', line));
  const { estimates, currency } = await invoke(client, 'price.estimate', {
    geometry: model.geometry,
    materials: [material.materialId],
  });
  const estimate = estimates[String(material.materialId)] ?? null;
  if (limit === null) throw limitNeeded('code' in answer ? answer : null, line, estimate, currency);
  if (currency !== null && limit.currency !== null && limit.currency !== currency)
    throw usageError(ref('cli.maxPrice.ofAccount', { currency }));
  const known = limit.currency ?? currency;
  if (known === null) throw usageError(ref('cli.maxPrice.noCurrency', { amount: String(limit.amount) }));
  return { unitPrice: null, limit: limit.amount, estimate, currency: known, quotedAt: Date.now() };
}

/** Says what to type. The upper end of the band is proposed, since the price should lie below it. */
function limitNeeded(
  failure: AppError | null,
  line: { readonly file: string; readonly material: string },
  estimate: PriceEstimate | null,
  currency: string | null,
) {
  const next =
    estimate !== null && currency !== null
      ? ref('cli.maxPrice.neededAbout', {
          ...line,
          estimate: estimateText(estimate, currency),
          limit: String(estimate.high),
        })
      : ref('cli.maxPrice.needed', { ...line, limit: currency === null ? '20USD' : '20' });
  if (failure === null) return mainError('network', next);
  return mainError(failure.code, ref('errors.sentences', { before: textOf(failure), next }));
}

export const estimateText = ({ low, high, parts: count }: PriceEstimate, currency: string): MessageRef =>
  ref('ui.estimated', { low: { amount: low, currency }, high: { amount: high, currency }, count });
