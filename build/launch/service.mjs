/** `npm run service -- ...`: the print service alone. */
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureBuilt } from './built.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { dist } from './root.mjs';

ensureInstalled();
ensureBuilt();
become(fabdeskNode(), [join(dist, 'service', 'server.js'), ...process.argv.slice(2)]);
