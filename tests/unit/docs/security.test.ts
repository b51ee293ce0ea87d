/** Rules of docs/security.md that the repository's own files show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

it('Packaged programs have every fuse of Electron set.', () => {
  const fuses = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(read('electron-builder.yml'))?.[1] ?? '';
  expect(
    Object.fromEntries(
      fuses
        .trim()
        .split('\n')
        .map((line) => line.trim().split(': ')),
    ),
  ).toEqual({
    runAsNode: 'false',
    enableCookieEncryption: 'true',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    grantFileProtocolExtraPrivileges: 'false',
  });
});

it('No text of a server or a file is ever shown as markup.', () => {
  const shown = filesIn('src-renderer').filter((file) =>
    /\{@html|\.innerHTML|insertAdjacentHTML|document\.write/.test(readFileSync(file, 'utf8')),
  );
  expect(shown).toEqual([]);
});

it('The service compares no secret by its text.', () => {
  const secret = String.raw`(?:\w*[sS]ecret\w*|\w*[pP]assword\w*|csrf|claim_key|secret_key|\w*[vV]erifier)`;
  const compared = new RegExp(
    String.raw`\b${secret}\s*[!=]==\s*\w*(?:sent|given|key\b)|[!=]==\s*\w+\.${secret}\b`,
  );
  const found = filesIn('src-service').filter((file) => compared.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

it.each(['package-lock.json', 'build/node/package-lock.json'])(
  '%s fixes every package by its hash.',
  (lock) => {
    const { packages } = JSON.parse(read(lock)) as {
      packages: Record<string, { integrity?: string; link?: boolean }>;
    };
    const loose = Object.entries(packages).filter(
      ([name, { integrity, link }]) => name !== '' && !link && !integrity,
    );
    expect(loose.map(([name]) => name)).toEqual([]);
  },
);
