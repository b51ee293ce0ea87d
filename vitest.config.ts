import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from './build/launch/chromium.mjs';
import { patience } from './tests/support/patience.ts';
import { strictProject } from './tests/support/strict-fs/project.ts';

const waiting = { testTimeout: patience.test, expect: { poll: { timeout: patience.element } } };

export default defineConfig({
  test: {
    projects: [
      {
        // For state of the window that is tested without one (`.svelte.ts`).
        plugins: [svelte()],
        test: { name: 'node', include: ['tests/{unit,integration}/**/*.test.ts'], ...waiting },
        resolve: {
          alias: {
            electron: fileURLToPath(new URL('./tests/support/electron-stand-in.ts', import.meta.url)),
          },
        },
      },
      // The layer asks Linux what is open.
      ...(process.platform === 'linux'
        ? [strictProject('windows', waiting), strictProject('macos', waiting)]
        : []),
      {
        plugins: [svelte()],
        // Found before the first test: a dependency that Vite meets later reloads the page under a running test.
        optimizeDeps: {
          entries: ['src-renderer/**/*.{ts,svelte}', 'tests/ui/**/*.ts', 'tests/support/*.ts'],
        },
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.ts'],
          ...waiting,
          setupFiles: ['tests/support/english.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [
              {
                browser: 'chromium',
                provider: playwright({
                  actionTimeout: patience.element,
                  launchOptions: chromiumLaunch(),
                }),
              },
            ],
          },
        },
      },
    ],
  },
});
