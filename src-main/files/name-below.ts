/**
 * Checks a name that somebody else wrote, such as in a parts list, before anything is asked of the disk: on
 * Windows even a question about `\\host\share` signs in at that host, and `CON` is the console.
 */
import { posix, win32 } from 'node:path';
import { isDeviceName } from './ordinary-name.ts';

/** Whether the name, with slashes of any system, leads to an ordinary file below the absolute folder. */
export function isFileBelow(
  folder: string,
  name: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const { isAbsolute, relative, resolve, sep } = platform === 'win32' ? win32 : posix;
  const slashes = name.replaceAll('\\', '/');
  if (slashes.startsWith('//') || name.includes('\0')) return false;
  const way = relative(folder, resolve(folder, slashes));
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return false;
  if (platform !== 'win32') return true;
  // `C:x` is below whatever folder drive C is in, and `a:b` a hidden part of `a`.
  const hasColon = slashes.replace(/^[a-z]:\//i, '').includes(':');
  return !hasColon && !way.split(sep).some(isDeviceName);
}
