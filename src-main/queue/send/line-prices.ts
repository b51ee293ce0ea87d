/**
 * Finds the current price of each line of an order: that of its model in its material, or of its measures.
 */
import { type PriceEntry, type PriceGeometry, priceGeometrySchema } from '../../../src-shared/api/price.ts';
import type { AgreedLine, Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import type { OrderLine } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import { mainError } from '../../main-error.ts';
import type { ModelNow, ModelsNow } from './models-now.ts';

/** A line, what was agreed about it, and the model that the order would name for it. */
export interface CheckedLine {
  readonly line: OrderLine;
  readonly agreed: AgreedLine;
  readonly modelId: number;
  /** The version that its upload made; null without an upload. */
  readonly uploadedVersion: number | null;
}

/** The fault of a line's model, apart from its price. */
export type Misfit = 'gone' | 'file' | 'withheld' | 'markup';

export interface Priced {
  readonly unitPrice: number;
  readonly currency: string;
  /** Null if the service does not say what the price consists of. */
  readonly base: number | null;
  readonly markup: number | null;
  /** The model that costs this; null: the file would be uploaded again. */
  readonly model: ModelNow | null;
}

/**
 * Its price is not used, only its currency: a model's own prices name none
 * [Assumption: model-price-currency].
 */
const anyCube = priceGeometrySchema.parse({
  volume: 1e-6,
  area: 6e-4,
  xBoundMax: 0.01,
  yBoundMax: 0.01,
  zBoundMax: 0.01,
});

/**
 * One a line, in their order. A file whose model does not fit costs what its measures cost. Throws
 * `price-missing` if the service names no price for a line, or does not sell its material any more.
 */
export async function askPrices(
  lines: readonly CheckedLine[],
  models: ModelsNow,
  misfits: readonly (Misfit | null)[],
  client: Pick<ServiceClient, 'quote'>,
): Promise<Priced[]> {
  const usable = lines.map(({ modelId, agreed }, index) =>
    misfits[index] === null || agreed.file === null ? (models.get(modelId) ?? null) : null,
  );
  const own = lines.map(({ agreed }, index) => ownPrice(usable[index] ?? null, agreed.materialId));
  const open = lines.filter((_, index) => own[index]?.price === null);
  // One question at least: it names the currency, and whether the material is still sold.
  const quotes = await askQuotes(open.length > 0 ? open : lines.slice(0, 1), lines, client);
  return lines.map(({ line, agreed }, index): Priced => {
    const model = usable[index] ?? null;
    const { price = null, base = null, markup = null } = own[index] ?? {};
    const quoted = (quotes.get(keyOf(line)) ?? [...quotes.values()][0])?.[String(agreed.materialId)];
    const measured = line.geometry === null ? 0 : (quoted?.price ?? 0);
    // A price of 0 or below means that none is known yet (compatibility: Answers).
    const unitPrice = price ?? (measured > 0 ? measured + (markup ?? 0) : 0);
    if (quoted === undefined || quoted.currency.length !== 3 || unitPrice <= 0) {
      const { title, materialTitle: material } = agreed;
      throw mainError('price-missing', ref('agreement.priceMissing', { title, material }));
    }
    return {
      unitPrice,
      currency: quoted.currency,
      base: base ?? (price === null ? measured : null),
      markup,
      model,
    };
  });
}

/**
 * The price in the entry of a material. `price` should contain the markup; where base and markup are more,
 * they count [Assumption: model-price].
 */
function ownPrice(model: ModelNow | null, materialId: number) {
  const entry = model?.materials[String(materialId)];
  const markup = entry?.markup ?? null;
  const base = known(entry?.basePrice);
  const sum = base === null ? null : base + (markup ?? 0);
  const price = known(entry?.price);
  return { price: price === null || sum === null ? (price ?? sum) : Math.max(price, sum), base, markup };
}

const known = (amount: number | null | undefined): number | null =>
  amount === null || amount === undefined || amount <= 0 ? null : amount;

const keyOf = ({ geometry }: CheckedLine['line']): string => JSON.stringify(geometry);

/** Prices by geometry; each is asked once, for all materials of the order. */
async function askQuotes(
  asked: readonly CheckedLine[],
  all: readonly CheckedLine[],
  client: Pick<ServiceClient, 'quote'>,
): Promise<Map<string, Record<string, PriceEntry>>> {
  const materials = [...new Set(all.map(({ agreed }) => agreed.materialId))];
  const geometries = new Map<string, PriceGeometry | null>(
    asked.map(({ line }) => [keyOf(line), line.geometry]),
  );
  // All are awaited, so that a second failure is not left unhandled.
  const answers = await Promise.allSettled(
    [...geometries].map(
      async ([key, geometry]) => [key, await client.quote(geometry ?? anyCube, materials)] as const,
    ),
  );
  const failed = answers.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return new Map(answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
}

/** The price of shipping now; null where nothing depends on it, or the service names no price. */
export async function askShippingPrice(
  { shipping, address, currency, maxTotal }: Agreement,
  client: Pick<ServiceClient, 'listShippingPrices'>,
): Promise<number | null> {
  if (shipping.price === null && maxTotal === undefined) return null;
  const prices = (await client.listShippingPrices(address.country, address.zipCode)) ?? [];
  const now = prices.find((one) => one.option === shipping.option && one.currency === currency);
  return now?.price ?? null;
}
