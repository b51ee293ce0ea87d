/**
 * Windows, as libuv 1.52 (Node 24) uses it; `fs.c`, `pipe.c` and `error.c` are those of its `src/win`. Where
 * Windows versions and file systems differ, the strictest of them counts.
 *
 * - A handle for appending has no FILE_WRITE_DATA, so truncating it is EPERM (`fs__open`: `access &=
 *   ~FILE_WRITE_DATA; access |= FILE_APPEND_DATA`; nodejs/node 3177, libuv 539).
 * - FlushFileBuffers needs a handle that writes: fsync of a reading one is EPERM, and a folder has no other
 *   (`fs__sync_impl`; Microsoft, FlushFileBuffers: "must have the GENERIC_WRITE access right").
 * - A folder opens for reading (FILE_FLAG_BACKUP_SEMANTICS), and is EISDIR for writing (`fs__open`).
 * - libuv shares every handle for reading, writing and deleting, so an open file can be renamed and removed;
 *   rename is `MoveFileExW(…, MOVEFILE_REPLACE_EXISTING)` alone (`fs__rename`), which replaces no target that
 *   anybody has open, no folder and no read-only file, and moves no folder below which anything is open:
 *   EPERM.
 * - SQLite shares its handles for reading and writing only (`os_win.c`, winOpen: `FILE_SHARE_READ |
 *   FILE_SHARE_WRITE`): removing and renaming are EBUSY (ERROR_SHARING_VIOLATION).
 * - A file that is removed while it is open keeps its name until the last handle is closed: making it anew is
 *   EPERM (STATUS_DELETE_PENDING), and its folder is not empty. `fs__unlink_rmdir` asks for POSIX semantics,
 *   which FAT, exFAT and network drives do not have.
 * - Scanners open what was just written: renaming and removing it is EBUSY, EPERM or EACCES for a moment.
 * - Of a mode, only the owner's write bit means anything, and for files (`fs__chmod`:
 *   FILE_ATTRIBUTE_READONLY); opening a read-only file for writing is EPERM.
 * - CopyFileW keeps the time of modification and the read-only attribute (`fs__copyfile`).
 * - Names: no `< > : " | ? *` and no control characters (`a:b` is a stream of the file `a`), no devices
 *   (`CON`, `nul.txt`), no dot or space at the end (it is dropped), 255 UTF-16 units (Microsoft, "Naming
 *   Files, Paths, and Namespaces"). Upper and lower case are one.
 * - Paths of Node may have 32,767 characters (`\\?\`), those of SQLite 259.
 * - Below a file nothing is found: ENOENT (ERROR_PATH_NOT_FOUND), not ENOTDIR. See `fs.ts`.
 * - Local sockets are named pipes (`pipe.c`, uv_pipe_bind2): any other name is EACCES.
 */
import { basename } from 'node:path';
import { accessOf, hasDeletedAndOpenBelow, isDeletedAndOpen, isOpen, isOpenBelow } from './open-files.ts';
import { about, type Rules, real, refusal } from './rules.ts';

const forbidden = /[<>:"|?*\p{Cc}]/u;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;
const longestPath = 32_767;
/** With the final zero it is MAX_PATH. */
export const longestForSqlite = 259;

/** How often a name that was just written is refused, and the words for it. */
const scans = 2;
const scanCodes = ['EBUSY', 'EPERM', 'EACCES'];
const scanned = new Map<string, number>();
let scan = 0;

/** Databases that are open, by path: a name can be open more than once. */
const databases = new Map<string, number>();
const sideFiles = /-(wal|shm|journal)$/;

export const openDatabase = (path: string): void => void databases.set(path, (databases.get(path) ?? 0) + 1);
export const closeDatabase = (path: string): void => void databases.set(path, (databases.get(path) ?? 1) - 1);
const isDatabaseOpen = (path: string): boolean =>
  (databases.get(path) ?? 0) > 0 || (databases.get(path.replace(sideFiles, '')) ?? 0) > 0;

const isReadOnly = (path: string): boolean => {
  const found = about(path);
  return (found?.isFile() ?? false) && ((found?.mode ?? 0) & 0o200) === 0;
};
const isFolder = (path: string): boolean => about(path)?.isDirectory() ?? false;

function requireFree(path: string, syscall: string): void {
  if (isDatabaseOpen(path))
    throw refusal('EBUSY', syscall, path, 'SQLite has the file open and shares no deletion');
  const left = scanned.get(path) ?? 0;
  if (left === 0) return;
  scanned.set(path, left - 1);
  scan += 1;
  throw refusal(
    scanCodes[scan % scanCodes.length] as string,
    syscall,
    path,
    'a scanner looks at the new file',
  );
}

function requireNoPendingDeletion(path: string, syscall: string): void {
  if (!about(path) && isDeletedAndOpen(path)) {
    throw refusal('EPERM', syscall, path, 'the removed file of this name is still open');
  }
}

export const windows: Rules = {
  platform: 'win32',
  fold: (name) => name.toLowerCase(),

  checkName(path, syscall) {
    if (path.length > longestPath) throw refusal('ENAMETOOLONG', syscall, path, 'the path is too long');
    for (const name of path.split('/')) {
      if (name === '' || name === '.' || name === '..') continue;
      if (forbidden.test(name))
        throw refusal('ENOENT', syscall, path, `${JSON.stringify(name)} has a forbidden character`);
      if (devices.test(name)) throw refusal('ENOENT', syscall, path, `${name} is a device`);
      if (/[. ]$/.test(name)) throw refusal('ENOENT', syscall, path, `the end of "${name}" would be dropped`);
      if (name.length > 255) throw refusal('ENOENT', syscall, path, 'a name is too long');
    }
  },

  beforeOpen(path, { writes, creates }) {
    if (creates) requireNoPendingDeletion(path, 'open');
    if (!writes) return;
    if (isFolder(path)) throw refusal('EISDIR', 'open', path, 'a folder opens for reading only');
    if (isReadOnly(path)) throw refusal('EPERM', 'open', path, 'the file is read-only');
  },

  beforeRename(from, to) {
    requireFree(from, 'rename');
    if (isFolder(from) && isOpenBelow(from))
      throw refusal('EPERM', 'rename', from, 'something below the folder is open');
    requireNoPendingDeletion(to, 'rename');
    if (!about(to) || from === to) return;
    if (isFolder(to)) throw refusal('EPERM', 'rename', to, 'a folder is not replaced');
    if (isOpen(to)) throw refusal('EPERM', 'rename', to, 'the target is open');
    if (isReadOnly(to)) throw refusal('EPERM', 'rename', to, 'the target is read-only');
    requireFree(to, 'rename');
  },

  beforeRemove(path) {
    requireFree(path, 'unlink');
    if (isFolder(path) && hasDeletedAndOpenBelow(path)) {
      throw refusal('ENOTEMPTY', 'rmdir', path, 'a removed file below the folder is still open');
    }
  },

  beforeChange() {},

  beforeTruncate(fd) {
    const { path, appends, writes } = accessOf(fd);
    if (appends || !writes) throw refusal('EPERM', 'ftruncate', path, 'the handle is not one for writing');
  },

  beforeSync(fd) {
    const { path, writes } = accessOf(fd);
    if (!writes) throw refusal('EPERM', 'fsync', path, 'the handle is one for reading');
  },

  written(path) {
    if (basename(path) !== '' && about(path)?.isFile()) scanned.set(path, scans);
  },

  copied(from, to) {
    const { atime, mtime, mode } = real.statSync(from);
    real.utimesSync(to, atime, mtime);
    real.chmodSync(to, this.mode(mode));
  },

  listed: (name) => name,
  mode: (wanted) => ((wanted & 0o200) === 0 ? 0o444 : 0o666),

  socket(address) {
    const pipe = /^\\\\[.?]\\pipe\\(.+)$/s.exec(address);
    if (pipe === null) throw refusal('EACCES', 'listen', address, 'only named pipes are local sockets');
    // A name of Linux that stands in no folder, just as a pipe.
    return `\0${pipe[1]}`;
  },
};
