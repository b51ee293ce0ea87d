/**
 * Starts npm as `node npm-cli.js`: on Windows npm itself is a batch file, which only a shell can start, and a
 * shell splits a path at its spaces.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { whereOnPath } from './path.mjs';
import { stop } from './say.mjs';

// By default npm retries for minutes per package if the network is missing.
const patience = [
  '--prefer-offline',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--no-progress',
];

/** @returns npm's exit status, its answer, and its complete output */
export function runNpm(args, options) {
  const npm = npmCli() ?? stop('npm was not found. Install Node with npm from nodejs.org and try again.');
  const { status, stdout, stderr } = spawnSync(process.execPath, [npm, ...args, ...patience], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  return { status, stdout, log: `${stdout ?? ''}${stderr ?? ''}` };
}

/** The npm that runs this, the one beside this Node, or the first on PATH. */
function npmCli() {
  const cli = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const besideNode = dirname(process.execPath);
  const onPath = whereOnPath('npm');
  const candidates = [
    process.env.npm_execpath,
    join(besideNode, cli),
    join(besideNode, '..', 'lib', cli),
    onPath && realpathSync(onPath),
    onPath && join(dirname(onPath), cli),
    onPath && join(dirname(onPath), '..', 'lib', cli),
  ];
  return candidates.find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path)) ?? null;
}
