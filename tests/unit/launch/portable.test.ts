/** Rules that keep the sources of every folder independent of the system. */
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
  it('File URLs become paths by fileURLToPath, which handles spaces, umlauts and drive letters.', () => {
    expect(linesWith(/import\.meta\.url\)*\.pathname/)).toEqual([]);
  });

  it('No program is started through a shell, which splits a path at its spaces.', () => {
    expect(linesWith(/\bshell: (true|process|['"])|\bexec(Sync)?\b.*'node:child_process'/)).toEqual([]);
  });

  it('No batch file of Windows is started by its bare name.', () => {
    expect(
      linesWith(/(spawn|spawnSync|execFile|execFileSync)\(['"](npm|npx|tsc|vitest|vite|playwright)['"]/),
    ).toEqual([]);
  });

  it('PATH is split by the system’s character.', () => {
    expect(linesWith(/PATH\b.*split\(['"][:;]/)).toEqual([]);
  });

  it('Modules are imported by URL, never by a joined path.', () => {
    expect(linesWith(/(from|import) ['"`]\$\{(join|resolve)\(|import\((join|resolve)\(/)).toEqual([]);
  });
});

describe('package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };

  it('Every command in package.json starts by a launcher, since systems share neither Node version nor shell.', () => {
    for (const script of Object.values(scripts))
      expect(script).toMatch(/^node build\/launch\/[a-z-]+\.mjs( [\w-]+)*$/);
  });
});
