import type { z } from 'zod';
import { id } from './ids.ts';
import { spooledFileSchema } from './spooled-file.ts';

/** A file that was opened from outside; `versionOf` as in a part of the plate. */
export const openedFileSchema = spooledFileSchema.extend({ versionOf: id.optional() });
export type OpenedFile = z.infer<typeof openedFileSchema>;
