/**
 * The folders that a person opened to an agent. Every path that an agent names is resolved with all its links
 * first; what is not below one of them is neither read nor written, and nothing is said about it.
 */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { mainError } from '../../main-error.ts';
import type { ModelFile } from '../cli/input/model-files.ts';
import { usageError } from '../cli/input/options.ts';

/** Bytes of a model that an agent may have read. */
const mostBytes = 512 * 1024 * 1024;

export interface Folders {
  /** A model below the folders, with its links resolved. Throws `CodedError`. */
  model(name: string): Promise<ModelFile>;
  /** Where a file of this name would be made, in a folder that exists. Throws `CodedError`. */
  target(name: string): Promise<string>;
}

/** Throws `usage` for what is no folder. */
export async function openFolders(names: readonly string[], cwd: string): Promise<Folders> {
  const roots: string[] = [];
  for (const name of names) {
    const path = await realpath(resolve(cwd, name)).catch(() => null);
    if (path === null || !(await stat(path)).isDirectory())
      throw usageError(ref('cli.watch.noFolder', { folder: name }));
    roots.push(path);
  }

  const isBelow = (path: string) =>
    roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));

  /** The real path of what exists; null if it does not, or leads out. */
  async function realBelow(name: string): Promise<string | null> {
    if (roots.length === 0) throw mainError('file-not-readable', ref('cli.mcp.noFolders'));
    for (const root of roots) {
      const path = isAbsolute(name) ? resolve(name) : join(root, name);
      const real = await realpath(path).catch(() => null);
      if (real !== null && isBelow(real)) return real;
    }
    return null;
  }

  return {
    async model(name) {
      const path = await realBelow(name);
      if (path === null) throw mainError('file-not-found', ref('cli.mcp.notBelow', { file: name }));
      const about = await stat(path);
      const isModel = readableEndings.some((ending) => path.toLowerCase().endsWith(`.${ending}`));
      if (!about.isFile() || !isModel)
        throw mainError('file-unsupported', ref('cli.mcp.noModel', { file: name }));
      if (about.size > mostBytes)
        throw mainError('file-too-large', ref('cli.mcp.tooLarge', { file: name, most: mostBytes }));
      return { file: name, path, size: about.size };
    },
    async target(name) {
      const folder = await realBelow(dirname(name));
      if (folder === null) throw mainError('file-not-found', ref('cli.mcp.notBelow', { file: name }));
      return join(folder, basename(name));
    },
  };
}
