/**
 * Electron's own profile (cookies, caches, its lock), in a folder of its own inside the data folder. So it
 * never mixes with Fabdesk's files, which on macOS are in Electron's default folder, and "already running" is
 * decided per data folder.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { ensurePrivateFolder } from '../../db/private-files.ts';

/** Call before `ready`. False if another Electron runs on this data folder; it is informed of this start. */
export function claimProfile(dataDir: string): boolean {
  ensurePrivateFolder(dataDir);
  const profile = join(dataDir, 'electron');
  ensurePrivateFolder(profile);
  app.setPath('userData', profile);
  return app.requestSingleInstanceLock();
}
