/**
 * Chooses the address of the control socket: in the data folder, or elsewhere if the path would be too long
 * or the volume has no sockets.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

/** macOS allows 104 bytes with the final zero, Linux 108. */
const longestPath = 103;

export interface ControlAddress {
  readonly address: string;
  /** Removes the folder that was created for the socket, after the socket was closed. */
  release(): void;
}

/**
 * Unused addresses, the best one first; whatever a dead process left there is removed. Try the next one if
 * the volume has no sockets (exFAT, some network drives). Call only while holding the instance lock.
 */
export function* controlAddresses(dataDir: string): Generator<ControlAddress> {
  if (process.platform === 'win32') {
    // A name that nobody can know before it exists cannot be taken by another program.
    yield { address: `\\\\.\\pipe\\fabdesk-${randomBytes(16).toString('hex')}`, release() {} };
    return;
  }
  const inFolder = join(dataDir, 'control.sock');
  if (Buffer.byteLength(inFolder) <= longestPath) {
    removeLeftover(inFolder);
    yield { address: inFolder, release() {} };
  }
  const folder = privateFolder(dataDir);
  const address = join(folder, 'c.sock');
  removeLeftover(address);
  yield { address, release: () => removeIfEmpty(folder) };
}

/** A folder of ours in the shared temporary folder; another user must not have created it. */
function privateFolder(dataDir: string): string {
  const name = `fabdesk-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const fits = [tmpdir(), '/tmp'].map((parent) => join(parent, name));
  const path =
    fits.find((folder) => Buffer.byteLength(join(folder, 'c.sock')) <= longestPath) ?? join('/tmp', name);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const about = lstatSync(path);
  if (about.isDirectory() && about.uid === userInfo().uid && (about.mode & 0o077) === 0) return path;
  throw mainError('control-refused', ref('errors.dataFolder.foreign', { folder: path }));
}

/** If it cannot be removed, creating the socket there will fail and show it. */
function removeLeftover(socket: string): void {
  try {
    rmSync(socket, { force: true });
  } catch {
    // Something that is no socket, or a volume that can only be read.
  }
}

/** Other files there are not ours to remove. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The next start finds it and uses it again.
  }
}
