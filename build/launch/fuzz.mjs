/** `npm run fuzz [-- --cases N --seed N]`: many damaged files for every reader; `npm test` tries a few thousand. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureInstalled, root, say, toolEnv } from './ground.mjs';

ensureInstalled();
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
say(`Trying ${values.cases} files per format with seed ${values.seed}.`);
const env = { ...toolEnv(), FABDESK_FUZZ_CASES: values.cases, FABDESK_FUZZ_SEED: values.seed };
const args = ['run', '--project', 'node', '--testTimeout=86400000', 'tests/unit/geometry/fuzz'];
const shell = process.platform === 'win32';
process.exit(spawnSync('vitest', args, { cwd: root, env, stdio: 'inherit', shell }).status ?? 1);
