/**
 * A folder that looks like Electron's for Linux, for electron-builder's `electronDist`: the real one cannot
 * be downloaded everywhere. Its program is a script with Electron's fuses behind its end, and starts what is
 * packed beside it.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whereIs } from './where-is.ts';

/**
 * What @electron/fuses looks for, the version of the wire, its length, and its fuses: all as the default
 * says.
 */
const fuses = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('01100100'),
]);

const unpack = whereIs('tests/support/packaging/unpack.ts');
const hook = whereIs('tests/support/electron/hook.mjs');

/**
 * Becomes the main script of the archive, over the stand-in of the `electron` package. The fuses follow its
 * last line.
 */
const start = `#!/bin/sh
main=$('${process.execPath}' '${unpack}' "$0") || exit 1
export ELECTRON_STAND_IN='{"isPackaged":true}'
exec '${process.execPath}' --import '${hook}' "$main" "$@"
`;

/** @param folder is made */
export function writeElectronDist(folder: string): void {
  const { version } = JSON.parse(readFileSync(whereIs('node_modules/electron/package.json'), 'utf8')) as {
    version: string;
  };
  const write = (name: string, content: string | Buffer, mode = 0o644) => {
    writeFileSync(join(folder, name), content);
    chmodSync(join(folder, name), mode);
  };
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true });
  write('electron', Buffer.concat([Buffer.from(start), fuses]), 0o755);
  // As in Electron's own archive, which the packages copy.
  write('chrome-sandbox', '#!/bin/sh\n', 0o4755);
  write('chrome_crashpad_handler', '#!/bin/sh\n', 0o755);
  write('version', version);
  write('LICENSE', 'Licence of Electron');
  write('LICENSES.chromium.html', 'Licences of Chromium');
  write('icudtl.dat', '');
  write('locales/en-US.pak', '');
  write('locales/de.pak', '');
}
