/** Rules of docs/security.md that the repository's own files show. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
        .filter((line) => !line.trim().startsWith('#'))
        .map((line) => line.trim().split(': ')),
    ),
  ).toEqual({
    runAsNode: 'false',
    enableCookieEncryption: 'false',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    grantFileProtocolExtraPrivileges: 'false',
  });
});

it('The Electron that is packaged is the pinned one.', async () => {
  // As electron-builder finds it out itself.
  const { getElectronVersion } = createRequire(createRequire(import.meta.url).resolve('electron-builder'))(
    'app-builder-lib/out/electron/electronVersion.js',
  ) as { getElectronVersion(projectDir: string): Promise<string> };
  const pinned = JSON.parse(read('package.json')).devDependencies.electron as string;
  const locked = JSON.parse(read('package-lock.json')).packages['node_modules/electron'].version as string;
  expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
  expect({ locked, packaged: await getElectronVersion(root) }).toEqual({ locked: pinned, packaged: pinned });
  expect(read('electron-builder.yml')).not.toMatch(/electronDist|electronDownload/);
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

it('No package runs a script when it is installed, but those that package.json names.', () => {
  const { allowScripts, scripts } = JSON.parse(read('package.json')) as {
    allowScripts: Record<string, boolean>;
    scripts: Record<string, string>;
  };
  for (const settings of ['.npmrc', 'build/node/.npmrc'])
    expect(read(settings)).toMatch(/^ignore-scripts=true$/m);
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['keytar']);
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});

it('Our own code is under the MIT licence, in its file and in package.json.', () => {
  expect(JSON.parse(read('package.json'))).toMatchObject({ license: 'MIT' });
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
});

it('Packages carry OpenCascade outside their archive, with its licences and our changes.', () => {
  const unpacked = /^asarUnpack:\n((?: {2}- .*\n)+)/m.exec(read('electron-builder.yml'))?.[1] ?? '';
  for (const wanted of ['dist/renderer/assets/occt-import-js*', 'license.occt*'])
    expect(unpacked).toContain(wanted);
  const changes = read('build/notices/occt-import-js.changes.txt');
  const named = [...changes.matchAll(/\(([\w/-]+\.ts)\)/g)].map(([, file]) => file!);
  expect(named.length).toBe(2);
  for (const file of named) expect(read(file)).toContain('WebAssembly');
  for (const config of ['build/vite.main.ts', 'build/vite.renderer.ts'])
    for (const text of ['license.occt.txt', 'license.occt-import-js.txt', 'occt-import-js.changes.txt'])
      expect(read(config)).toContain(text);
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
