/** Keeps a copy of a file that made a fuzz test fail, and returns the name of the copy. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function keepFailingFile(bytes: Uint8Array, name: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'fabdesk-fuzz-')), name);
  writeFileSync(path, bytes);
  return path;
}
