/** The test files by runner, found by any part of their path. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const runners = {
  node: /^tests\/(unit|integration)\/.*\.test\.ts$/,
  long: /^tests\/long\/.*\.test\.ts$/,
  ui: /^tests\/ui\/.*\.test\.ts$/,
  strict: /^tests\/strict-fs\/.*\.test\.ts$/,
  windows: /^tests\/windows\/.*\.test\.ts$/,
  e2e: /^tests\/e2e\/.*\.e2e\.ts$/,
};

/** @returns the paths of each runner's files that contain one of the patterns; `./` and backslashes are as good */
export function findTests(patterns) {
  const wanted = patterns.map((pattern) => pattern.replaceAll('\\', '/').replace(/^\.\//, ''));
  const paths = readdirSync(join(root, 'tests'), { recursive: true })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => wanted.some((pattern) => path.includes(pattern)));
  return Object.fromEntries(
    Object.entries(runners).map(([runner, form]) => [runner, paths.filter((path) => form.test(path)).sort()]),
  );
}
