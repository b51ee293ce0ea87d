import { z } from 'zod';

/** A version as releases have it. Versions before a release are never offered. */
export const releaseSchema = z.string().regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/);

/** A newer version of Fabdesk, and the page that has it. */
export const updateSchema = z.object({
  version: releaseSchema,
  url: z.string().max(2000),
  /** The news of the version, as whoever publishes it writes. */
  notes: z.string().max(2000).nullable(),
});
export type Update = z.infer<typeof updateSchema>;

/** `current` may be a version before a release, which is older than the release itself. */
export function isNewer(release: string, current: string): boolean {
  const [plain = '', before] = current.split(/-(.*)/s);
  const own = plain.split('.').map(Number);
  for (const [index, part] of release.split('.').map(Number).entries()) {
    const difference = part - (own[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return before !== undefined;
}
