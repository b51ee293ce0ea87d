/**
 * The files that the arguments name, and their bytes. A folder stands for every model file below it. Geometry
 * plays no part here; a bad path becomes a failure of its own and never stops the others.
 */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readableEndings } from '../../../../src-shared/geometry/geometry.ts';
import type { ByteSource } from '../../../../src-shared/geometry/readers/byte-source.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { AppError } from '../../../../src-shared/result.ts';
import { errorOf, mainError, mainProblem } from '../../../main-error.ts';
import { expandPatterns } from './expand-patterns.ts';
import { withFileSource } from './on-disk.ts';

export interface ModelFile {
  /** As given, or as given plus the path below a folder; reports show this. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface FileFailure {
  readonly file: string;
  readonly error: AppError;
}

export const isFailure = (entry: object): entry is FileFailure => 'error' in entry;

/** In the order given; files below a folder in the order of their names. */
export async function findModelFiles(
  names: readonly string[],
  cwd: string,
): Promise<(ModelFile | FileFailure)[]> {
  const found: (ModelFile | FileFailure)[] = [];
  for (const name of await expandPatterns(names, cwd))
    found.push(...(await findAt(name, resolve(cwd, name))));
  return found;
}

/** A single file; a folder is refused. Throws `CodedError`. */
export async function findModelFile(name: string, cwd: string): Promise<ModelFile> {
  const [entry, ...more] = await findAt(name, resolve(cwd, name));
  if (entry === undefined || more.length > 0 || (!isFailure(entry) && entry.path !== resolve(cwd, name))) {
    throw mainError('file-is-folder', ref('cli.file.isFolder', { file: name }));
  }
  if (isFailure(entry)) throw errorOf(entry.error);
  return entry;
}

async function findAt(file: string, path: string): Promise<(ModelFile | FileFailure)[]> {
  try {
    const about = await stat(path);
    if (about.isFile()) return [{ file, path, size: about.size }];
    if (about.isDirectory()) {
      const inside = await findBelow(file, path);
      return inside.length > 0 ? inside : [failure(file, noModels(file))];
    }
    return [failure(file, mainProblem('file-not-regular', ref('cli.file.notRegular', { file })))];
  } catch (thrown) {
    return [failure(file, diskError(file, thrown))];
  }
}

/** Hidden entries and links to folders are left out, so that a walk ends and stays below the folder. */
async function findBelow(file: string, path: string): Promise<(ModelFile | FileFailure)[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(path, { withFileTypes: true });
  } catch (thrown) {
    return [failure(file, diskError(file, thrown))];
  }
  const found: (ModelFile | FileFailure)[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const shown = join(file, entry.name);
    if (entry.isDirectory()) found.push(...(await findBelow(shown, join(path, entry.name))));
    else if (isModelName(entry.name)) found.push(...(await findLinkedFile(shown, join(path, entry.name))));
  }
  return found;
}

async function findLinkedFile(file: string, path: string): Promise<(ModelFile | FileFailure)[]> {
  try {
    const about = await stat(path);
    return about.isFile() ? [{ file, path, size: about.size }] : [];
  } catch (thrown) {
    return [failure(file, diskError(file, thrown))];
  }
}

const isModelName = (name: string): boolean =>
  readableEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** Opens the file for geometry to read. Throws what `use` throws, and `CodedError` if the disk fails. */
export async function withModelBytes<Result>(
  file: ModelFile,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  try {
    return await withFileSource(file.path, use);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw errorOf(diskError(file.file, thrown), thrown);
  }
}

const failure = (file: string, error: AppError): FileFailure => ({ file, error });

const noModels = (file: string): AppError =>
  mainProblem(
    'no-models',
    ref('cli.file.noModels', { file, endings: readableEndings.map((ending) => `.${ending}`) }),
  );

function diskError(file: string, thrown: unknown): AppError {
  const code = (thrown as { code?: unknown }).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return mainProblem('file-not-found', ref('cli.file.notFound', { file }));
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return mainProblem('file-not-readable', ref('cli.file.notPermitted', { file }));
  }
  return mainProblem('file-not-readable', ref('cli.file.unreadable', { file }));
}
