/** GET /categories/v1 and /categories/<id>/v1 (spec: Resources > Category; Endpoints > Categories). */
import { z } from 'zod';
import { success } from './envelope.ts';
import { id, keyed, text } from './wire.ts';

export const categorySchema = z.looseObject({
  title: text,
  /** 0 for a top-level category. */
  parentId: id,
});
export type Category = z.infer<typeof categorySchema>;

export const categoryListSchema = success({ categories: keyed(categorySchema) });
/** Some services send the fields of a category at the top level (compatibility: Answers). */
export const categoryAnswerSchema = z.preprocess(
  (raw) =>
    typeof raw === 'object' && raw !== null && !('category' in raw) && 'title' in raw
      ? { ...raw, category: raw }
      : raw,
  success({ category: categorySchema }),
);
