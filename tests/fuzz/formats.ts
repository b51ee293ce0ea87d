/**
 * `npm run fuzz [-- formats] [--cases N] [--seed N]`: many damaged files for every reader
 * (tests/long/fuzz*.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const files = ['tests/long/fuzz.test.ts', 'tests/long/fuzz-scenes.test.ts'];
const aDay = 86_400_000;

/** @returns whether every reader survived */
export function fuzzFormats(cases: string, seed: string): boolean {
  process.stdout.write(`Trying ${cases} files per format with --seed ${seed}.\n`);
  const args = [vitest, 'run', '--project', 'long', `--testTimeout=${aDay}`, ...files];
  const env = { ...process.env, FABDESK_FUZZ_CASES: cases, FABDESK_SEED: seed };
  return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0;
}
