/**
 * Keeps what V8 compiled of Fabdesk's own scripts for the next command or start, which saves about a tenth of
 * it. Node checks every entry against its script. The folder is a person's own: into the system's folder for
 * temporary files, other people could put code for Fabdesk to run.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { stateDir } from '../state-dir.ts';

/** Call it before the scripts are loaded. A failure only costs time. */
export function keepCompiled(): void {
  enableCompileCache(join(stateDir(), 'compiled'));
}
