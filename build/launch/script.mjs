/** Runs one of the project's TypeScript programs with the arguments of this command. */
import { join } from 'node:path';
import { become } from './become.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { root } from './root.mjs';
import { toolEnv } from './tools.mjs';

/** @param prepare runs after installing and before the program starts */
export function becomeScript(path, prepare = () => undefined) {
  ensureInstalled();
  prepare();
  become(fabdeskNode(), [...nodeOptions(), join(root, path), ...process.argv.slice(2)], {
    cwd: root,
    env: toolEnv(),
  });
}

/** Node up to 22.17 needs an option to run TypeScript. */
function nodeOptions() {
  const isOurs = fabdeskNode() !== process.execPath;
  const runsTypeScript = isOurs || Boolean(process.features.typescript);
  return ['--disable-warning=ExperimentalWarning', ...(runsTypeScript ? [] : ['--experimental-strip-types'])];
}
