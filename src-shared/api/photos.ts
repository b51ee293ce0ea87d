/** Photos of models (spec: Resources > Photo). */
import type { z } from 'zod';
import { success } from './envelope.ts';
import { id, integer, optionalText, text } from './wire.ts';

/** Answer of POST /models/<modelId>/photos/v1. The interface has no way to read photos back. */
export const photoSchema = success({
  photoId: id,
  modelId: id,
  /** Bytes. */
  contentLength: integer,
  fileMd5Checksum: text,
  title: optionalText,
  description: optionalText,
  width: integer,
  height: integer,
  materialId: id.nullish(),
  photoCount: integer,
});
export type Photo = z.infer<typeof photoSchema>;
