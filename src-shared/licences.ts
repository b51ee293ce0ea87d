/** Licences of the packages in the program, as the build writes `licenses.json` beside the window. */
import { z } from 'zod';

export const licencesSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    /** SPDX, as the package names it. */
    license: z.string(),
    texts: z.array(z.string()),
  }),
);
export type Licences = z.infer<typeof licencesSchema>;
