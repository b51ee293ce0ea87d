/**
 * Electron's own profile (cookies, caches, its lock), in a folder of its own inside the data folder. So it never mixes
 * with Fabdesk's files, which on macOS lie where Electron would put it, and "already running" is said per data folder.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { ensurePrivateFolder } from '../../db/private-files.ts';

/** Before `ready`. False where another Electron runs on this data folder; it hears of this start. */
export function claimProfile(dataDir: string): boolean {
  ensurePrivateFolder(dataDir);
  const profile = join(dataDir, 'electron');
  ensurePrivateFolder(profile);
  app.setPath('userData', profile);
  return app.requestSingleInstanceLock();
}
