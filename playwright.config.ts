import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { chromiumLaunch } from './build/launch/chromium.mjs';
import { patience } from './tests/support/patience.ts';

// The programs that tests start leave the folder of this person's own Fabdesk alone.
process.env['FABDESK_STATE'] ??= fileURLToPath(new URL('./node_modules/.cache/tests-state', import.meta.url));

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  workers: 1,
  timeout: 2 * patience.test,
  expect: { timeout: patience.element },
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: patience.element,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumLaunch(),
  },
});
