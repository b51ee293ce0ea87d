/**
 * Stands in for `node:fs` in the application: the functions that it calls, under the rules of the other
 * system.
 */
import type * as Fs from 'node:fs';
import { rules } from './face.ts';
import { accessOf } from './open-files.ts';
import { type Access, real, spelled } from './rules.ts';

type Path = Fs.PathLike;

/** The real path of the argument; URLs name parts of the program and are allowed. */
export function at<P extends Path>(path: P, syscall: string): P {
  if (typeof path !== 'string' || path.includes('\0')) return path;
  rules.checkName(path, syscall);
  return spelled(path, rules.fold) as P;
}

/** Windows finds nothing below a file; Linux says that the file is no folder. */
export function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (rules.platform === 'win32' && (thrown as NodeJS.ErrnoException).code === 'ENOTDIR') {
      (thrown as NodeJS.ErrnoException).code = 'ENOENT';
    }
    throw thrown;
  }
}

export function accessFor(flags: Fs.OpenMode | undefined = 'r'): Access {
  if (typeof flags === 'number') {
    return { writes: (flags & 0o3) !== 0, creates: (flags & real.constants.O_CREAT) !== 0 };
  }
  return { writes: flags !== 'r', creates: /[wa]/.test(flags) };
}

/** Checks what opening does; the mode is that of the other system. */
export function opening(path: Path, flags: Fs.OpenMode | undefined): Path {
  const found = at(path, 'open');
  if (typeof found === 'string') rules.beforeOpen(found, accessFor(flags));
  return found;
}

export const modeOf = (mode: Fs.Mode | null | undefined): number =>
  rules.mode(typeof mode === 'number' ? mode : 0o666);

const { O_DIRECT: _onLinuxOnly, ...others } = real.constants;
export const constants = others;

export const openSync: typeof Fs.openSync = (path, flags, mode) =>
  translated(() => real.openSync(opening(path, flags), flags, modeOf(mode)));

export const closeSync: typeof Fs.closeSync = (fd) => {
  const { path, writes } = accessOf(fd);
  real.closeSync(fd);
  if (writes) rules.written(path);
};

export const { writeSync, readSync, fstatSync } = real;

export const fsyncSync: typeof Fs.fsyncSync = (fd) => {
  rules.beforeSync(fd);
  real.fsyncSync(fd);
};

export const fdatasync = ((fd: number, done: Fs.NoParamCallback) => {
  rules.beforeSync(fd);
  real.fdatasync(fd, done);
}) as typeof Fs.fdatasync;

export const ftruncateSync: typeof Fs.ftruncateSync = (fd, length) => {
  rules.beforeTruncate(fd);
  real.ftruncateSync(fd, length);
};

export const existsSync: typeof Fs.existsSync = (path) => {
  try {
    return real.existsSync(at(path, 'access'));
  } catch {
    return false;
  }
};

export const readFileSync = ((path: Path | number, options?: BufferEncoding) =>
  translated(() =>
    real.readFileSync(typeof path === 'number' ? path : at(path, 'open'), options as BufferEncoding),
  )) as typeof Fs.readFileSync;

export const writeFileSync: typeof Fs.writeFileSync = (file, data, options) => {
  if (typeof file === 'number') return real.writeFileSync(file, data, options);
  const { flag, mode } = typeof options === 'object' && options !== null ? options : {};
  const path = opening(file, (flag as Fs.OpenMode | undefined) ?? 'w');
  real.writeFileSync(path, data, { ...(options as object), mode: modeOf(mode) });
  if (typeof path === 'string') rules.written(path);
};

export const appendFileSync: typeof Fs.appendFileSync = (file, data, options) =>
  writeFileSync(file, data, { ...(options as object), flag: 'a' });

export const statSync = ((path: Path, options?: Fs.StatSyncOptions) =>
  translated(() => real.statSync(at(path, 'stat'), options))) as typeof Fs.statSync;

export const lstatSync = ((path: Path, options?: Fs.StatSyncOptions) =>
  translated(() => real.lstatSync(at(path, 'lstat'), options))) as typeof Fs.lstatSync;

export const realpathSync = ((path: Path) =>
  translated(() => real.realpathSync(at(path, 'lstat')))) as unknown as typeof Fs.realpathSync;

export const readdirSync = ((path: Path) =>
  translated(() =>
    real.readdirSync(at(path, 'scandir')).map(rules.listed),
  )) as unknown as typeof Fs.readdirSync;

export const mkdirSync = ((path: Path, options?: Fs.MakeDirectoryOptions) =>
  translated(() => real.mkdirSync(at(path, 'mkdir'), options))) as typeof Fs.mkdirSync;

export const chmodSync: typeof Fs.chmodSync = (path, mode) => {
  const found = at(path, 'chmod');
  if (typeof found !== 'string') return real.chmodSync(found, mode);
  rules.beforeChange(found, 'chmod');
  const isFolderOnWindows = rules.platform === 'win32' && real.statSync(found).isDirectory();
  if (!isFolderOnWindows) real.chmodSync(found, modeOf(mode));
};

export const utimesSync: typeof Fs.utimesSync = (path, atime, mtime) => {
  const found = at(path, 'utime');
  if (typeof found === 'string') rules.beforeChange(found, 'utime');
  real.utimesSync(found, atime, mtime);
};

export const renameSync: typeof Fs.renameSync = (from, to) =>
  translated(() => {
    const [source, target] = [at(from, 'rename'), at(to, 'rename')];
    if (typeof source === 'string' && typeof target === 'string') rules.beforeRename(source, target);
    real.renameSync(source, target);
  });

export const rmSync: typeof Fs.rmSync = (path, options) =>
  translated(() => {
    const found = at(path, 'rm');
    if (typeof found === 'string' && real.existsSync(found)) rules.beforeRemove(found);
    real.rmSync(found, options);
  });

export const rmdirSync: typeof Fs.rmdirSync = (path) =>
  translated(() => {
    const found = at(path, 'rmdir');
    if (typeof found === 'string') rules.beforeRemove(found);
    real.rmdirSync(found);
  });

export const copyFileSync: typeof Fs.copyFileSync = (from, to, mode) =>
  translated(() => {
    const source = at(from, 'copyfile');
    const target = opening(to, 'w');
    real.copyFileSync(source, target, mode);
    if (typeof source !== 'string' || typeof target !== 'string') return;
    rules.copied(source, target);
    rules.written(target);
  });

export const createReadStream = ((path: Path, options?: BufferEncoding) =>
  real.createReadStream(opening(path, 'r'), options)) as typeof Fs.createReadStream;
