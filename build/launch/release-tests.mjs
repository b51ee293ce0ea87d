/** Which test files only `npm run test:all` runs: those whose opening comment has the tag `@release`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const isTagged = (source) => source.startsWith('/**') && source.split('*/')[0].includes('@release');

/** Paths below the root, with slashes. */
export const releaseTests = ['unit', 'integration', 'ui', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, 'tests', folder), { recursive: true })
    .map((path) => `tests/${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(test|e2e)\.ts$/.test(path) && isTagged(readFileSync(join(root, path), 'utf8'))),
);
