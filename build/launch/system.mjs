/**
 * What the tests want of the machine beyond npm: a Chromium, and for the keychain test libsecret, a keyring and
 * D-Bus. Looks first; installs only as root on Debian and its kin, where that is one safe command.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { say } from './ground.mjs';

const browsers = [
  process.env.FABDESK_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env.PROGRAMFILES ?? 'C:\\Program Files'}\\Google\\Chrome\\Application\\chrome.exe`,
];

/** Installs system packages that are missing. Before `npm ci`, so that keytar finds libsecret. */
export function ensurePackages() {
  const missing = [];
  if (findChromium() === null) missing.push('chromium');
  if (process.platform === 'linux') {
    if (!onPath('pkg-config') || !ok('pkg-config', ['--exists', 'libsecret-1']))
      missing.push('libsecret-1-dev', 'pkg-config');
    if (!onPath('gnome-keyring-daemon')) missing.push('gnome-keyring');
    if (!onPath('dbus-run-session')) missing.push('dbus');
    if (process.arch === 'x64' && findWine() === null) missing.push('wine64');
  }
  if (missing.length > 0) installPackages(missing);
}

/** A path, or null. After `npm ci`, since Playwright's own download is the last resort. */
export function ensureChromium() {
  if (findChromium() === null) installWithPlaywright();
  return findChromium();
}

function findChromium() {
  const found = browsers.find((path) => path && existsSync(path));
  return found ?? playwrightChromium();
}

/** A Chromium that Playwright has put into its cache for any project. */
function playwrightChromium() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
      win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    }[process.platform] ??
    join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return null;
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  for (const arch of ['mac', 'mac-arm64', 'mac-x64']) {
    programs.push(`chrome-${arch}/Chromium.app/Contents/MacOS/Chromium`);
  }
  return (
    readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .flatMap((name) => programs.map((program) => join(cache, name, program)))
      .find((path) => existsSync(path)) ?? null
  );
}

/** The loader of 64-bit Windows programs, or null. Debian keeps it beside its server, off the PATH. */
export function findWine() {
  const folders = ['/usr/lib/wine', '/opt/wine-stable/bin', ...(process.env.PATH ?? '').split(':')];
  return folders.map((folder) => join(folder, 'wine64')).find((path) => existsSync(path)) ?? null;
}

function installPackages(names) {
  const root = process.getuid?.() === 0;
  if (!root || !onPath('apt-get')) {
    say(
      `For every test to run, install: ${names.join(', ')}. What needs them is skipped or looked for elsewhere.`,
    );
    return;
  }
  say(`Installing ${names.join(', ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 2] }).status === 0;
  if (!apt('update', '-qq') || !apt('install', '-y', '-qq', '--no-install-recommends', ...names)) {
    say('Not all of it could be installed; what needs it is skipped.');
  }
}

function installWithPlaywright() {
  say('No Chromium on this machine; asking Playwright for one.');
  spawnSync('npx', ['playwright', 'install', 'chromium'], {
    stdio: ['ignore', 2, 2],
    timeout: 600_000,
    shell: process.platform === 'win32',
  });
}

const ok = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
export const onPath = (command) =>
  (process.env.PATH ?? '').split(':').some((folder) => folder !== '' && existsSync(join(folder, command)));
