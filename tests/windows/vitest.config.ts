import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * `npm test -- tests/windows`: the built application as a Windows program (machine.ts says where that runs).
 */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    name: 'windows',
    include: ['tests/windows/**/*.test.ts'],
    globalSetup: ['tests/windows/machine.ts'],
    // One Windows, and one file of tests at a time on it, since its programs take most of the time.
    fileParallelism: false,
    // For a machine that does much else at the same time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
