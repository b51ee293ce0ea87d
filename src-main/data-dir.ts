/**
 * Determines Fabdesk's data folder. Every host calls this once, so that a folder has one spelling in the
 * whole program: absolute, without `.`, `..`, a slash at its end or symbolic links.
 */
import { realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { expandHome } from '../src-shared/home-path.ts';
import type { MessageRef } from '../src-shared/messages/message.ts';
import { ref } from '../src-shared/messages/messages.ts';
import type { CodedError } from '../src-shared/result.ts';
import { mainError, sentences } from './main-error.ts';

export interface DataDirSurroundings {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Absolute; relative folders start here. */
  readonly cwd?: string;
  readonly platform?: NodeJS.Platform;
}

/**
 * SQLite accepts 260 characters on Windows, and the longest name in the folder is that of a backup's journal.
 * Node itself accepts longer paths, so the error would come late.
 */
const longestOnWindows = 200;

/** The person's choice, else `FABDESK_DATA`, else the system's usual place. Throws `bad-path`. */
export function dataDir(
  chosen: string | undefined,
  { env = process.env, cwd = process.cwd(), platform = process.platform }: DataDirSurroundings = {},
): string {
  const named = chosen ?? (env['FABDESK_DATA'] || undefined);
  if (named === undefined) return realPath(resolve(cwd, systemDataDir(env, platform)));
  if (named.trim() === '' || named.includes('\0')) throw badPath(ref('errors.dataFolder.noName'));
  const path = realPath(resolve(cwd, expandHome(named, homedir())));
  if ([parse(path).root, homedir(), tmpdir()].some((shared) => realPath(shared) === path)) {
    throw badPath(ref('errors.dataFolder.shared', { folder: path }));
  }
  if (platform === 'win32' && path.length > longestOnWindows) {
    throw badPath(ref('errors.dataFolder.tooLong', { count: longestOnWindows }));
  }
  return path;
}

const badPath = (problem: MessageRef): CodedError =>
  mainError('bad-path', sentences(problem, ref('errors.dataFolder.choose')));

function systemDataDir(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
  const home = homedir();
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Fabdesk');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Fabdesk');
  const data = env['XDG_DATA_HOME'];
  return join(data && isAbsolute(data) ? data : join(home, '.local', 'share'), 'fabdesk');
}

/** Resolves links as far as the path exists; a path that cannot be read stays as it is. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (thrown) {
    const parent = dirname(path);
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) return path;
    return join(realPath(parent), basename(path));
  }
}
