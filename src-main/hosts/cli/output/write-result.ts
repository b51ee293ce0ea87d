/** Writes the file that a command makes. An existing one is replaced only with `--force`. */
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { fileKey } from '../../../files/file-key.ts';
import { mainError } from '../../../main-error.ts';
import type { ModelFile } from '../input/model-files.ts';
import { usageError } from '../input/options.ts';

/** @throws CodedError `file-exists`, `file-not-written` */
export async function writeResult(
  path: string,
  shown: string,
  bytes: Uint8Array,
  force: boolean,
): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: force ? 'w' : 'wx' });
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'EEXIST') {
      throw mainError('file-exists', ref('cli.repair.exists', { file: shown }));
    }
    throw mainError('file-not-written', ref('cli.repair.notWritten', { file: shown }), { cause });
  }
}

/**
 * A model is never written over, by whatever path. @param outputs absolute paths @throws CodedError `usage`
 */
export async function refuseInputs(outputs: readonly string[], inputs: readonly ModelFile[]): Promise<void> {
  const models = new Set(await Promise.all(inputs.map(({ path }) => fileKey(path))));
  const keys = await Promise.all(outputs.map(fileKey));
  if (keys.some((key) => models.has(key))) throw usageError(ref('cli.repair.sameFile'));
}

/** By the name of the file. @throws CodedError `usage` */
export function outputFormat(output: string): 'stl' | '3mf' {
  const ending = extname(output).toLowerCase();
  if (ending === '.stl' || ending === '.3mf') return ending === '.stl' ? 'stl' : '3mf';
  throw usageError(ref('cli.repair.badName', { name: output }));
}
