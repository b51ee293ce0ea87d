/**
 * `npm run fuzz [-- formats] [--cases N] [--seed N]`: many damaged files for every reader; `npm test` tries a few thousand.
 * `npm run fuzz -- http|soap|oauth|ipc|control [--requests N] [--seed N] [--case K]`: changed requests to what faces
 * outwards; tests/fuzz/main.ts lists the options.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './packages.mjs';
import { say } from './say.mjs';
import { becomeScript } from './script.mjs';
import { runTool, toolEnv } from './tools.mjs';

const [target = 'formats'] = process.argv.slice(2);
if (target !== 'formats' && !target.startsWith('-')) becomeScript('tests/fuzz/main.ts');
else fuzzFormats();

function fuzzFormats() {
  ensureInstalled();
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      cases: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    },
  });
  say(`Trying ${values.cases} files per format with seed ${values.seed}.`);
  const env = { ...toolEnv(), FABDESK_FUZZ_CASES: values.cases, FABDESK_SEED: values.seed };
  const args = [
    'run',
    '--project',
    'long',
    '--testTimeout=86400000',
    'tests/long/fuzz.test.ts',
    'tests/long/fuzz-scenes.test.ts',
  ];
  process.exit(runTool('vitest', args, env) ? 0 : 1);
}
