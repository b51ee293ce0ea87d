import { createRequire } from 'node:module';
import { basename } from 'node:path';

/**
 * Locates the file of a worker or child process. From source it is where it was written; in a build, all code
 * of a target is in one flat folder (`build/vite.main.ts`), with workers under their own names.
 */
export function workerUrl(moduleUrl: string, sourcePath: string): URL {
  if (moduleUrl.endsWith('.ts')) return new URL(sourcePath, moduleUrl);
  const name = sourcePath.slice(sourcePath.lastIndexOf('/') + 1).replace(/\.ts$/, '.js');
  return new URL(name, moduleUrl);
}

/** A file of a package: in it when run from source, else beside the built code. `path`: with its package. */
export const packageFile = (path: string): string | URL =>
  import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve(path)
    : new URL(basename(path), import.meta.url);
