/**
 * The ground that every command stands on: a Node that is new enough, installed packages, a current build.
 * Plain JavaScript without dependencies, since it runs on the machine's own Node before anything is installed.
 * Everything it says goes to stderr; stdout belongs to the command.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const dist = join(root, 'dist');
const modules = join(root, 'node_modules');
const installStamp = join(modules, '.fabdesk-installed');

export const say = (sentence) => process.stderr.write(`fabdesk: ${sentence}\n`);

/** Ends the command with a sentence instead of a stack. */
export function stop(sentence) {
  say(sentence);
  process.exit(1);
}

/** Refuses a Node that cannot even run npm's own packages here. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(
    `Node ${process.versions.node} is too old. Install Node 20.19 or newer from nodejs.org and try again.`,
  );
}

/** The Node that runs Fabdesk: this one where it is new enough, otherwise the one that npm installed. */
export function fabdeskNode() {
  if (Number(process.versions.napi) >= 10) return process.execPath;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(modules, 'node', 'bin', name);
  if (existsSync(installed)) return installed;
  return stop(
    `Fabdesk needs Node 22.14 or newer; this is ${process.versions.node}, and npm did not install the one that the ` +
      'project names. Delete the folder node_modules and try again, or install a newer Node from nodejs.org.',
  );
}

/** PATH with the project's Node and tools in front, as npm scripts see it. */
export const toolEnv = () => ({
  ...process.env,
  PATH: [dirname(fabdeskNode()), join(modules, '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  ),
});

/** Runs `npm ci` where packages are missing or older than the lock file. */
export function ensureInstalled() {
  requireNode();
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === wanted) return;
  say('Installing what is missing. This happens once and takes a minute or two.');
  // npm's own patience with a missing network is minutes a package.
  const patience = [
    '--prefer-offline',
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ];
  const npm = spawnSync('npm', ['ci', '--loglevel=error', '--no-progress', ...patience], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (npm.error) stop('npm was not found. Install Node with npm from nodejs.org and try again.');
  if (npm.status !== 0) {
    const log = `${npm.stdout}${npm.stderr}`;
    process.stderr.write(log);
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(log)) {
      stop('The packages could not be fetched: no connection to the npm registry. Go online and try again.');
    }
    if (/ENOSPC/.test(log)) stop('The disk is full. Free about 1.5 GB and try again.');
    stop('npm could not install the packages; its words stand above.');
  }
  if (!existsSync(join(modules, 'keytar', 'build', 'Release', 'keytar.node'))) {
    say(
      'keytar was not built (it wants a C++ compiler, and on Linux libsecret-1-dev). ' +
        'The keychain is reached through @napi-rs/keyring instead.',
    );
  }
  writeFileSync(installStamp, wanted);
}

const sourceRoots = ['src-main', 'src-renderer', 'src-service', 'src-shared', 'build'];

/** Changes whenever a source file does. */
export function sourcesStamp() {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stat = statSync(join(root, path));
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) walk(`${path}/${name}`);
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const path of [...sourceRoots, 'package.json']) walk(path);
  return hash.digest('hex');
}

/** Builds dist/ where it is missing or older than the sources. */
export function ensureBuilt() {
  const stamp = join(dist, '.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesStamp()) return;
  say('Building.');
  const built = spawnSync(fabdeskNode(), [join(root, 'build', 'compile.mjs')], {
    cwd: root,
    env: toolEnv(),
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0) stop('The build failed; the reason stands above.');
}
