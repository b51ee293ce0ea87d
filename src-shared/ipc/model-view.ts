/** A model at the service as people see and change it. */
import { z } from 'zod';
import { detailsOf, reportedDetailsSchema } from '../api/model-details.ts';
import type { ModelInfo } from '../api/models.ts';

export const modelViewSchema = z.object({
  modelId: z.int(),
  /** The newest version of its file; 0 is the first. */
  modelVersion: z.int(),
  printable: z.string(),
  /** Product identification number; a customised product is made from it. */
  spin: z.string(),
  /** Its pages at the service, without the one that contains its secret key. */
  pages: z.array(z.string()),
  details: reportedDetailsSchema,
});
export type ModelView = z.infer<typeof modelViewSchema>;

export function modelView(info: ModelInfo): ModelView {
  const { modelId, modelVersion, printable, spin, urls } = info;
  const pages = Object.entries(urls)
    .map(([key, { address }]) => address || key)
    .filter((page) => !/[?&]key=/.test(page));
  // Services may list a page by its address as well as by its name.
  return { modelId, modelVersion, printable, spin, pages: [...new Set(pages)], details: detailsOf(info) };
}
