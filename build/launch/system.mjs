/**
 * What the tests need beyond npm: a Chromium, for the keychain test libsecret, a keyring and D-Bus, and for a
 * release PostgreSQL, Wine and CAD programs. Searches first, and installs only on Debian and its derivatives,
 * where one safe command does it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { findChromium } from './chromium.mjs';
import { whereOnPath } from './path.mjs';
import { say } from './say.mjs';
import { runTool } from './tools.mjs';

/**
 * Installs system packages that are missing, before `npm ci`, so that keytar finds libsecret.
 * @param isRelease whether the suites that prove a release run, too
 */
export async function ensurePackages(isRelease) {
  const missing = [];
  if (findChromium() === null) missing.push('chromium');
  if (process.platform === 'linux') {
    if (!whereOnPath('pkg-config') || !succeeds('pkg-config', ['--exists', 'libsecret-1']))
      missing.push('libsecret-1-dev', 'pkg-config');
    if (!whereOnPath('gnome-keyring-daemon')) missing.push('gnome-keyring');
    if (!whereOnPath('dbus-run-session')) missing.push('dbus');
    if (isRelease && process.arch === 'x64' && findWine() === null) missing.push('wine64');
    if (isRelease && !hasPostgres()) missing.push('postgresql');
    if (isRelease) missing.push(...cadPackages.filter((name) => !whereOnPath(programOf(name))));
  }
  if (missing.length > 0) await installPackages(missing);
}

/** The CAD programs of tests/integration/cad, and what shows their windows. */
const cadPackages = [
  ...['freecad', 'blender', 'openscad', 'gmsh', 'prusa-slicer', 'kicad', 'solvespace', 'meshlab'],
  ...['xvfb', 'xauth', 'openbox', 'pcmanfm', 'xdotool'],
];
const programOf = (name) => (name === 'xvfb' ? 'xvfb-run' : name);

/** Debian keeps the server's programs out of PATH (tests/support/postgres.ts finds them the same way). */
const hasPostgres = () => whereOnPath('initdb') !== null || existsSync('/usr/lib/postgresql');

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

/**
 * Installs by apt: at once as root or for a build server (`CI=true`), and for anybody else only after a yes.
 */
async function installPackages(names) {
  const isRoot = process.getuid?.() === 0;
  const canInstall = whereOnPath('apt-get') !== null && (isRoot || whereOnPath('sudo') !== null);
  const mayInstall = canInstall && (isRoot || process.env.CI === 'true' || (await isAllowed(names)));
  if (!mayInstall) {
    say(
      `For every test to run, install: ${names.join(', ')}. What needs them is skipped or looked for elsewhere.`,
    );
    return;
  }
  say(`Installing ${names.join(', ')}.`);
  const apt = (...args) => {
    const [command, ...rest] = isRoot ? ['apt-get', ...args] : ['sudo', 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, rest, { env, stdio: ['inherit', 'ignore', 2] }).status === 0;
  };
  if (!apt('update', '-qq') || !apt('install', '-y', '-qq', '--no-install-recommends', ...names)) {
    say('Not all of it could be installed; what needs it is skipped.');
  }
}

/** Nobody can answer without a terminal. */
async function isAllowed(names) {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`fabdesk: Install ${names.join(', ')} with sudo apt-get? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
