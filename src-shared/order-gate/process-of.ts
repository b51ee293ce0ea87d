/** Finds in the catalogue how a part would be made. */
import type { Material } from '../api/materials.ts';
import type { Printer } from '../api/printers.ts';
import type { Process } from './gate-material.ts';

export function processOf(
  material: Material,
  printers: readonly Printer[],
): Process & { readonly printer: Printer | null } {
  return { material, printer: printers.find(({ printerId }) => printerId === material.printerId) ?? null };
}
