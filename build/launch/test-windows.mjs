/** `npm run test:windows`: the Windows suite alone; arguments go to vitest (`npm run test:windows -- names`). */
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureBuilt, ensureInstalled, fabdeskNode, requireNode, root, toolEnv } from './ground.mjs';
import { ensureChromium, ensurePackages } from './system.mjs';
import { windowsEnv } from './windows.mjs';

requireNode();
ensurePackages();
ensureInstalled();
ensureBuilt();
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = ['run', '--config', 'tests/windows/vitest.config.ts', '--reporter=verbose'];
become(fabdeskNode(), [vitest, ...args, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...toolEnv(), FABDESK_CHROMIUM: ensureChromium() ?? '', ...windowsEnv() },
});
