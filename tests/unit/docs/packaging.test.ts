/** What packages tell the operating system, compared with what Fabdesk reads. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
// An archive belongs to the archive manager.
const offered = [...readableEndings].filter((ending) => ending !== 'zip').sort();
const endingsIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, ending]) => ending!).sort();

it('Linux and macOS offer Fabdesk as an alternative, never as the default program.', () => {
  const builder = read('electron-builder.yml');
  expect(builder.match(/\{ ext: .*/g)?.every((line) => line.includes('rank: Alternate'))).toBe(true);
  // The same list for macOS; none for Windows, where electron-builder takes over the default.
  expect(builder).toMatch(/^mac:\n(?: {2}.*\n)* {2}fileAssociations: \*models\n/m);
  expect(builder.match(/fileAssociations:/g)).toHaveLength(2);
});

it('Windows offers Fabdesk under “Open with” for the same formats, and the uninstaller takes that back.', () => {
  const installer = read('build/installer.nsh');
  expect(endingsIn(installer, /insertmacro \$\{DO\} "(\w+)"/g)).toEqual(offered);
  expect(installer).toContain('OpenWithProgids');
  expect(installer).not.toMatch(/WriteRegStr \w+ "Software\\Classes\\\.\$\{ENDING\}" ""/);
  expect(installer).toMatch(/customUnInstall[\s\S]*eachFabdeskEnding withdrawEnding/);
});

it('The program has the same name for Windows in the package and in the code.', () => {
  const appId = /^appId: (\S+)$/m.exec(read('electron-builder.yml'))?.[1];
  expect(read('src-main/hosts/electron/main.ts')).toContain(`setAppUserModelId('${appId}')`);
});

it('Packages register the links of Fabdesk on every system, and Windows takes that back.', () => {
  expect(read('electron-builder.yml')).toMatch(
    /^protocols:\n {2}- \{ name: Fabdesk, schemes: \[fabdesk\] \}\n/m,
  );
  const installer = read('build/installer.nsh');
  expect(installer).toContain('"Software\\Classes\\fabdesk" "URL Protocol" ""');
  expect(installer).toContain('DeleteRegKey SHELL_CONTEXT "Software\\Classes\\fabdesk"');
});
