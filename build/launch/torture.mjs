/** `npm run torture -- --kills N`: real processes killed, lied to and damaged; tests/torture/main.ts says what it takes. */
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureInstalled, fabdeskNode, root, toolEnv } from './ground.mjs';

ensureInstalled();
become(fabdeskNode(), [join(root, 'tests', 'torture', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnv(),
});
