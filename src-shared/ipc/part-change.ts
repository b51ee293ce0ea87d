import { z } from 'zod';

/** The changes to a file, in the order in which quotes name it; its unit and scale are no changes. */
export const partChangeSchema = z.enum(['repaired', 'hollowed', 'cut', 'turned', 'mirrored']);
export type PartChange = z.infer<typeof partChangeSchema>;
