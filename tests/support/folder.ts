/** Temporary folders of a test, removed after it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from './remove-folder.ts';

/** A fresh folder under the system's temporary folder. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'fabdesk-test-'));
  onTestFinished(() => removeFolder(path));
  return path;
}
