/** Where Fabdesk keeps its data when nobody says otherwise: the place each operating system means for it. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** An absolute folder. `FABDESK_DATA` wins; a relative one is taken from the current folder. */
export function defaultDataDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const chosen = env['FABDESK_DATA'];
  if (chosen) return isAbsolute(chosen) ? chosen : join(process.cwd(), chosen);
  const home = homedir();
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Fabdesk');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Fabdesk');
  const data = env['XDG_DATA_HOME'];
  return join(data && isAbsolute(data) ? data : join(home, '.local', 'share'), 'fabdesk');
}
