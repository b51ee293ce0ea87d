/**
 * Where a worker or child process file is. From source it stands where it was written; built, all code of a
 * target stands flat in one folder (`build/vite.main.ts`), workers under their own names.
 */
export function workerUrl(moduleUrl: string, sourcePath: string): URL {
  if (moduleUrl.endsWith('.ts')) return new URL(sourcePath, moduleUrl);
  const name = sourcePath.slice(sourcePath.lastIndexOf('/') + 1).replace(/\.ts$/, '.js');
  return new URL(name, moduleUrl);
}
