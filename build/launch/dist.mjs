/** `npm run dist [-- OPTIONS]`: builds, and packs with electron-builder, which gets the options. */
import { become } from './become.mjs';
import { ensureBuilt } from './built.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { root } from './root.mjs';
import { tool, toolEnv } from './tools.mjs';

ensureInstalled();
ensureBuilt();
become(fabdeskNode(), tool('electron-builder', ...process.argv.slice(2)), { cwd: root, env: toolEnv() });
