/** `npm run build`: builds dist/ and shows everything that the bundler prints. */
import { become } from './become.mjs';
import { buildScript } from './built.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { root } from './root.mjs';
import { toolEnv } from './tools.mjs';

ensureInstalled();
become(fabdeskNode(), [buildScript], { cwd: root, env: toolEnv() });
