/**
 * `npm run smoke:electron [-- OPTIONS OF PLAYWRIGHT]`: the end-to-end tests on Electron's own program, which
 * is downloaded if it is missing. Where it cannot run, one sentence says what is missing, and nothing is
 * tested.
 */
import { join } from 'node:path';
import { ensureBuilt } from './built.mjs';
import { electronBinary, ensureElectron, whyNotHere } from './electron.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { modules } from './root.mjs';
import { say, stop } from './say.mjs';
import { runTool, toolEnv } from './tools.mjs';

ensureInstalled();
const why = whyNotHere(process);
if (why !== null) stop(`Electron was not tested, since it does not run here: ${why}.`);
const folder = join(modules, 'electron');
const env = { ...toolEnv(), NO_COLOR: '1' };
delete env.FORCE_COLOR;
const mark = join(modules, '.fabdesk-no-electron');
if (!(await ensureElectron({ folder, mark, node: fabdeskNode(), env, isAsked: true, say })))
  stop('Electron was not tested, since its program is missing.');
await ensureBuilt();

env.FABDESK_ELECTRON = electronBinary(folder);
process.exit(runTool('playwright', ['test', '--reporter=list', ...process.argv.slice(2)], env) ? 0 : 1);
