/** `npm run service -- ...`: the print service alone. */
import { join } from 'node:path';
import { become } from './become.mjs';
import { dist, ensureBuilt, ensureInstalled, fabdeskNode } from './ground.mjs';

ensureInstalled();
ensureBuilt();
become(fabdeskNode(), [join(dist, 'service', 'server.js'), ...process.argv.slice(2)]);
