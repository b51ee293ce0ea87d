/**
 * The folder for what is remembered about this computer. Loads no messages: the cache of compiled scripts is
 * there.
 */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { DataDirSurroundings } from './data-dir.ts';

/**
 * Where the system keeps what programs remember about this computer: not in the data folder, so not in its
 * backups.
 */
export function stateDir(env: DataDirSurroundings['env'] = process.env, platform = process.platform): string {
  const named = env['FABDESK_STATE'];
  if (named) return resolve(named);
  const home = homedir();
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Fabdesk State');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Fabdesk State');
  const state = env['XDG_STATE_HOME'];
  return join(state && isAbsolute(state) ? state : join(home, '.local', 'state'), 'fabdesk');
}
