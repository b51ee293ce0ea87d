/**
 * The Node that runs Fabdesk: the machine's own if it is new enough, otherwise the one that `build/node`
 * names for this system, fixed by hash in a lock file. It is outside the root's node_modules, so `npm ci`
 * there never replaces a running program, and nothing of it can get into a package.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './npm.mjs';
import { say, stop } from './say.mjs';

const folder = fileURLToPath(new URL('../node/', import.meta.url));
const packages = () => readJson(join(folder, 'package.json')).optionalDependencies;
const isNewEnough = Number(process.versions.napi) >= 10;
const advice = 'Install Node 24 or newer from nodejs.org and try again.';

/** Refuses a Node that cannot even run npm's own packages here. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Node ${process.versions.node} is too old. ${advice}`);
}

/** The path of the Node that runs Fabdesk. */
export function fabdeskNode() {
  const path = isNewEnough ? process.execPath : installedNode();
  return path ?? stop(`Fabdesk needs Node 22.14 or newer, and this is ${process.versions.node}. ${advice}`);
}

/**
 * Installs a Node if the machine's own is too old.
 * @returns a sentence that says why Fabdesk cannot run, or null if it can
 */
export function ensureNode() {
  if (isNewEnough || installedNode() !== null) return null;
  const { platform, arch, versions } = process;
  say(`This is Node ${versions.node}, and Fabdesk needs 22.14 or newer. Fetching one for this folder only.`);
  const { npm_config_omit: _, ...env } = process.env;
  const npm = runNpm(
    ['ci', '--ignore-scripts', '--prefix', folder, '--include=optional', '--loglevel=error'],
    {
      cwd: folder,
      env,
    },
  );
  if (npm.status !== 0) {
    process.stderr.write(npm.log);
    return `No newer Node could be fetched; npm's message is above. ${advice}`;
  }
  const path = installedNode();
  if (path === null) return `The npm registry has no newer Node for ${platform} ${arch}. ${advice}`;
  // A package for glibc can be installed on a Linux without it, but does not start there.
  if (spawnSync(path, ['--version']).status !== 0) {
    return `The Node that the npm registry has for ${platform} ${arch} does not start here. ${advice}`;
  }
  return null;
}

/** The Node of `build/node` in the required version, or null. */
function installedNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const [name, version] of Object.entries(packages())) {
    const installed = join(folder, 'node_modules', name);
    const path = join(installed, 'bin', program);
    if (existsSync(path) && readJson(join(installed, 'package.json')).version === version) return path;
  }
  return null;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
