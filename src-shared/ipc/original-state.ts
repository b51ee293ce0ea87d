import { z } from 'zod';

/**
 * The state of a file after it was imported. `unsettled`: it is being written, cannot be read, or has to be
 * read once more. `missing`: the folder is there, and the file is not.
 */
export const originalStates = ['same', 'changed', 'missing', 'unsettled'] as const;
export const originalStateSchema = z.enum(originalStates);
export type OriginalState = z.infer<typeof originalStateSchema>;
