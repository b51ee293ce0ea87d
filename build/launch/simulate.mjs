/** `npm run simulate -- --seeds N`: the real queue in a simulated world; tests/simulation/main.ts says what it takes. */
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureInstalled, fabdeskNode, root, toolEnv } from './ground.mjs';

ensureInstalled();
become(fabdeskNode(), [join(root, 'tests', 'simulation', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnv(),
});
