/** `npm run fuzz [-- --cases N --seed N]`: many damaged files for every reader; `npm test` tries a few thousand. */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './packages.mjs';
import { say } from './say.mjs';
import { runTool, toolEnv } from './tools.mjs';

ensureInstalled();
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
say(`Trying ${values.cases} files per format with seed ${values.seed}.`);
const env = { ...toolEnv(), FABDESK_FUZZ_CASES: values.cases, FABDESK_SEED: values.seed };
const args = ['run', '--project', 'long', '--testTimeout=86400000', 'tests/long/fuzz'];
process.exit(runTool('vitest', args, env) ? 0 : 1);
