/** The gate's facts about a material and its printer. Only SOAP reports walls and technologies. */
import type { Material } from '../api/materials.ts';
import type { PrinterBounds } from '../geometry/measure/printer-fit.ts';

interface ProcessFacts {
  /** As the service names it, such as SLS. */
  readonly technology?: string | undefined;
  /** The thinnest wall that the printer makes, m. */
  readonly minimumWall?: number | undefined;
}

export interface GateMaterial extends ProcessFacts, Pick<Material, 'title' | 'supportsColorFiles'> {
  /** By id. */
  readonly restrictions: Readonly<Record<string, { readonly restrictionName: string }>>;
}

export type GatePrinter = ProcessFacts & PrinterBounds;

/** The material and printer with which a part would be made. */
export interface Process {
  readonly material: GateMaterial;
  /** Null if the catalogue does not have it. */
  readonly printer: GatePrinter | null;
}

export const minimumWallOf = ({ material, printer }: Process): number | null =>
  material.minimumWall ?? printer?.minimumWall ?? null;

export const technologyOf = ({ material, printer }: Process): string | null =>
  material.technology ?? printer?.technology ?? null;
