/** The contents of the `*_json` columns, parsed whenever they are read: a fault names the damaged column. */
import { z } from 'zod';
import { measuredFile } from '../measure/measured-file.ts';

/** The owner's settings for one material of a model. */
export type MaterialSetting = z.output<typeof materialSetting>;
const materialSetting = z.object({
  /** At most one of the two: what is added to the base price, or what the model costs. */
  markupCents: z.int().exactOptional(),
  priceCents: z.int().exactOptional(),
  isActive: z.boolean().exactOptional(),
});

/** Why a product was not printed (spec: Resources > Order product). */
export type Rejection = z.output<typeof rejection>;
const rejection = z.object({
  rejectionReasons: z.array(z.string()),
  affectedMaterials: z.array(z.int()),
});

/** @throws Error that names the column, which the log of the service shows */
const column =
  <Value>(name: string, schema: z.ZodType<Value>) =>
  (json: string): Value => {
    try {
      return schema.parse(JSON.parse(json));
    } catch (cause) {
      throw new Error(`The column ${name} is damaged: ${json.slice(0, 100)}`, { cause });
    }
  };

export const readTags = column('model.tags_json', z.array(z.string()));
export const readCategories = column('model.categories_json', z.array(z.int()));
export const readMaterialSettings = column('model.materials_json', z.record(z.string(), materialSetting));
export const readMeasuredFile = column('model_file.geometry_json', measuredFile);
export const readRejection = column('order_product.rejection_json', rejection);
export const readRedirectUris = column('application.redirect_uris_json', z.array(z.string()));
