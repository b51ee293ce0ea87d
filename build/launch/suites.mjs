/**
 * The suites of tests: what runs each, and which files are its own. `npm test` runs the suites of `quick`,
 * which prove a change; `npm run test:all` runs those of `release` after them, which prove a release.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { releaseTests } from './release-tests.mjs';
import { root } from './root.mjs';

const vitest = (...projects) => projects.flatMap((project) => ['--project', project]);

const uiTests = /^tests\/ui\/.*\.test\.ts$/;
const isForRelease = (path) => releaseTests.includes(path);
const nodeTests = /^tests\/(unit|integration)\/(?!packaging|postgres|s3).*\.test\.ts$/;

/** `files`: the ones to find by a part of their path. */
export const suites = {
  node: {
    args: vitest('node', 'replacing'),
    files: { test: (path) => nodeTests.test(path) && !isForRelease(path) },
  },
  // Mostly whole programs that are killed and started again.
  'node-release': {
    args: vitest('node-release'),
    files: { test: (path) => nodeTests.test(path) && isForRelease(path) },
  },
  ui: {
    args: vitest('ui'),
    files: { test: (path) => uiTests.test(path) && !isForRelease(path) },
    needsChromium: true,
  },
  'ui-release': {
    args: vitest('ui-release'),
    files: { test: (path) => uiTests.test(path) && isForRelease(path) },
    needsChromium: true,
  },
  // One file at a time, since it runs beside other suites.
  long: { args: [...vitest('long'), '--maxWorkers=1'], files: /^tests\/long\/.*\.test\.ts$/ },
  e2e: { isPlaywright: true, args: [], files: /^tests\/e2e\/.*\.e2e\.ts$/, needsChromium: true },
  // The service on its second database, in several processes, and with its files in S3-compatible storage.
  stores: {
    args: [...vitest('postgres', 'processes', 'storage'), '--passWithNoTests'],
    files: /^tests\/integration\/(postgres|service|s3)\/.*\.test\.ts$/,
  },
  strict: {
    args: vitest('node-windows', 'node-macos'),
    files: /^tests\/strict-fs\/.*\.test\.ts$/,
    // The layer asks Linux what is open (tests/support/strict-fs).
    platform: 'linux',
  },
  packaging: { args: vitest('packaging'), files: /^tests\/integration\/packaging\/.*\.test\.ts$/ },
  windows: { args: ['--config', 'tests/windows/vitest.config.ts'], files: /^tests\/windows\/.*\.test\.ts$/ },
};

/**
 * Stages run one after the other, the lanes of a stage beside each other, and the suites of a lane in order.
 * The end-to-end tests run alone: beside other suites on two processors they exceed their time limits.
 */
export const quick = [[['node'], ['ui', 'long']], [['e2e']]];
export const release = [
  [
    ['node-release', 'stores', 'strict'],
    ['ui-release', 'long', 'packaging', 'windows'],
  ],
];

/**
 * @returns the paths of each suite's files that contain one of the patterns; `./` and backslashes are as good
 */
export function findTests(patterns) {
  const wanted = patterns.map((pattern) => pattern.replaceAll('\\', '/').replace(/^\.\//, ''));
  const paths = readdirSync(join(root, 'tests'), { recursive: true })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => wanted.some((pattern) => path.includes(pattern)));
  return Object.fromEntries(
    Object.entries(suites).map(([name, { files }]) => [
      name,
      paths.filter((path) => files.test(path)).sort(),
    ]),
  );
}
