/** `npm run format [-- FILES]`: formats, and mends what the linter can mend safely. */
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
