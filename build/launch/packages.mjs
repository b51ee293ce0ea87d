/** The installed packages: checks whether they match the lock file, and runs `npm ci` if they do not. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNode, requireNode } from './node-runtime.mjs';
import { runNpm } from './npm.mjs';
import { modules, root } from './root.mjs';
import { say, stop } from './say.mjs';

/** Runs `npm ci` if packages are missing or do not match the lock file, whoever installed them. */
export function ensureInstalled() {
  requireNode();
  if (!isInstalled(root)) install();
  runNamedScripts();
  const problem = ensureNode();
  if (problem !== null) stop(problem);
}

/**
 * Compares the lock file with the one that npm leaves in node_modules when it has finished. Packages for
 * other systems and optional ones that could not be built are missing from the second; additional ones do no
 * harm.
 */
export function isInstalled(folder) {
  const left = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(left)) return false;
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const found = readPackages(left);
  const isThere = ([path, { version, integrity, optional, devOptional }]) =>
    found[path] === undefined
      ? (optional ?? devOptional ?? path === '')
      : found[path].version === version && found[path].integrity === integrity;
  return Object.entries(wanted).every(isThere);
}

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

function install() {
  if (process.platform === 'win32' && process.execPath.startsWith(modules)) {
    stop(
      'This Node lies in node_modules, which must be replaced. Delete the folder node_modules and try again.',
    );
  }
  say('Installing what is missing. This happens once and takes a minute or two.');
  const npm = runNpm(['ci', '--ignore-scripts', '--loglevel=error'], { cwd: root });
  if (npm.status !== 0) {
    process.stderr.write(npm.log);
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(npm.log)) {
      stop('The packages could not be fetched: no connection to the npm registry. Go online and try again.');
    }
    if (/ENOSPC/.test(npm.log)) stop('The disk is full. Free about 1.5 GB and try again.');
    if (/EPERM|EBUSY/.test(npm.log)) {
      stop(
        'A file in node_modules is in use. Close Fabdesk and the editor, delete node_modules and try again.',
      );
    }
    stop("npm could not install the packages; npm's message is above.");
  }
}

/**
 * Runs the install scripts that package.json names (`allowScripts`), once for each installation. `.npmrc`
 * turns off all others, whoever installs. Nothing is downloaded for them: a package is built from its locked
 * sources, or left out.
 */
function runNamedScripts() {
  const mark = join(modules, '.fabdesk-scripts');
  if (existsSync(mark)) return;
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = Object.keys(allowScripts).filter(
    (name) =>
      allowScripts[name] === true &&
      existsSync(join(modules, name)) &&
      !existsSync(join(modules, name, 'build', 'Release')),
  );
  const env = { ...process.env, npm_config_build_from_source: 'true' };
  for (const name of named)
    runNpm(['rebuild', name, '--ignore-scripts=false', '--loglevel=error'], { cwd: root, env });
  if (!existsSync(join(modules, 'keytar', 'build', 'Release', 'keytar.node'))) {
    say(
      'keytar was not built (it needs a C++ compiler, and on Linux libsecret-1-dev). ' +
        'The keychain is reached through @napi-rs/keyring instead.',
    );
  }
  writeFileSync(mark, `${named.join('\n')}\n`);
}
