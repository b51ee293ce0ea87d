/** What works on this system only is not written: rules that the sources of every folder keep. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = basename(import.meta.url);
const sources = ['src-main', 'src-renderer', 'src-service', 'src-shared', 'tests', 'bench', 'build'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.([cm]?[jt]s|svelte)$/.test(entry.name) && entry.name !== here)
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('node_modules')),
);
const linesWith = (form: RegExp): string[] =>
  sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => form.test(line))
      .map((line) => `${path.slice(root.length)}: ${line.trim()}`),
  );

describe('the sources', () => {
  it('take the path of a file URL by fileURLToPath, which knows spaces, umlauts and drive letters', () => {
    expect(linesWith(/import\.meta\.url\)*\.pathname/)).toEqual([]);
  });

  it('start no program through a shell, which takes a path with a space for two arguments', () => {
    expect(linesWith(/\bshell: (true|process|['"])|\bexec(Sync)?\b.*'node:child_process'/)).toEqual([]);
  });

  it('start no batch file of Windows by its bare name', () => {
    expect(
      linesWith(/(spawn|spawnSync|execFile|execFileSync)\(['"](npm|npx|tsc|vitest|vite|playwright)['"]/),
    ).toEqual([]);
  });

  it('split PATH by the character of the system', () => {
    expect(linesWith(/PATH\b.*split\(['"][:;]/)).toEqual([]);
  });

  it('import modules by addresses, never by paths that were joined', () => {
    expect(linesWith(/(from|import) ['"`]\$\{(join|resolve)\(|import\((join|resolve)\(/)).toEqual([]);
  });
});

describe('package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };

  it('starts every command by a launcher, since a machine has no newer Node and no other shell in common', () => {
    for (const script of Object.values(scripts))
      expect(script).toMatch(/^node build\/launch\/[a-z-]+\.mjs( [\w-]+)*$/);
  });
});
