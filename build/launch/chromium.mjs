/** Finds the Chromium of the tests, and defines how it is started. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Without a graphics card WebGL runs in software. Pages are not drawn that way, which would take several
 * times as long. The other options stop the browser from contacting its maker.
 */
const args = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Where browsers that can run the tests usually are; Edge is part of Windows. */
function usualBrowsers({ env, platform }) {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) =>
      join('/Applications', `${name}.app`, 'Contents', 'MacOS', name),
    );
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
    const programs = [
      join('Google', 'Chrome', 'Application', 'chrome.exe'),
      join('Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
    return programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  }
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
    (name) => `/usr/bin/${name}`,
  );
}

/**
 * The browser that FABDESK_CHROMIUM names, the system's, or one that Playwright has downloaded; null for
 * none.
 */
export function findChromium() {
  return browserPaths(process).find((path) => existsSync(path)) ?? null;
}

/** Every place to search, best first, on the given system. */
export function browserPaths({ env, platform }) {
  const named = env.FABDESK_CHROMIUM ? [env.FABDESK_CHROMIUM] : [];
  return [...named, ...usualBrowsers({ env, platform }), ...playwrightBrowsers({ env, platform })];
}

/** Every place of a Chromium that Playwright has put into its cache for any project. */
function playwrightBrowsers({ env, platform }) {
  const caches = {
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: join(env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  };
  const cache =
    env.PLAYWRIGHT_BROWSERS_PATH ?? caches[platform] ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  const mac = (name) => join(`${name}.app`, 'Contents', 'MacOS', name);
  const programs = [
    join('chrome-linux64', 'chrome'),
    join('chrome-linux', 'chrome'),
    join('chrome-win64', 'chrome.exe'),
    join('chrome-win', 'chrome.exe'),
    ...['chrome-mac-arm64', 'chrome-mac-x64', 'chrome-mac'].flatMap((folder) => [
      join(folder, mac('Google Chrome for Testing')),
      join(folder, mac('Chromium')),
    ]),
  ];
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .flatMap((name) => programs.map((program) => join(cache, name, program)));
}

/** How Playwright starts it. Without a path Playwright uses its own, or says how to get one. */
export function chromiumLaunch() {
  const executablePath = findChromium();
  return { args, env: utf8Env(process.env), ...(executablePath !== null && { executablePath }) };
}

/**
 * In a bare environment Chromium takes file names for ASCII, and a dropped "Häuschen.stl" does not arrive.
 */
function utf8Env(env) {
  const { LC_ALL, LC_CTYPE, LANG } = env;
  const isUtf8 = /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
  return isUtf8 ? { ...env } : { ...env, LC_ALL: 'C.UTF-8' };
}
