import { fileURLToPath } from 'node:url';
import {
  defineConfig,
  type PlaywrightTestOptions,
  type PlaywrightWorkerOptions,
  type Project as ProjectOf,
} from 'playwright/test';
import { chromiumLaunch } from './build/launch/chromium.mjs';
import { releaseTests } from './build/launch/release-tests.mjs';
import type { Host } from './tests/e2e/hosts/fabdesk.ts';
import { patience } from './tests/support/patience.ts';

// The programs that tests start leave the folder of this person's own Fabdesk alone.
process.env['FABDESK_STATE'] ??= fileURLToPath(new URL('./node_modules/.cache/tests-state', import.meta.url));

type Project = ProjectOf<PlaywrightTestOptions & { host: Host }, PlaywrightWorkerOptions>;

const { args, ...launch } = chromiumLaunch();

/** Of the built files, which are the same on every host. */
const filesAlone = '**/bundle.e2e.ts';

/** `npm test` leaves out what only a release needs, and runs on Electron only what other hosts do not have. */
const isShort = process.env['FABDESK_ROUNDS'] === 'few';

const browser: Project = {
  name: 'browser',
  testIgnore: isShort ? releaseTests.map((path) => `**/${path}`) : [],
  use: { host: 'browser' },
};
/** Over the stand-in of Electron, which finds its page through the port for DevTools. */
const electron: Project = {
  name: 'electron',
  testIgnore: filesAlone,
  ...(isShort && { testMatch: '**/electron-window.e2e.ts' }),
  use: {
    host: 'electron',
    launchOptions: { ...launch, args: [...args, '--remote-debugging-port=0'] },
  },
};
/** `npm run smoke:electron` */
const program: Project = {
  name: 'electron-program',
  testIgnore: filesAlone,
  use: { host: 'electron-program' },
};

export default defineConfig<{ host: Host }>({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  workers: 1,
  ...(isShort && { grepInvert: /@release/ }),
  timeout: 2 * patience.test,
  expect: { timeout: patience.element },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: patience.element,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...launch, args },
  },
  projects: process.env['FABDESK_ELECTRON'] ? [program] : [browser, electron],
});
