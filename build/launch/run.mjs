/**
 * The commands that run one program: `node build/launch/run.mjs COMMAND [OPTIONS]`. Installs what is missing,
 * builds if the program is or needs the built Fabdesk, and hands all options on. The programs list their
 * options themselves.
 */
import { join } from 'node:path';
import { become } from './become.mjs';
import { buildScript, ensureBuilt } from './built.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { dist, root } from './root.mjs';
import { stop } from './say.mjs';
import { tool, toolEnv } from './tools.mjs';

/** Node up to 22.17 needs an option to run TypeScript. */
const script = (path) => [
  '--disable-warning=ExperimentalWarning',
  ...(fabdeskNode() !== process.execPath || process.features.typescript
    ? []
    : ['--experimental-strip-types']),
  join(root, path),
];

/** The arguments for Node, and whether the program needs dist/. */
const commands = {
  bench: () => [script('bench/main.ts'), true],
  build: () => [[buildScript], false],
  dist: () => [tool('electron-builder'), true],
  format: () => [tool('biome', 'check', '--write'), false],
  fuzz: () => [script('tests/fuzz/main.ts'), false],
  screenshots: () => [script('tests/screenshots/main.ts'), true],
  service: () => [[join(dist, 'service', 'server.js')], true],
  simulate: () => [script('tests/simulation/main.ts'), false],
  torture: () => [script('tests/torture/main.ts'), false],
};

const [name, ...options] = process.argv.slice(2);
const command = commands[name] ?? stop(`There is no command ${name}: ${Object.keys(commands).join(', ')}.`);
ensureInstalled();
const [args, needsBuild] = command();
if (needsBuild) await ensureBuilt();
// The service belongs to the folder in which it was started, and to nobody's tools.
const isService = name === 'service';
become(fabdeskNode(), [...args, ...options], isService ? {} : { cwd: root, env: toolEnv() });
