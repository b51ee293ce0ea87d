/**
 * macOS, as libuv 1.52 (Node 24) uses it: `src/unix/fs.c` and `pipe.c`; copyfile(3), chflags(2) and unix(4)
 * of Apple.
 *
 * - `copyFile` is copyfile(3) with COPYFILE_ALL (`uv__fs_copyfile`): mode, times and flags come along, and
 *   with them Finder's Locked (UF_IMMUTABLE).
 * - A locked file can be read, and nothing else: changing mode or times, writing, renaming, replacing and
 *   removing are EPERM (chflags(2): "The file may not be changed"), also for its owner and for root.
 * - Names are the same file in upper and lower case and in every Unicode normal form; HFS+ lists them
 *   decomposed (NFD).
 * - Names have 255 bytes, as on Linux. `/` in Finder is `:` on the disk.
 * - The address of a socket has at most 103 bytes (unix(4): `char sun_path[104]` with the final zero):
 *   EINVAL.
 * - There is no O_DIRECT. See `fs.ts`.
 */
import { about, identity, type Rules, real, refusal } from './rules.ts';

const longestSocket = 103;

/** By inode, so that a lock stays with its file. */
const locked = new Set<string>();

/** What Finder's "Locked" and `chflags uchg` do. Works within the face for macOS only. */
export const lockFile = (path: string): void => void locked.add(identity(real.statSync(path)));
/** After every test that locks: Linux gives the inodes of removed files to new ones. */
export const unlockAll = (): void => locked.clear();
export const isLocked = (path: string): boolean => {
  const found = about(path);
  return found !== undefined && locked.has(identity(found));
};

function requireUnlocked(path: string, syscall: string): void {
  if (isLocked(path)) throw refusal('EPERM', syscall, path, 'the file is locked');
}

export const macos: Rules = {
  platform: 'darwin',
  fold: (name) => name.normalize('NFD').toLowerCase(),
  checkName() {},
  beforeOpen(path, { writes }) {
    if (writes) requireUnlocked(path, 'open');
  },
  beforeRename(from, to) {
    requireUnlocked(from, 'rename');
    requireUnlocked(to, 'rename');
  },
  beforeRemove: (path) => requireUnlocked(path, 'unlink'),
  beforeChange: requireUnlocked,
  beforeTruncate() {},
  beforeSync() {},
  written() {},
  copied(from, to) {
    const { atime, mtime, mode } = real.statSync(from);
    real.utimesSync(to, atime, mtime);
    real.chmodSync(to, mode & 0o7777);
    if (isLocked(from)) lockFile(to);
  },
  listed: (name) => name.normalize('NFD'),
  mode: (wanted) => wanted,
  socket(address) {
    if (Buffer.byteLength(address) <= longestSocket) return address;
    throw refusal('EINVAL', 'listen', address, `the address has more than ${longestSocket} bytes`);
  },
};
