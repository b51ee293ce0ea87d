/**
 * `npm run check:package [-- FOLDER]`: checks what electron-builder has packed into release/, or into another
 * folder. Outside the archive there are only the program and the native packages for this system; there are
 * no sources and no Node, and every fuse is set as in electron-builder.yml.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureNode, fabdeskNode } from './node-runtime.mjs';
import { root } from './root.mjs';
import { say, stop } from './say.mjs';
import { tool, toolEnv } from './tools.mjs';

const occtNotices = ['license.occt.txt', 'license.occt-import-js.txt', 'occt-import-js.changes.txt'];

const problem = ensureNode();
if (problem !== null) stop(problem);
const archives = findArchives(process.argv[2] ?? join(root, 'release'));
if (archives.length === 0) stop('There is no package. Run npm run dist -- --dir first.');
const faults = archives.flatMap((archive) => faultsOf(archive).map((fault) => `${archive}: ${fault}`));
for (const fault of faults) say(fault);
say(`${archives.length} packages checked, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);

function findArchives(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'app.asar')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function faultsOf(archive) {
  const faults = [];
  const files = filesIn(archive);
  for (const wanted of [
    'package.json',
    'dist/electron/main.js',
    'dist/electron/preload.cjs',
    'dist/electron/keyring.child.js',
    'dist/electron/service.child.js',
    'dist/renderer/index.html',
    'dist/renderer/licenses.json',
    'LICENSE',
  ]) {
    if (!files.includes(wanted)) faults.push(`${wanted} is missing`);
  }
  const natives = ['better-sqlite3', 'keytar', '@napi-rs'].map((name) => `node_modules/${name}`);
  const isExpected = (file) =>
    file === 'package.json' ||
    file === 'LICENSE' ||
    ['dist/electron', 'dist/renderer', ...natives].some((folder) => file.startsWith(`${folder}/`));
  for (const file of files) {
    if (!isExpected(file)) faults.push(`${file} does not belong into a package`);
    if (/\.(map|ts|c|cc|cpp|h|gyp|exe)$|\/bin\/node$/.test(file))
      faults.push(`${file} is a source or a program`);
    const isUnpacked = existsSync(join(`${archive}.unpacked`, file));
    if (file.endsWith('.node') && !isUnpacked)
      faults.push(`${file} cannot be loaded from inside the archive`);
    if (/occt-import-js[^/]*\.wasm$/.test(file)) {
      if (!isUnpacked) faults.push(`${file} cannot be replaced inside the archive`);
      for (const notice of occtNotices)
        if (!files.includes(join(dirname(file), notice).replaceAll('\\', '/')))
          faults.push(`${notice} is missing beside ${file}`);
    }
  }
  const databases = files.filter((file) => /better-sqlite3\/.*\.node$/.test(file));
  const isThisSystem = (file) => file.endsWith(`/${process.platform}-${process.arch}.node`);
  if (databases.length !== 1 || !databases.every(isThisSystem))
    faults.push(`better-sqlite3 is not for this system alone: ${databases.join(', ') || 'nothing of it'}`);
  const openCascades = files.filter((file) => /occt-import-js[^/]*\.wasm$/.test(file));
  if (openCascades.length !== 1) faults.push(`OpenCascade is there ${openCascades.length} times, not once`);
  return [...faults, ...fuseFaults(archive)];
}

function filesIn(archive) {
  const list = spawnSync(fabdeskNode(), tool('asar', 'list', archive), { env: toolEnv(), encoding: 'utf8' });
  if (list.status !== 0) stop(`${archive} cannot be read.\n${list.stderr}`);
  const paths = list.stdout
    .split('\n')
    .filter(Boolean)
    .map((path) => path.replaceAll('\\', '/').slice(1));
  const folders = new Set(paths.map(dirname));
  return paths.filter((path) => !folders.has(path));
}

/** Each line of `electronFuses` in electron-builder.yml, compared with what is set in the program. */
function fuseFaults(archive) {
  const resources = dirname(archive);
  const program = {
    darwin: join(resources, '..', '..'),
    win32: join(resources, '..', 'Fabdesk.exe'),
    linux: join(resources, '..', 'fabdesk'),
  }[process.platform];
  const args = tool('electron-fuses', 'read', '--app', program);
  const read = spawnSync(fabdeskNode(), args, { env: { ...toolEnv(), NO_COLOR: '1' }, encoding: 'utf8' });
  const builder = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const block = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(builder)?.[1] ?? '';
  const wanted = [...block.matchAll(/^ {2}(\w+): (true|false)$/gm)];
  return wanted
    .filter(([, name, value]) => {
      const line = `${name[0].toUpperCase()}${name.slice(1)} is ${value === 'true' ? 'Enabled' : 'Disabled'}`;
      return !read.stdout.includes(line);
    })
    .map(([, name, value]) => `the fuse ${name} is not ${value}`);
}
