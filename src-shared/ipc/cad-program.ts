/** A CAD program of this computer, and whether its add-on is installed. */
import { z } from 'zod';

export const cadProgramSchema = z.object({
  program: z.enum(['freecad', 'blender']),
  version: z.string().nullable(),
  /** Where its add-on is, or would be. */
  folder: z.string(),
  /**
   * `other`: something else is at that place, such as a link to a person's own copy, and is left alone.
   * `outdated`: from another version of Fabdesk, or changed by hand.
   */
  state: z.enum(['none', 'installed', 'outdated', 'other']),
});
export type CadProgram = z.infer<typeof cadProgramSchema>;
