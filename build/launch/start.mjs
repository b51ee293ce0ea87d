/** `npm start`: installs, builds and opens Fabdesk, in Electron where it can run and otherwise in the browser. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureBuilt } from './built.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { dist, modules, root } from './root.mjs';
import { say } from './say.mjs';
import { toolEnv } from './tools.mjs';

const args = process.argv.slice(2);
ensureInstalled();
ensureBuilt();

const why = args.includes('--browser') ? 'as asked' : whyNoElectron();
if (why === null) {
  become(electronBinary(), [root, ...args], { env: process.env });
} else {
  if (why !== 'as asked') say(`Electron does not run here (${why}), so Fabdesk opens in the browser.`);
  const rest = args.filter((arg) => arg !== '--browser');
  become(fabdeskNode(), [join(dist, 'main', 'browser.js'), ...rest]);
}

/** A reason in a few words, or null where Electron can run. */
function whyNoElectron() {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && process.getuid?.() === 0) return 'its sandbox refuses to run as root';
  if (electronBinary() !== null) return null;
  return fetchElectron();
}

function electronBinary() {
  const folder = join(modules, 'electron');
  const name = join(folder, 'path.txt');
  if (!existsSync(name)) return null;
  const binary = join(folder, 'dist', readFileSync(name, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

/** Electron's package comes without its program. A fetch that failed is not tried again for a day. */
function fetchElectron() {
  const mark = join(modules, '.fabdesk-no-electron');
  const failed = 'its program could not be downloaded';
  if (existsSync(mark) && Date.now() - statSync(mark).mtimeMs < 86_400_000) return failed;
  say('Fetching Electron. This happens once.');
  const script = join(modules, 'electron', 'install.js');
  const fetched = spawnSync(fabdeskNode(), [script], { env: toolEnv(), stdio: 'ignore', timeout: 300_000 });
  if (fetched.status === 0 && electronBinary() !== null) return null;
  writeFileSync(mark, '');
  return failed;
}
