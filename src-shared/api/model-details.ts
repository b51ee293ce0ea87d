/**
 * The details of a model that a person may change (spec: Endpoints > PUT /models/<modelId>/info/v1), in the
 * one form that is shown, sent and compared.
 */
import { z } from 'zod';
import type { ModelInfo } from './models.ts';

const id = z.int().nonnegative();

const fullDetailsSchema = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(20_000),
  tags: z.array(z.string().trim().min(1).max(100)).max(100),
  isPublic: z.boolean(),
  isClaimable: z.boolean(),
  isForSale: z.boolean(),
  isDownloadable: z.boolean(),
  /** Null: the service chooses. */
  defaultMaterialId: id.nullable(),
  categories: z.array(id).max(100),
  /** Keyed by material id. Only these materials change. */
  materials: z.record(z.string(), z.object({ markup: z.number().min(0), isActive: z.boolean() })),
});
export type FullDetails = z.infer<typeof fullDetailsSchema>;

/** Missing fields stay as they are. */
export const modelDetailsSchema = fullDetailsSchema.partial();
export type ModelDetails = z.infer<typeof modelDetailsSchema>;

/** A service may report values that it would not accept, such as an empty title. */
export const reportedDetailsSchema = fullDetailsSchema.extend({
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  categories: z.array(id),
});

/** The details, as the service reports them. */
export function detailsOf(info: ModelInfo): FullDetails {
  return {
    title: info.title,
    description: info.description,
    tags: (info.tags ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    isPublic: info.isPublic ?? false,
    isClaimable: info.isClaimable ?? false,
    isForSale: info.isForSale ?? false,
    isDownloadable: info.isDownloadable ?? false,
    defaultMaterialId: info.defaultMaterialId ?? null,
    categories: Object.keys(info.categories).map(Number),
    materials: Object.fromEntries(
      Object.entries(info.materials).map(([key, { markup = 0, isActive = true }]) => [
        key,
        { markup, isActive },
      ]),
    ),
  };
}

type Field = keyof ModelDetails;

/** The fields of `wanted` that differ in `actual`. The order of tags and categories does not matter. */
export function differing(wanted: ModelDetails, actual: ModelDetails): Field[] {
  return (Object.keys(wanted) as Field[]).filter(
    (field) => wanted[field] !== undefined && !isSame(field, wanted, actual),
  );
}

function isSame(field: Field, wanted: ModelDetails, actual: ModelDetails): boolean {
  if (field !== 'materials') return canonical(wanted[field]) === canonical(actual[field]);
  return Object.entries(wanted.materials ?? {}).every(([key, { markup, isActive }]) => {
    const other = actual.materials?.[key];
    return other !== undefined && Math.abs(other.markup - markup) < 0.005 && other.isActive === isActive;
  });
}

function canonical(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : (value ?? null));
}

/** The body of the request. Flags are sent as 0 and 1 (spec: Resources > Conventions). */
export function detailsBody(details: ModelDetails): Record<string, unknown> {
  const wire = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);
  const { materials, defaultMaterialId, ...plain } = details;
  return {
    ...Object.fromEntries(Object.entries(plain).map(([field, value]) => [field, wire(value)])),
    ...(defaultMaterialId != null && { defaultMaterialId }),
    ...(materials && {
      materials: Object.fromEntries(
        Object.entries(materials).map(([key, { markup, isActive }]) => [
          key,
          { markup, isActive: wire(isActive) },
        ]),
      ),
    }),
  };
}
