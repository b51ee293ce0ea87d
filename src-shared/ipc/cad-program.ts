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

/** The same in every language. */
export const cadNames: Readonly<Record<CadProgram['program'], string>> = {
  freecad: 'FreeCAD',
  blender: 'Blender',
};

/** Its name with its version, where that is known. */
export const cadName = ({ program, version }: Pick<CadProgram, 'program' | 'version'>): string =>
  version === null ? cadNames[program] : `${cadNames[program]} ${version}`;
