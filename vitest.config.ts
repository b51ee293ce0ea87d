import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const chromium = process.env['FABDESK_CHROMIUM'] ?? '/usr/bin/chromium';

/** For a machine that does much else; a test that hangs is no quicker to find with less. Ms. */
const testTimeout = 60_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/{unit,integration}/**/*.test.ts'],
          testTimeout,
          expect: { poll: { timeout: 20_000 } },
        },
        resolve: {
          alias: { electron: new URL('./tests/support/electron-stand-in.ts', import.meta.url).pathname },
        },
      },
      {
        plugins: [svelte()],
        // Found before the first test: a dependency that Vite meets later reloads the page under a running test.
        optimizeDeps: {
          entries: ['src-renderer/**/*.{ts,svelte}', 'tests/ui/**/*.ts', 'tests/support/*.ts'],
        },
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.ts'],
          testTimeout,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [
              {
                browser: 'chromium',
                provider: playwright({
                  launchOptions: {
                    executablePath: chromium,
                    args: [
                      '--no-sandbox',
                      '--use-angle=swiftshader',
                      '--enable-unsafe-swiftshader',
                      '--ignore-gpu-blocklist',
                      '--disable-background-networking',
                      '--disable-component-update',
                      '--disable-sync',
                      '--no-first-run',
                    ],
                  },
                }),
              },
            ],
          },
        },
      },
    ],
  },
});
