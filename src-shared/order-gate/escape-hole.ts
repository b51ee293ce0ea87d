/**
 * How wide the way out of a cavity must be, so that unused powder or resin can leave it. The catalogue does
 * not say, so these are usual sizes of each family of technologies [Assumption: escape-hole].
 */

/** Filament leaves cavities empty; powder and resin stay in them. */
const filament = /\b(fdm|fff|filament)\b/i;

/** m, the first that fits. */
const families: readonly (readonly [RegExp, number])[] = [
  [/\b(sla|dlp|stereolithography|resin)\b/i, 4e-3],
  [/\b(dmls|slm|lpbf|ebm|binder|3dp)\b/i, 5e-3],
];

/** For nylon powder, and for technologies that are unknown. m. */
export const usualEscapeHole = 3.5e-3;

/** The narrowest and the widest that any technology needs, m. */
export const escapeHoles: readonly number[] = [
  Math.min(usualEscapeHole, ...families.map(([, hole]) => hole)),
  Math.max(usualEscapeHole, ...families.map(([, hole]) => hole)),
];

export const leavesCavitiesEmpty = (technology: string | null): boolean =>
  technology !== null && filament.test(technology);

/** m; null if nothing has to get out. `technology` as the service names it, null if it does not. */
export function escapeHoleOf(technology: string | null): number | null {
  if (leavesCavitiesEmpty(technology)) return null;
  return families.find(([names]) => names.test(technology ?? ''))?.[1] ?? usualEscapeHole;
}
