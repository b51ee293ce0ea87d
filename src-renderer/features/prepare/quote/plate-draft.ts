/**
 * The parts of the plate as a quote. Asks for prices that are not known yet, and for estimates where nobody
 * answers.
 */
import { sizeOfGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Quote } from '../../../../src-shared/ipc/quote.ts';
import type { QuotedPrice, QuoteLine } from '../../../../src-shared/ipc/quote-document.ts';
import { quoteFee } from '../../../../src-shared/quote-document/quote-sums.ts';
import { quotedFile } from '../../../../src-shared/quote-document/quoted-file.ts';
import { quotedVerdict } from '../../../../src-shared/quote-document/quoted-verdict.ts';
import type { QuoteDraft } from '../../../ui/quote/quote-draft.ts';
import type { ReadyModel } from '../files/ready-model.ts';
import { firstOffer, usualMaterial } from '../materials/first-material.ts';
import { listOffers, type Offer } from '../materials/offers.ts';
import { filesOf, uploadScaleOf } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';

export async function plateDraft(prepare: Prepare): Promise<QuoteDraft> {
  const { items } = prepare.plate;
  const ready = items.flatMap((item) => prepare.readyOf(item) ?? []);
  const lines: QuoteLine[] = [];
  for (const part of ready) lines.push(await lineOf(prepare, part));
  return { lines, shipping: null, fee: quoteFee(lines), leftOut: items.length - ready.length };
}

async function lineOf(prepare: Prepare, ready: ReadyModel): Promise<QuoteLine> {
  const { item, geometry } = ready;
  const { catalog, bridge, settings } = prepare.app;
  const quote = await prepare.prices.find(geometry);
  const estimates = quote === null ? await bridge.invoke('price.estimate', { geometry }) : null;
  // What nobody has checked yet must not be quoted as if it were.
  while (prepare.isChecking(ready)) await new Promise((resolve) => setTimeout(resolve, 100));
  const facts = prepare.factsOf(ready);
  // People who are sent a quote know millimetres, whatever this window shows.
  const offers = catalog
    ? listOffers(catalog, { geometry, facts }, quote, 'mm', estimates?.ok ? estimates.value : null)
    : [];
  const offer =
    item.materialId === null
      ? firstOffer(offers, catalog && usualMaterial(catalog, settings.lastMaterial))
      : (offers.find(({ material }) => material.materialId === item.materialId) ?? null);
  return {
    name: prepare.plate.nameOf(item),
    source: quotedFile({
      ...filesOf(item),
      uploadScale: uploadScaleOf(item),
      possibleUnits: facts.possibleUnits,
    }),
    file: item.file.sha256,
    size: sizeOfGeometry(geometry),
    volume: geometry.volume,
    material: offer?.material.title ?? null,
    process: offer?.printer?.title ?? null,
    quantity: item.quantity,
    price: offer && priceOf(offer, quote),
    verdict: quotedVerdict(offer?.verdict ?? null),
  };
}

function priceOf({ price, currency, estimate }: Offer, quote: Quote | null): QuotedPrice | null {
  if (currency === null) return null;
  if (price !== null && quote !== null)
    return {
      kind: 'named',
      each: price,
      currency,
      quotedAt: quote.quotedAt,
      isLast: quote.source === 'cached',
    };
  return estimate && { kind: 'estimated', currency, estimate };
}
