/** Models (spec: Resources > Model; Endpoints > Models). */
import { z } from 'zod';
import { success } from './envelope.ts';
import { restrictionSchema } from './materials.ts';
import { flag, id, integer, keyed, list, number, optionalText, text } from './wire.ts';

const modelMaterialSchema = z.looseObject({
  materialId: id.optional(),
  id: id.optional(),
  markup: number.optional(),
  isActive: flag.optional(),
  price: number.nullish(),
  name: text.optional(),
  basePrice: number.nullish(),
  isPrintable: flag.nullish(),
  restrictions: keyed(restrictionSchema),
});

/** `materials` in the answer to an upload also contains `addModelPhoto`, which is not a material. */
const modelMaterials = z.preprocess((raw) => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const { addModelPhoto: _, ...materials } = raw as Record<string, unknown>;
  return materials;
}, keyed(modelMaterialSchema));

const modelShape = {
  modelId: id,
  modelVersion: integer,
  title: text,
  description: optionalText,
  isPublic: flag.nullish(),
  isClaimable: flag.nullish(),
  isForSale: flag.nullish(),
  isDownloadable: flag.nullish(),
  materials: modelMaterials,
  secretKey: optionalText,
  claimKey: optionalText,
  defaultMaterialId: id.nullish(),
  categories: keyed(z.looseObject({ title: text, parentId: id })),
  tags: z.union([text, z.array(text).transform((tags) => tags.join(','))]).nullish(),
  urls: keyed(z.looseObject({ address: optionalText })),
  spin: optionalText,
  printable: optionalText,
};

const modelFileShape = {
  fileName: text,
  /** Bytes. */
  contentLength: integer,
  fileMd5Checksum: text,
};

/** Answer of POST /models/v1. */
export const uploadedModelSchema = success({ ...modelShape, ...modelFileShape });
export type UploadedModel = z.infer<typeof uploadedModelSchema>;

/** Answer of GET /models/<modelId>/v1. */
export const modelSchema = success({ ...modelShape, ...modelFileShape, fileData: text.nullish() });
/** Answer of GET and PUT /models/<modelId>/info/v1: no file fields. */
export const modelInfoSchema = success(modelShape);
export type ModelInfo = z.infer<typeof modelInfoSchema>;

/** Answer of GET /models/<modelId>/files/<fileVersion>/v1 without the data. */
export const modelFileSchema = success({
  modelId: id,
  modelVersion: integer,
  title: text,
  ...modelFileShape,
});
export type ModelFile = z.infer<typeof modelFileSchema>;

export const modelListEntrySchema = z.looseObject({ modelId: id, modelVersion: integer, title: text });
export type ModelListEntry = z.infer<typeof modelListEntrySchema>;
/** Answer of GET /models/v1: pages of 36 (spec: Limits). */
export const modelListSchema = success({ models: list(modelListEntrySchema) });
export const modelsPerPage = 36;

export const deletedModelSchema = success({ modelId: id });

/** Fields of PUT /models/<modelId>/info/v1, all optional. POST /models/v1 takes them beside the file. */
export const modelFieldsSchema = z.object({
  title: text.optional(),
  description: text.optional(),
  isPublic: flag.optional(),
  isClaimable: flag.optional(),
  isForSale: flag.optional(),
  isDownloadable: flag.optional(),
  tags: z
    .union([z.array(text), text.transform((tags) => tags.split(',').map((tag) => tag.trim()))])
    .optional(),
  materials: keyed(
    z.looseObject({ markup: number.optional(), isActive: flag.optional(), price: number.optional() }),
  ).optional(),
  defaultMaterialId: id.optional(),
  // Not `list`, which reads null as empty: a change that does not set the categories must leave them.
  categories: z.array(id).optional(),
});
export type ModelFields = z.infer<typeof modelFieldsSchema>;

/** Fields of POST /models/v1 besides `file`, which is streamed. */
export const uploadFieldsSchema = z.object({
  ...modelFieldsSchema.shape,
  fileName: text.pipe(z.string().min(1)),
  /** Metres per file unit, such as 0.0254 for an inch (spec: Endpoints > POST /models/v1 > uploadScale). */
  uploadScale: number.pipe(z.number().positive()).optional(),
  hasRightsToModel: flag,
  acceptTermsAndConditions: flag,
});
