/** All checks that do not run the program. `npm run check` and `npm test` both run this list. */
import { availableParallelism } from 'node:os';
import { countLines, mostLines } from './lines.mjs';
import { say } from './say.mjs';
import { runQuietly, tool, toolEnv } from './tools.mjs';

const packages = ['src-shared', 'src-main', 'src-service', 'src-renderer'];

/** The slowest first, so that none of them starts last. */
const checks = {
  svelte: [
    [
      'svelte-check',
      ...['--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings', '--threshold', 'warning'],
      ...['--output', 'human'],
    ],
  ],
  types: [['tsc', '--noEmit'], ...packages.map((folder) => ['tsc', '--noEmit', '-p', folder])],
  lint: [['biome', 'ci', '--error-on-warnings', '--colors=off']],
  // Files and exports that nothing uses; knip.json names the entry points.
  unused: [['knip', '--max-issues', '0']],
  directions: [['depcruise', '--config', 'build/package-directions.cjs', ...packages]],
};

export const checkNames = [...Object.keys(checks), 'lines'];

/**
 * Runs the checks beside each other and shows what each printed when it has ended.
 * @returns how many passed, and the commands of those that failed
 */
export async function runChecks(names, env = toolEnv()) {
  const waiting = names.flatMap((name) => checks[name] ?? []);
  let passed = 0;
  const failed = [];
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [command, ...args] = next;
      const line = next.join(' ');
      const { ok, output } = await runQuietly(tool(command, ...args), env);
      say(`${line}${ok ? '' : ': FAILED'}`);
      process.stderr.write(output);
      if (ok) passed++;
      else failed.push(line);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, runNext));
  if (names.includes('lines')) {
    const problem = checkLines();
    if (problem === null) passed++;
    else failed.push(problem);
  }
  return { passed, failed };
}

/** Null, or what is wrong. */
function checkLines() {
  const lines = countLines();
  if (lines === null) say('Lines are not counted: this folder is not a git checkout.');
  for (const line of lines?.text ?? []) say(line);
  if (lines === null || lines.production <= mostLines) return null;
  return `${lines.production} lines of production code, more than ${mostLines}: delete something first`;
}
