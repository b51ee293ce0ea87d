/** `npm run test:windows`: the Windows suite alone; arguments go to vitest (`npm run test:windows -- names`). */
import { become } from './become.mjs';
import { ensureBuilt } from './built.mjs';
import { fabdeskNode, requireNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { root } from './root.mjs';
import { ensureChromium, ensurePackages } from './system.mjs';
import { tool, toolEnv } from './tools.mjs';
import { windowsEnv } from './windows.mjs';

requireNode();
ensurePackages();
ensureInstalled();
ensureBuilt();
const args = ['run', '--config', 'tests/windows/vitest.config.ts', '--reporter=verbose'];
become(fabdeskNode(), tool('vitest', ...args, ...process.argv.slice(2)), {
  cwd: root,
  env: { ...toolEnv(), FABDESK_CHROMIUM: ensureChromium() ?? '', ...windowsEnv() },
});
