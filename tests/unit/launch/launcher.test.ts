import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserPaths } from '../../../build/launch/chromium.mjs';
import { isInstalled } from '../../../build/launch/packages.mjs';
import { withPath } from '../../../build/launch/path.mjs';
import { findTests, suites } from '../../../build/launch/suites.mjs';
import nodeLock from '../../../build/node/package-lock.json' with { type: 'json' };
import { temporaryFolder } from '../../support/folder.ts';

describe('the browser of the tests', () => {
  it.each([
    ['darwin', 'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'],
    ['darwin', 'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'],
    ['win32', 'chrome-win64/chrome.exe'],
    ['linux', 'chrome-linux64/chrome'],
  ] as const)(
    'The browser of the tests is found where Playwright installs it: %s, %s',
    (platform, program) => {
      const cache = temporaryFolder();
      mkdirSync(join(cache, 'chromium-1234'));
      const paths = browserPaths({ platform, env: { PLAYWRIGHT_BROWSERS_PATH: cache } });
      expect(paths).toContain(join(cache, 'chromium-1234', program));
    },
  );

  it('FABDESK_CHROMIUM precedes any other browser.', () => {
    expect(browserPaths({ platform: 'linux', env: { FABDESK_CHROMIUM: '/opt/chromium' } })[0]).toBe(
      '/opt/chromium',
    );
  });
});

describe('the installed packages', () => {
  const locked = {
    '': { version: '1.0.0' },
    'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
    'node_modules/for-other-systems': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  };
  function folderWith(packages: Record<string, object> | null): string {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
    mkdirSync(join(folder, 'node_modules'));
    if (packages !== null) {
      writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
    }
    return folder;
  }
  const zod = locked['node_modules/zod'];

  it('The installed packages match the lock file after a manual npm ci.', () => {
    expect(isInstalled(folderWith({ 'node_modules/zod': zod }))).toBe(true);
  });

  it('Additional packages are accepted.', () => {
    expect(
      isInstalled(folderWith({ 'node_modules/zod': zod, 'node_modules/more': { version: '1.0.0' } })),
    ).toBe(true);
  });

  it.each([
    ['nothing was installed', null],
    ['one is missing', {}],
    ['one has another version', { 'node_modules/zod': { ...zod, version: '3.9.0' } }],
    ['one has other bytes', { 'node_modules/zod': { ...zod, integrity: 'sha512-c' } }],
  ])('The packages are installed again if %s.', (_, packages) => {
    expect(isInstalled(folderWith(packages))).toBe(false);
  });
});

describe('the Node for machines with an older one', () => {
  const packages = Object.entries(nodeLock.packages).filter(([path]) => path !== '') as unknown as [
    string,
    { os: string; cpu: string; version: string; optional: boolean },
  ][];

  it('A Node is available for every system that Fabdesk runs on, and used only if needed.', () => {
    expect(packages.map(([, { os, cpu }]) => `${os} ${cpu}`).sort()).toEqual([
      'darwin arm64',
      'darwin x64',
      'linux arm64',
      'linux x64',
      'win32 arm64',
      'win32 x64',
    ]);
    for (const [, { optional }] of packages) expect(optional).toBe(true);
  });

  it('The Node can load the database: N-API 10 came with 22.14.', () => {
    for (const [path, { version }] of packages) {
      const [major = 0, minor = 0] = version.split('.').map(Number);
      expect(major >= 24 || (major === 22 && minor >= 14), path).toBe(true);
    }
  });

  it('The Node stays out of installers.', () => {
    const builder = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
    expect(builder).toMatch(/^files:\n {2}- dist\//m);
    expect(builder).not.toMatch(/^ {2}- '?build\//m);
  });
});

describe('PATH for the tools', () => {
  it('PATH is extended under the name that Windows gave it, so that there are not two.', () => {
    expect(withPath({ Path: 'old', HOME: '/home/ada' }, 'first', 'second')).toEqual({
      Path: ['first', 'second', 'old'].join(delimiter),
      HOME: '/home/ada',
    });
  });
});

describe('npm test -- FILE', () => {
  it('Test files are found by any part of their path, as any system’s shell writes it.', () => {
    const own = 'tests/unit/launch/launcher.test.ts';
    const none = Object.fromEntries(Object.keys(suites).map((suite) => [suite, []]));
    for (const pattern of ['launch/launcher', './tests/unit/launch/launcher', 'unit\\launch\\launcher']) {
      expect(findTests([pattern])).toEqual({ ...none, node: [own] });
    }
    expect(findTests(['long/torture'])).toEqual({ ...none, long: ['tests/long/torture.test.ts'] });
    const release = ['tests/integration/hosts/electron-tray.test.ts'];
    expect(findTests(['electron-tray'])).toEqual({ ...none, 'node-release': release });
  });
});
