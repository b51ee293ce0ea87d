/** The rules for a model's fields, and for who may see a model. */
import type { ModelFields } from '../../src-shared/api/models.ts';
import { defined } from '../../src-shared/defined.ts';
import { readableEndings } from '../../src-shared/geometry/geometry.ts';
import { type CatalogueMaterial, categories, materials } from '../catalogue/catalogue.ts';
import type { ServiceContext } from '../context.ts';
import { badField, Fault, notFound } from '../fault.ts';
import { readId } from '../http/fields.ts';
import type { Caller } from '../store/applications.ts';
import type { Store } from '../store/dialect.ts';
import type { MaterialSetting } from '../store/json-columns.ts';
import type { Measured, ModelChange, ModelRow } from '../store/models.ts';
import { sameSecret } from '../store/secrets.ts';
import { basePriceCents } from './model-view.ts';

/** UTF-16 units of a name with its folders. */
const longestPath = 4_000;

/** The name without folders: `../../x.stl` becomes `x.stl`. @throws Fault 400 for an unknown extension */
export function readFileName(sent: string): string {
  const name =
    sent
      .slice(-longestPath)
      .split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(-200) ?? '';
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase();
  if (ending === undefined || !(readableEndings as readonly string[]).includes(ending)) {
    throw badField(
      'fileName',
      `must end with the extension of the file, one of ${readableEndings.join(', ')}; "${name.slice(0, 60)}" does not.`,
    );
  }
  return name;
}

/** Reads fields under the names that old clients use (compatibility: Values). */
export function withOldNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { ownOrAuthorizedModel, ...fields } = body as Record<string, unknown>;
  return ownOrAuthorizedModel === undefined ? body : { hasRightsToModel: ownOrAuthorizedModel, ...fields };
}

export const titleFromFileName = (fileName: string): string => fileName.replace(/\.[^.]+$/, '') || fileName;

export function requireConsent(fields: {
  hasRightsToModel: boolean;
  acceptTermsAndConditions: boolean;
}): void {
  if (!fields.hasRightsToModel)
    throw badField('hasRightsToModel', 'must be 1: only models that you have the rights to are taken.');
  if (!fields.acceptTermsAndConditions)
    throw badField('acceptTermsAndConditions', 'must be 1: the terms and conditions must be accepted.');
}

/**
 * Checks a change against the model. A claimable model can be neither public nor for sale (spec: Resources >
 * Model), and stays claimable until isClaimable is sent as 0 [Assumption: claimable-unsaid].
 */
export function changeOf(fields: ModelFields, model: ModelRow | null, measured: Measured): ModelChange {
  const claimable = fields.isClaimable ?? model?.is_claimable === 1;
  const open = (fields.isPublic ?? model?.is_public === 1) || (fields.isForSale ?? model?.is_for_sale === 1);
  if (claimable && open) {
    throw new Fault(
      400,
      'claimable',
      'A claimable model can be neither public nor for sale. Set isClaimable to 0, or isPublic and isForSale to 0.',
    );
  }
  if (fields.title !== undefined && (fields.title.trim() === '' || fields.title.length > 200))
    throw badField('title', 'must have 1 to 200 characters.');
  if (fields.description !== undefined && fields.description.length > 20_000)
    throw badField('description', 'is longer than 20,000 characters.');
  for (const categoryId of fields.categories ?? [])
    if (!categories.has(categoryId))
      throw badField('categories', `names category ${categoryId}, which does not exist.`);
  if (fields.defaultMaterialId !== undefined) materialNamed('defaultMaterialId', fields.defaultMaterialId);
  const { description, isPublic, isClaimable, isForSale, isDownloadable, defaultMaterialId } = fields;
  return defined({
    ...{ description, isPublic, isClaimable, isForSale, isDownloadable, defaultMaterialId },
    title: fields.title?.trim(),
    categories: fields.categories && [...new Set(fields.categories)],
    tags: fields.tags && readTags(fields.tags),
    materials: fields.materials && readMaterialSettings(fields.materials, measured),
  });
}

function readTags(tags: readonly string[]): string[] {
  const clean = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  if (clean.length > 100 || clean.some((tag) => tag.length > 100))
    throw badField('tags', 'may have at most 100 tags of at most 100 characters.');
  return clean;
}

const mostCents = 100_000_000;

/**
 * `markup` is added to the base price. A `price` is what the model costs, whatever the base price of a later
 * version, but never less than that [Assumption: material-price]. A price of 0 means none.
 */
function readMaterialSettings(
  sent: NonNullable<ModelFields['materials']>,
  measured: Measured,
): Record<string, MaterialSetting> {
  const settings: Record<string, MaterialSetting> = {};
  for (const [key, { markup, isActive, price: sentPrice }] of Object.entries(sent)) {
    const material = materialNamed('materials', Number(key), key.slice(0, 20));
    const price = sentPrice !== undefined && sentPrice > 0 ? Math.round(sentPrice * 100) : undefined;
    const markupCents = markup === undefined ? undefined : Math.round(markup * 100);
    const field = `materials.${key}`;
    for (const [name, cents] of [
      ['markup', markupCents],
      ['price', price],
    ] as const)
      if (cents !== undefined && (cents < 0 || cents > mostCents))
        throw badField(`${field}.${name}`, 'must be between 0 and 1,000,000.');
    const base = basePriceCents(material, measured);
    if (markupCents !== undefined && price !== undefined && base + markupCents !== price)
      throw badField(
        `${field}.price`,
        `and markup do not agree${base > 0 ? `: the base price is ${base / 100}` : ' for sure, since the base price is not known yet'}. Send one of them.`,
      );
    settings[material.materialId] = {
      ...(markupCents !== undefined ? { markupCents } : price !== undefined ? { priceCents: price } : {}),
      ...(isActive !== undefined && { isActive }),
    };
  }
  return settings;
}

/** @throws Fault 400 if the field names a material that does not exist, `shown` as it was sent */
export function materialNamed(
  field: string,
  materialId: number,
  shown = String(materialId),
): CatalogueMaterial {
  const material = materials.get(materialId);
  if (!material) throw badField(field, `names material ${shown}, which does not exist.`);
  return material;
}

export type Access = 'owner' | 'public' | 'key';

/**
 * The model if the caller may see it: its owner always, anyone if it is public, and anyone with the secret
 * key. Others get the same 404 as for a model that does not exist, so that ids reveal nothing.
 */
export async function findVisibleModel(
  context: ServiceContext,
  caller: Caller,
  id: string | undefined,
  key?: unknown,
): Promise<{ model: ModelRow; access: Access }> {
  const modelId = readId(id, 'Model');
  const model = await context.models.find(modelId);
  if (!model) throw notFound('Model', modelId);
  if (model.account_id === caller.accountId) return { model, access: 'owner' };
  if (model.is_public === 1) return { model, access: 'public' };
  if (typeof key === 'string' && sameSecret(key, model.secret_key)) return { model, access: 'key' };
  throw notFound('Model', modelId);
}

/**
 * A model that the caller may buy: the owner always, others if it is public and for sale
 * [Assumption: for-sale].
 * @throws Fault 400 that names the field
 */
export async function findPurchasable(
  context: ServiceContext,
  caller: Caller,
  modelId: number,
  field: string,
  db?: Store,
): Promise<ModelRow> {
  const model = await context.models.find(modelId, db);
  if (!model || !mayBuy(caller.accountId, model)) throw notForSale(field, modelId);
  return model;
}

/** Whether the account may buy this model. */
export const mayBuy = (accountId: number, model: ModelRow): boolean =>
  model.account_id === accountId || (model.is_public === 1 && model.is_for_sale === 1);

export const notForSale = (field: string, modelId: number): Fault =>
  badField(field, `names model ${modelId}, which does not exist or is not for sale.`);

/** @throws Fault 404 unless the model is the caller's own */
export async function findOwnModel(
  context: ServiceContext,
  caller: Caller,
  id: string | undefined,
): Promise<ModelRow> {
  const { model, access } = await findVisibleModel(context, caller, id);
  if (access !== 'owner') throw notFound('Model', model.model_id);
  return model;
}
