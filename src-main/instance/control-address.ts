/** Where the control socket is: in the data folder, or where a path may be that long. */
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { CodedError } from '../../src-shared/result.ts';

/** macOS takes 104 bytes with the final zero, Linux 108. */
const longestPath = 103;

/** A fresh address; whatever a dead process left there is removed. Call only while holding the instance lock. */
export function controlAddress(dataDir: string): string {
  // A name that nobody can know before it exists cannot be taken by another program.
  if (process.platform === 'win32') return `\\\\.\\pipe\\fabdesk-${randomBytes(16).toString('hex')}`;
  const inFolder = join(dataDir, 'control.sock');
  const path = Buffer.byteLength(inFolder) <= longestPath ? inFolder : join(privateFolder(dataDir), 'c.sock');
  rmSync(path, { force: true });
  return path;
}

/** Removes what `controlAddress` made outside the data folder. */
export function releaseAddress(address: string, dataDir: string): void {
  if (process.platform === 'win32' || dirname(address) === dataDir) return;
  rmSync(dirname(address), { recursive: true, force: true });
}

/** A folder of ours in the shared temporary folder; another user must not have made it. */
function privateFolder(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `fabdesk-${name}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  if (lstatSync(path).isDirectory() && uid === userInfo().uid && (mode & 0o077) === 0) return path;
  throw new CodedError(
    'control-refused',
    `The folder ${path} belongs to somebody else, so Fabdesk does not use it. Choose a data folder with a shorter path.`,
  );
}
