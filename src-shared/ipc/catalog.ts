import { z } from 'zod';
import { categorySchema } from '../api/categories.ts';
import { catalogMaterialSchema } from '../api/materials.ts';
import { catalogPrinterSchema } from '../api/printers.ts';
import { problemSchema } from '../jobs/job.ts';

export const catalogSchema = z.object({
  /** If the account has SOAP credentials, both also have the facts that only SOAP reports. */
  materials: z.array(catalogMaterialSchema),
  printers: z.array(catalogPrinterSchema),
  categories: z.record(z.string(), categorySchema),
  /** Epoch ms at which the service last sent the catalogue. Offline, that catalogue is shown. */
  fetchedAt: z.int(),
  /** Why SOAP reported nothing this time; earlier facts are still there. Missing: it did, or is not used. */
  soapProblem: problemSchema.optional(),
});
export type Catalog = z.infer<typeof catalogSchema>;
