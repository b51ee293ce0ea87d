/** The result of measuring a file. The service stores it as JSON, and checks it when it is read again. */
import { z } from 'zod';

/** A measured model file, in file units. */
export type FileGeometry = z.output<typeof fileGeometry>;
const fileGeometry = z.object({
  format: z.string(),
  /** The unit that the file carries or its format assumes; null if there is none. */
  unit: z.string().nullable(),
  triangles: z.int(),
  shells: z.int(),
  watertight: z.boolean(),
  area: z.number(),
  /** Never negative. */
  volume: z.number(),
  /** Extent of the bounding box. */
  size: z.tuple([z.number(), z.number(), z.number()]).readonly(),
  findings: z.array(
    z.object({
      kind: z.string(),
      severity: z.enum(['fail', 'warn']),
      count: z.int(),
      message: z.string(),
    }),
  ),
});

/** A file that could not be read as a model; the sentence goes to people. */
export type UnreadableFile = z.output<typeof unreadableFile>;
const unreadableFile = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export type MeasuredFile = FileGeometry | UnreadableFile;
export const measuredFile = z.union([unreadableFile, fileGeometry]);
