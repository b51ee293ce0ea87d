/** Temporary folders of a test, removed after it. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from './remove-folder.ts';

/** A fresh folder under the system's temporary folder. */
export const temporaryFolder = (): string => folderIn(tmpdir());

/**
 * A fresh folder in memory where the system has a place for that (Linux), else as `temporaryFolder`. Syncing
 * costs nothing there, and tests that check what the code does, not what a disk does, wait for little else.
 */
export const folderInMemory = (): string => folderIn(existsSync(memory) ? memory : tmpdir());

const memory = '/dev/shm';

function folderIn(parent: string): string {
  const path = mkdtempSync(join(parent, 'fabdesk-test-'));
  onTestFinished(() => removeFolder(path));
  return path;
}
