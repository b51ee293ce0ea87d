/** `npm run release:files`: what goes with the packages, made from artifacts of every system. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../../../build/release/product.mjs';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { languages } from '../../../src-shared/messages/languages.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { version, license, author, homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const command = join(root, 'build/launch/release-files.mjs');
const run = (...args: string[]) => spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
const url = 'https://downloads.invalid/fabdesk';
const offered = [...readableEndings].filter((ending) => ending !== 'zip').toSorted();
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'fabdesk-release-'));
afterAll(() => removeFolder(folder));
const made = ['win-x64.exe', 'win-arm64.exe', 'linux-x64.tar.gz', 'linux-amd64.deb', 'mac-arm64.dmg'].map(
  (end) => `fabdesk-${version}-${end}`,
);
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

describe('the files that go with the packages', () => {
  beforeAll(() => {
    for (const name of made) writeFileSync(join(folder, name), name);
    // A file of an earlier version, and electron-builder's own notes.
    for (const other of ['fabdesk-0.0.1-win-x64.exe', 'builder-debug.yml'])
      writeFileSync(join(folder, other), '');
    const { status, stderr } = run('--url', url, '--date', '2026-11-24', folder);
    expect(stderr).toContain(`${made.length + 1} files in SHA256SUMS`);
    expect(status).toBe(0);
  });

  it('SHA256SUMS names every package of this version, and the bill of materials, with its hash.', () => {
    const lines = read('SHA256SUMS').trimEnd().split('\n');
    const bill = `fabdesk-${version}.cdx.json`;
    expect(lines.map((line) => line.split('  ')[1])).toEqual([...made, bill].toSorted());
    expect(lines).toContain(`${hashOf(made[0]!)}  ${made[0]}`);
    expect(JSON.parse(read(bill))).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { version } },
    });
  });

  it('The manifests for winget name both installers, what they open, and Fabdesk in every language.', () => {
    const installer = read('winget/Fabdesk.Fabdesk.installer.yaml');
    for (const arch of ['x64', 'arm64']) {
      const name = `fabdesk-${version}-win-${arch}.exe`;
      expect(installer).toContain(
        `  - Architecture: ${arch}\n    InstallerUrl: ${url}/${name}\n    InstallerSha256: ${hashOf(name).toUpperCase()}\n`,
      );
    }
    const [, endings = ''] = /^FileExtensions: \[(.*)\]$/m.exec(installer) ?? [];
    expect(endings.replaceAll("'", '').split(', ').toSorted()).toEqual(offered);
    expect(installer).toContain('Protocols: [fabdesk]');
    const locales = Object.values(texts).map(({ locale }) => `.locale.${locale}`);
    for (const name of ['', '.installer', ...locales]) {
      const text = read(`winget/Fabdesk.Fabdesk${name}.yaml`);
      expect(text).toContain(`PackageIdentifier: Fabdesk.Fabdesk\nPackageVersion: ${version}\n`);
      if (name.startsWith('.locale'))
        for (const line of [`Publisher: ${author}`, `License: ${license}`, `PackageUrl: ${homepage}`])
          expect(text.split('\n')).toContain(line);
    }
  });

  it('The Flatpak manifest unpacks the published archive, and its entry keeps the sandbox.', () => {
    const manifest = read('flatpak/org.fabdesk.app.yml');
    const archive = `fabdesk-${version}-linux-x64.tar.gz`;
    expect(manifest).toContain(`url: ${url}/${archive}\n        sha256: ${hashOf(archive)}\n`);
    expect(manifest).toContain('exec zypak-wrapper');
    expect(manifest).not.toContain('no-sandbox');
    for (const [, path = ''] of manifest.matchAll(/- type: file\n {8}path: (\S+)/g))
      expect(existsSync(join(folder, 'flatpak', path)), path).toBe(true);
    const endings = [...read('flatpak/org.fabdesk.app.xml').matchAll(/pattern="\*\.(\w+)"/g)];
    expect(endings.map(([, ending]) => ending).toSorted()).toEqual(offered);
    expect(read('flatpak/org.fabdesk.app.desktop')).toMatch(/^Icon=org\.fabdesk\.app$/m);
    const info = read('flatpak/org.fabdesk.app.metainfo.xml');
    expect(info).toContain(`<release version="${version}" date="2026-11-24"/>`);
    expect(info).toContain('<id>org.fabdesk.app</id>');
  });

  it.skipIf(spawnSync('appstreamcli', ['--version']).error !== undefined)(
    'The description for software centres is valid (needs appstreamcli).',
    () => {
      const file = join(folder, 'flatpak/org.fabdesk.app.metainfo.xml');
      const { status, stdout } = spawnSync('appstreamcli', ['validate', '--no-net', file], {
        encoding: 'utf8',
      });
      expect(status, stdout).toBe(0);
    },
  );
});

it('Stores get a text in every language of the catalogue, English first.', () => {
  expect(Object.keys(texts)).toEqual(languages);
});

it('Without packages or an address it says what is missing.', () => {
  const empty = temporaryFolder();
  expect(run('--url', url, empty)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('npm run dist'),
  });
  expect(run(empty)).toMatchObject({ status: 1, stderr: expect.stringContaining('--url https://') });
});
