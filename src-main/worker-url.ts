/**
 * Where a worker or child process file is. From source it stands where it was written; built, all of them stand
 * flat in the entry's folder while the code that starts them may be in its `chunks/`.
 */
export function workerUrl(moduleUrl: string, sourcePath: string): URL {
  if (moduleUrl.endsWith('.ts')) return new URL(sourcePath, moduleUrl);
  const name = sourcePath.slice(sourcePath.lastIndexOf('/') + 1).replace(/\.ts$/, '.js');
  const folder = new URL('.', moduleUrl);
  return new URL(folder.pathname.endsWith('/chunks/') ? `../${name}` : name, folder);
}
