/**
 * The strict layer: `node:fs` with the behaviour of Windows or macOS, on Linux. A thin layer over the real
 * calls refuses what the other system refuses and imitates its effects, where Linux (and Wine) are more
 * permissive. `windows.ts` and `macos.ts` name every rule with its source; what Linux refuses itself is not
 * checked here.
 */
import type { BigIntStats, Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const real = process.getBuiltinModule('node:fs');

export interface Rules {
  readonly platform: 'win32' | 'darwin';
  /** Two names of one folder are the same file if this is equal. */
  fold(name: string): string;
  /** Throws for a path that the system does not accept. */
  checkName(path: string, syscall: string): void;
  /** Before anything else happens to the file; each throws what the system would. */
  beforeOpen(path: string, access: Access): void;
  beforeRename(from: string, to: string): void;
  beforeRemove(path: string): void;
  /** Mode, times. */
  beforeChange(path: string, syscall: string): void;
  beforeTruncate(fd: number): void;
  beforeSync(fd: number): void;
  /** After the bytes were written under this name, and nobody has it open any more. */
  written(path: string): void;
  /** After the bytes were copied: what the system copies in addition. */
  copied(from: string, to: string): void;
  /** A name as a listing of its folder shows it. */
  listed(name: string): string;
  /** What the system makes of a mode. */
  mode(wanted: number): number;
  /** The path of a socket of this name on Linux. Throws for an address that the system does not accept. */
  socket(address: string): string;
}

export interface Access {
  readonly writes: boolean;
  readonly creates: boolean;
}

export function refusal(code: string, syscall: string, path: string, rule: string): NodeJS.ErrnoException {
  const message = `${code}: ${rule}, ${syscall} '${path}'`;
  return Object.assign(new Error(message), { code, syscall, path, errno: -1 });
}

export const about = (path: string): Stats | undefined => {
  try {
    return real.lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below a file, or not readable.
    return undefined;
  }
};

export const identity = ({ dev, ino }: Stats | BigIntStats): string => `${dev}:${ino}`;

/** The path under which Linux has the file that the other system means. */
export function spelled(path: string, fold: Rules['fold']): string {
  const parent = dirname(path);
  if (parent === path || about(path)) return path;
  const folder = spelled(parent, fold);
  const wanted = fold(basename(path));
  return join(folder, namesIn(folder).find((name) => fold(name) === wanted) ?? basename(path));
}

function namesIn(folder: string): string[] {
  try {
    return real.readdirSync(folder);
  } catch {
    return [];
  }
}
