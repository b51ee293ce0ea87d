import { z } from 'zod';

/**
 * What became of a file after it was imported. `unsettled`: it is being written, cannot be read, or has to be looked at
 * once more. `missing`: its folder is there, and it is not.
 */
export const originalStates = ['same', 'changed', 'missing', 'unsettled'] as const;
export const originalStateSchema = z.enum(originalStates);
export type OriginalState = z.infer<typeof originalStateSchema>;
