/** A file that a fuzz test stumbled over, kept to be looked at: the name of the copy. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function keepFailingFile(bytes: Uint8Array, name: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'fabdesk-fuzz-')), name);
  writeFileSync(path, bytes);
  return path;
}
