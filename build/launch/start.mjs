/**
 * `npm start`: installs, builds and opens Fabdesk, in Electron if it can run and otherwise in the browser.
 * `--browser` chooses the browser, `--electron` repeats a failed download; all other options go to Fabdesk.
 */
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureBuilt } from './built.mjs';
import { electronBinary, ensureElectron, whyNotHere } from './electron.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { dist, modules, root } from './root.mjs';
import { say } from './say.mjs';
import { toolEnv } from './tools.mjs';

const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== '--browser' && arg !== '--electron');
ensureInstalled();
await ensureBuilt();

const folder = join(modules, 'electron');
if (await electronRuns()) become(electronBinary(folder), [root, ...args], { env: process.env });
else become(fabdeskNode(), [join(dist, 'main', 'browser.js'), ...args]);

async function electronRuns() {
  if (given.includes('--browser')) return false;
  const why = whyNotHere(process);
  if (why !== null) say(`Electron does not run here (${why}), so Fabdesk opens in the browser.`);
  if (why !== null) return false;
  const mark = join(modules, '.fabdesk-no-electron');
  const isAsked = given.includes('--electron');
  const runs = await ensureElectron({ folder, mark, node: fabdeskNode(), env: toolEnv(), isAsked, say });
  if (!runs) say('Fabdesk opens in the browser, where it does the same.');
  return runs;
}
