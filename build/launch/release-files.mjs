/**
 * `npm run release:files -- --url ADDRESS [--date YYYY-MM-DD] [FOLDER]`: what goes with the packages in
 * release/, or in another folder: the bill of materials, SHA256SUMS, and manifests for winget and Flatpak
 * that name the packages at ADDRESS, the folder in which they will be published. Publishes nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSbom } from '../notices/sbom.mjs';
import { artifactsIn, writeSums } from '../release/artifacts.mjs';
import { writeFlatpak } from '../release/flatpak.mjs';
import { product } from '../release/product.mjs';
import { writeWinget } from '../release/winget.mjs';
import { root } from './root.mjs';
import { say, stop } from './say.mjs';

const usage = 'Say npm run release:files -- --url https://ADDRESS/ [--date YYYY-MM-DD] [FOLDER].';
const { url, date, folder } = readArguments();
if (!existsSync(folder) || artifactsIn(folder).length === 0)
  stop(`There is no package of version ${product.version} in ${folder}. Run npm run dist first.`);
writeSbom(join(folder, `${product.name}-${product.version}.cdx.json`));
writeSums(folder);
if (!writeWinget(folder, url)) say('No manifest for winget: there is no installer for Windows here.');
if (!writeFlatpak(folder, url, date)) say('No manifest for Flatpak: there is no tar.gz for Linux here.');
say(`Written to ${folder}: ${artifactsIn(folder).length} files in SHA256SUMS.`);

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: '' },
        date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      },
    });
    if (!/^https:\/\/\S+$/.test(values.url) || !/^\d{4}-\d{2}-\d{2}$/.test(values.date)) stop(usage);
    const url = values.url.endsWith('/') ? values.url : `${values.url}/`;
    return { url, date: values.date, folder: positionals[0] ?? join(root, 'release') };
  } catch (error) {
    return stop(`${error.message} ${usage}`);
  }
}
