import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from './build/launch/chromium.mjs';
import { releaseTests } from './build/launch/release-tests.mjs';
import { builtWorker } from './tests/support/built-worker.ts';
import { patience } from './tests/support/patience.ts';
import { postgresPrograms } from './tests/support/postgres.ts';
import { strictProject } from './tests/support/strict-fs/project.ts';

const waiting = {
  testTimeout: patience.test,
  hookTimeout: patience.test,
  expect: { poll: { timeout: patience.element } },
};

/**
 * For the programs that tests start: they are TypeScript, and compiling it takes most of the time of a start. And they leave
 * the folder of this person's own Fabdesk alone.
 */
const cache = (name: string) => fileURLToPath(new URL(`./node_modules/.cache/${name}`, import.meta.url));
const env = { NODE_COMPILE_CACHE: cache('tests'), FABDESK_STATE: cache('tests-state') };

/** What stores, reads, measures or removes files, and runs a second time with them in S3-compatible storage. */
const aboutFiles = [
  'backup',
  'cart-files-photos',
  'customised',
  'departed-clients',
  'measure-ahead',
  'models',
  'races',
  'upload-bodies',
].map((name) => `tests/integration/service/${name}.test.ts`);
/**
 * Files that replace modules need some of their own; all others share those of the files before them, which saves the
 * time of loading them again.
 */
const replacing = globSync('tests/{unit,integration,ui}/**/*.test.ts').filter((path) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8')),
);
const packaging = 'tests/integration/packaging/**/*.test.ts';
const storage = 'tests/integration/s3/**/*.test.ts';
const onPostgresOnly = 'tests/integration/postgres/**/*.test.ts';
/** What has no database, or is about the files of SQLite. */
const sqliteOnly = ['migrations', 'npm-client', 'server-process', 'private-access', 'upload-limit'].map(
  (name) => `tests/integration/service/${name}.test.ts`,
);

const onProcesses = ['races', 'orders', 'rehearsal', 'tokens'].map(
  (name) => `tests/integration/service/${name}.test.ts`,
);

/** The unit and integration tests, or some of them. */
const nodeProject = (name: string, which: { include?: string[]; exclude: string[]; isolate?: false }) => ({
  // For state of the window that is tested without one (`.svelte.ts`).
  plugins: [svelte()],
  test: {
    name,
    include: ['tests/{unit,integration}/**/*.test.ts'],
    ...which,
    ...waiting,
    unstubGlobals: true,
    env,
    // Every processor: by itself Vitest leaves one free, which on two is half of the machine.
    maxWorkers: '100%',
  },
  resolve: {
    alias: { electron: fileURLToPath(new URL('./tests/support/electron/electron.ts', import.meta.url)) },
  },
});

/** The tests of the window, in a real browser, or some of them. */
const uiProject = (name: string, which: { include?: string[]; exclude?: string[] }) => ({
  plugins: [svelte(), builtWorker()],
  // The page has no environment (tests/support/rounds.ts).
  define: { 'process.env.FABDESK_ROUNDS': JSON.stringify(process.env['FABDESK_ROUNDS'] ?? '') },
  // Found before the first test: a dependency that Vite meets later reloads the page under a running test.
  optimizeDeps: {
    entries: ['src-renderer/**/*.{ts,svelte}', 'tests/ui/**/*.ts', 'tests/support/*.ts'],
    include: ['axe-core'],
  },
  test: {
    name,
    include: ['tests/ui/**/*.test.ts'],
    ...which,
    isolate: false,
    ...waiting,
    setupFiles: ['tests/support/english.ts', 'tests/support/without-picture.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [
        {
          browser: 'chromium' as const,
          provider: playwright({
            actionTimeout: patience.element,
            launchOptions: chromiumLaunch(),
          }),
        },
      ],
    },
  },
});

export default defineConfig({
  test: {
    tags: [{ name: 'release', description: 'only npm run test:all, and a run of the file by its name' }],
    projects: [
      nodeProject('node', {
        exclude: [onPostgresOnly, storage, packaging, ...replacing, ...releaseTests],
        isolate: false,
      }),
      nodeProject('replacing', { include: replacing, exclude: ['tests/ui/**', ...releaseTests] }),
      nodeProject('node-release', { include: releaseTests, exclude: ['tests/{ui,e2e}/**'] }),
      // The suite of the service again, on PostgreSQL; without one, what says so is skipped.
      {
        test: {
          name: 'postgres',
          include:
            postgresPrograms === null
              ? [onPostgresOnly]
              : [
                  'tests/integration/service/**/*.test.ts',
                  'tests/integration/s3/outage.test.ts',
                  onPostgresOnly,
                ],
          exclude: sqliteOnly,
          ...waiting,
          env: { ...env, FABDESK_TEST_STORE: 'postgres' },
          globalSetup: ['tests/support/stores/cluster.ts'],
          maxWorkers: '100%',
        },
      },
      // What several processes of a service must agree on, with three of them.
      {
        test: {
          name: 'processes',
          include: postgresPrograms === null ? [] : onProcesses,
          ...waiting,
          // Each service starts two programs.
          hookTimeout: 60_000,
          env: { ...env, FABDESK_TEST_STORE: 'postgres', FABDESK_TEST_PROCESSES: '3' },
          globalSetup: ['tests/support/stores/cluster.ts'],
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'storage',
          include: [...aboutFiles, storage],
          ...waiting,
          env: { ...env, FABDESK_TEST_FILES: 's3' },
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'packaging',
          include: [packaging],
          ...waiting,
          env,
        },
      },
      {
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          ...waiting,
          env,
        },
      },
      // The layer asks Linux what is open.
      ...(process.platform === 'linux'
        ? [strictProject('windows', waiting), strictProject('macos', waiting)]
        : []),
      uiProject('ui', { exclude: releaseTests }),
      uiProject('ui-release', { include: releaseTests.filter((path) => path.startsWith('tests/ui/')) }),
    ],
  },
});
