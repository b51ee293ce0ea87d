/**
 * Facts about printers and materials that only SOAP reports (spec: Resources > Legacy SOAP types). They are
 * added to the catalogue if the service has SOAP and the account has its credentials.
 */
import { z } from 'zod';

const share = z.number().min(0).max(1);
const color = z.string().regex(/^#[0-9a-f]{6}$/);

/** How a material reflects light. */
const materialAppearanceSchema = z
  .object({
    baseColor: color,
    specularColor: color,
    /** The exponent of Phong's model, 0 to 128. */
    shininess: z.number().min(0).max(128),
    opacity: share,
    translucency: share,
    refractiveIndex: z.number().positive(),
  })
  .partial();
export type MaterialAppearance = z.infer<typeof materialAppearanceSchema>;

export const printerFactsShape = {
  /** The service's name for it, such as SLS. */
  technology: z.string().optional(),
  /** The thinnest wall that the printer makes, m. */
  minimumWall: z.number().positive().optional(),
};

export const materialFactsShape = {
  ...printerFactsShape,
  /** The service's description of the material. */
  description: z.string().optional(),
  look: materialAppearanceSchema.optional(),
  /** The base cost of a part in this material, before its volume counts, in the currency of the prices. */
  startupCost: z.number().nonnegative().optional(),
};
