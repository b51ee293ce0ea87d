/**
 * Starts the tools in node_modules with the project's Node: no shell, no `.cmd` shim, and not the machine's
 * Node, which may be too old for them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fabdeskNode } from './node-runtime.mjs';
import { withPath } from './path.mjs';
import { modules, root } from './root.mjs';

/** Packages whose command has another name. */
const packages = {
  asar: '@electron/asar',
  'electron-fuses': '@electron/fuses',
  tsc: '@typescript/native',
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
};

/** The arguments for Node that start a tool. */
export function tool(command, ...args) {
  const folder = join(modules, packages[command] ?? command);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [join(folder, typeof bin === 'string' ? bin : bin[command]), ...args];
}

/** Runs a tool in this terminal. @returns whether it succeeded */
export function runTool(command, args, env = toolEnv()) {
  const stdio = 'inherit';
  return spawnSync(fabdeskNode(), tool(command, ...args), { cwd: root, env, stdio }).status === 0;
}

/** None of them outlives this command. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs Node with these arguments while other work goes on.
 * @returns whether it succeeded, and what it printed
 */
export function runQuietly(args, env = toolEnv(), stdio = ['ignore', 'pipe', 'pipe']) {
  const child = spawn(fabdeskNode(), args, { cwd: root, env, stdio });
  running.add(child);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ ok: code === 0, output: Buffer.concat(chunks) });
    });
  });
}

/** The environment for tools, so that the programs they start find the project's Node and tools first. */
export const toolEnv = () => withPath(process.env, dirname(fabdeskNode()), join(modules, '.bin'));
