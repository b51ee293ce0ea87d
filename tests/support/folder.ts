/** Temporary folders of a test, removed after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder under the system's temporary folder. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'fabdesk-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
