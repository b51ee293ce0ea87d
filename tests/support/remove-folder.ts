/** The end of a temporary folder. */
import { rmSync } from 'node:fs';

/**
 * Removes a folder with everything in it, or nothing if it is gone. A host that was killed leaves its service
 * behind, which still closes its files for a moment, so a folder that fills again is removed again, for about
 * five seconds.
 */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}
