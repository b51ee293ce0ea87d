/** A model at the service as people see and change it. */
import { z } from 'zod';
import { detailsOf, reportedDetailsSchema } from '../api/model-details.ts';
import type { ModelInfo } from '../api/models.ts';
import type { Account } from './account.ts';

/** The service's facts about a model in one material. Money is in the currency of the model's view. */
const modelMaterialViewSchema = z.object({
  title: z.string(),
  /** The service's own price; null if it does not say, or cannot yet. */
  basePrice: z.number().nullable(),
  /** The buyer's price before shipping: the base price and the owner's markup; null as above. */
  price: z.number().nullable(),
  /** Null if the service does not say. */
  isPrintable: z.boolean().nullable(),
  restrictions: z.array(z.string()),
});

export const modelViewSchema = z.object({
  /** The account that sees it so: another account has other models under the same numbers. */
  accountId: z.string(),
  /** Whether it is a model of the local print service, which answers nobody else: no link to its pages. */
  isLocal: z.boolean(),
  modelId: z.int(),
  /** The newest version of its file; 0 is the first. */
  modelVersion: z.int(),
  printable: z.string(),
  /** Product identification number; a customised product is made from it. */
  spin: z.string(),
  /** Its pages at the service, without the one that contains its secret key. */
  pages: z.array(z.string()),
  details: reportedDetailsSchema,
  /** Keyed by material id. */
  materials: z.record(z.string(), modelMaterialViewSchema),
  /** The currency of its prices; null if the service has not stated any. */
  currency: z.string().length(3).nullable(),
  /** Lets anyone see the private model. Empty: none, or the model of someone else. */
  secretKey: z.string(),
  /** The page that the secret key opens; null without a key. */
  secretPage: z.string().nullable(),
  /** Lets anyone take the model over. Empty: it cannot be claimed. */
  claimKey: z.string(),
  /** The page that the claim key opens; null without a key. */
  claimPage: z.string().nullable(),
});
export type ModelView = z.infer<typeof modelViewSchema>;

/** `baseUrl`: the service's, whose web site is taken to be at the same origin if the model names no page. */
export function modelView(
  info: ModelInfo,
  { id: accountId, baseUrl, isLocal }: Pick<Account, 'id' | 'baseUrl' | 'isLocal'>,
  currency: string | null,
): ModelView {
  const { modelId, modelVersion, printable, spin, urls, secretKey, claimKey } = info;
  const addresses = Object.entries(isLocal ? {} : urls)
    .map(([key, { address }]) => address || key)
    .filter(isWeb);
  // Services may list a page by its address as well as by its name.
  const pages = [...new Set(addresses.filter((page) => !/[?&]key=/.test(page)))];
  const withKey = addresses.find((page) => page.includes(`key=${encodeURIComponent(secretKey)}`));
  const site = originOf(pages[0] ?? withKey) ?? baseUrl;
  const keyed = (page: string, key: string) => `${page}?key=${encodeURIComponent(key)}`;
  return {
    accountId,
    isLocal,
    modelId,
    modelVersion,
    printable,
    spin,
    pages,
    details: detailsOf(info),
    materials: Object.fromEntries(
      Object.entries(info.materials).map(([id, entry]) => [id, materialOf(entry)]),
    ),
    currency,
    secretKey,
    secretPage:
      secretKey === '' || isLocal
        ? null
        : (withKey ?? keyed(pages[0] ?? `${site}/model/${modelId}`, secretKey)),
    claimKey,
    // spec: Resources > Model > claimKey
    claimPage: claimKey === '' || isLocal ? null : keyed(`${site}/model/claim/${modelId}`, claimKey),
  };
}

/** A price of zero counts as missing, since nothing is printed for free. */
const known = (amount: number | null | undefined): number | null =>
  amount === null || amount === undefined || amount <= 0 ? null : amount;

const materialOf = (entry: ModelInfo['materials'][string]) => ({
  title: entry.name ?? '',
  basePrice: known(entry.basePrice),
  price: known(entry.price),
  isPrintable: entry.isPrintable ?? null,
  restrictions: Object.values(entry.restrictions).map(({ restrictionName }) => restrictionName),
});

/** Only a web address is shown as an address, whatever the service sends. */
const isWeb = (page: string): boolean => originOf(page) !== null;

const originOf = (page: string | undefined): string | null =>
  /^https?:\/\/[^/?#\s]+/i.exec(page ?? '')?.[0] ?? null;
