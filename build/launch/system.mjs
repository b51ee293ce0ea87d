/**
 * What the tests need beyond npm: a Chromium, and for the keychain test libsecret, a keyring and D-Bus. Searches first,
 * and installs only as root on Debian and its derivatives, where one safe command does it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { whereOnPath } from './path.mjs';
import { say } from './say.mjs';
import { runTool } from './tools.mjs';

/** Installs system packages that are missing. Before `npm ci`, so that keytar finds libsecret. */
export function ensurePackages() {
  const missing = [];
  if (findChromium() === null) missing.push('chromium');
  if (process.platform === 'linux') {
    if (!whereOnPath('pkg-config') || !succeeds('pkg-config', ['--exists', 'libsecret-1']))
      missing.push('libsecret-1-dev', 'pkg-config');
    if (!whereOnPath('gnome-keyring-daemon')) missing.push('gnome-keyring');
    if (!whereOnPath('dbus-run-session')) missing.push('dbus');
    if (process.arch === 'x64' && findWine() === null) missing.push('wine64');
  }
  if (missing.length > 0) installPackages(missing);
}

/** A path, or null. After `npm ci`, since Playwright's own download is the last resort. */
export function ensureChromium() {
  if (findChromium() === null) {
    say('No Chromium on this machine; asking Playwright for one.');
    runTool('playwright', ['install', 'chromium']);
  }
  return findChromium();
}

/** The loader of 64-bit Windows programs, or null. Debian installs it beside its server, outside PATH. */
export function findWine() {
  const beside = ['/usr/lib/wine/wine64', '/opt/wine-stable/bin/wine64'];
  return beside.find((path) => existsSync(path)) ?? whereOnPath('wine64');
}

function installPackages(names) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !whereOnPath('apt-get')) {
    say(
      `For every test to run, install: ${names.join(', ')}. What needs them is skipped or looked for elsewhere.`,
    );
    return;
  }
  say(`Installing ${names.join(', ')}.`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 2],
  };
  const apt = (...args) => spawnSync('apt-get', args, options).status === 0;
  if (!apt('update', '-qq') || !apt('install', '-y', '-qq', '--no-install-recommends', ...names)) {
    say('Not all of it could be installed; what needs it is skipped.');
  }
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
