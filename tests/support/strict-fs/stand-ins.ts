/** Which module of the strict layer stands in for which, and for whom: the application's own files. */
const standIns: Readonly<Record<string, string>> = {
  'node:fs': 'fs',
  'node:fs/promises': 'fs-promises',
  'node:net': 'net',
  'better-sqlite3': 'sqlite',
};

const root = new URL('../../../', import.meta.url).href;

/**
 * A file URL, or null if the module itself is meant. Tests see the files as they are, and only pipes as
 * others do.
 */
export function standInFor(specifier: string, importer: string): string | null {
  const name = standIns[specifier];
  const below = importer.startsWith(root) ? importer.slice(root.length) : '';
  const isMeant = name === 'net' ? /^(src-|tests\/unit)/.test(below) : below.startsWith('src-');
  return name !== undefined && isMeant ? new URL(`./${name}.ts`, import.meta.url).href : null;
}
