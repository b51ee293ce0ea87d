/** `npm run format [-- FILES]`: formats, and fixes what the linter can fix safely. */
import { become } from './become.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { root } from './root.mjs';
import { tool, toolEnv } from './tools.mjs';

ensureInstalled();
become(fabdeskNode(), tool('biome', 'check', '--write', ...process.argv.slice(2)), {
  cwd: root,
  env: toolEnv(),
});
