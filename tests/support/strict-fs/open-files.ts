/**
 * The files that this process has open, in all its threads and in SQLite too, as Linux lists them. `deleted`
 * are names of files that were removed while still open.
 */
import { real } from './rules.ts';

const folder = '/proc/self/fd';
const mark = ' (deleted)';

function links(): string[] {
  return real.readdirSync(folder).flatMap((fd) => {
    try {
      return [real.readlinkSync(`${folder}/${fd}`)];
    } catch {
      // The handle of the listing itself.
      return [];
    }
  });
}

export const isOpen = (path: string): boolean => links().includes(path);

export const isOpenBelow = (path: string): boolean => links().some((link) => link.startsWith(`${path}/`));

export const isDeletedAndOpen = (path: string): boolean => links().includes(path + mark);

export const hasDeletedAndOpenBelow = (path: string): boolean =>
  links().some((link) => link.startsWith(`${path}/`) && link.endsWith(mark));

/** How a handle was opened. */
export function accessOf(fd: number): {
  readonly path: string;
  readonly writes: boolean;
  readonly appends: boolean;
} {
  const flags = Number.parseInt(
    /flags:\s*(\d+)/.exec(real.readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0',
    8,
  );
  return {
    path: real.readlinkSync(`${folder}/${fd}`),
    writes: (flags & 0o3) !== 0,
    appends: (flags & real.constants.O_APPEND) !== 0,
  };
}
