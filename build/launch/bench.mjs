/** `npm run bench -- geometry [--json]`: side-by-side measurements, on the built program. */
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureBuilt, ensureInstalled, fabdeskNode, root, toolEnv } from './ground.mjs';

ensureInstalled();
ensureBuilt();
// Node 22 wants the flag to run TypeScript; newer ones take it as a matter of course.
const node = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
become(fabdeskNode(), [...node, join(root, 'bench', 'main.ts'), ...process.argv.slice(2)], {
  env: toolEnv(),
});
