/** GET /materials/v1 and /materials/<id>/v1 (spec: Resources > Material; Endpoints > Materials). */
import { z } from 'zod';
import { lowerFirst, success } from './envelope.ts';
import { materialFactsShape } from './printer-facts.ts';
import { flag, id, keyed, list, optionalText, text } from './wire.ts';

export const restrictionSchema = z.looseObject({
  restrictionId: id,
  restrictionName: text,
  restrictionEntityIds: list(id),
});

const materialShape = {
  materialId: id,
  title: text,
  supportsColorFiles: flag,
  printerId: id,
  swatch: optionalText,
  restrictions: keyed(restrictionSchema),
};

/** A material of the catalogue that the application hands out. */
export const catalogMaterialSchema = z.looseObject({ ...materialShape, ...materialFactsShape });
export type CatalogMaterial = z.infer<typeof catalogMaterialSchema>;

export const materialSchema = z.preprocess(lowerFirst(['restrictions']), z.looseObject(materialShape));
export type Material = z.infer<typeof materialSchema>;

/** The key of an entry is its id, so the entry need not contain it (spec: Resources > Material). */
const withIds = (raw: unknown) =>
  typeof raw !== 'object' || raw === null
    ? raw
    : Object.fromEntries(
        Object.entries(raw).map(([materialId, entry]) => [
          materialId,
          typeof entry === 'object' ? { materialId, ...entry } : entry,
        ]),
      );

export const materialListSchema = z.preprocess(
  lowerFirst(['materials']),
  success({ materials: z.preprocess(withIds, keyed(materialSchema)) }),
);

export const materialAnswerSchema = z.preprocess(lowerFirst(['restrictions']), success(materialShape));
