/**
 * `npm test`: installs what is missing, checks types, lint and rooms, builds, runs every suite, and ends with
 * `N passed, N failed`, all runners added up. A whole check (the types, say) counts as one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, root, say, stop, toolEnv } from './ground.mjs';
import { ensureChromium, ensurePackages } from './system.mjs';
import { windowsEnv } from './windows.mjs';

requireNode();
ensurePackages();
ensureInstalled();
const chromium = ensureChromium();
if (chromium === null) {
  stop(
    'No Chromium was found, and none could be installed. Install Chromium or Chrome, or set FABDESK_CHROMIUM.',
  );
}

const results = mkdtempSync(join(tmpdir(), 'fabdesk-test-'));
// Colours would make a log of this unreadable; some tools take FORCE_COLOR=0 for a yes.
const env = { ...toolEnv(), FABDESK_CHROMIUM: chromium, NO_COLOR: '1' };
delete env.FORCE_COLOR;
const total = { passed: 0, failed: 0, skipped: 0 };

const run = (command, args, more = {}) => {
  say(`${command} ${args.join(' ')}`);
  const shell = process.platform === 'win32';
  return (
    spawnSync(command, args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit', shell }).status === 0
  );
};
const count = (passed, failed, skipped = 0) => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
};
const check = (command, ...args) => (run(command, args) ? count(1, 0) : count(0, 1));
/** A runner that fails without naming a failed test (a crash, no tests) counts as one failure. */
const suite = (command, args, report, read, more = {}) => {
  const ok = run(command, args, more);
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : [0, 0, 0];
  count(...counts);
  if (!ok && counts[1] === 0) count(0, 1);
};

check('tsc', '--noEmit');
check('tsc', '--noEmit', '-p', 'src-shared');
check('svelte-check', '--fail-on-warnings', '--threshold', 'warning', '--output', 'human');
check('biome', 'ci', '--error-on-warnings', '--colors=off');
check('depcruise', '--config', 'build/rooms.cjs', 'src-shared', 'src-main', 'src-renderer', 'src-service');
ensureBuilt();

const vitest = (name, args, more) => {
  const report = join(results, `${name}.json`);
  suite(
    'vitest',
    ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    report,
    (json) => [json.numPassedTests, json.numFailedTests, json.numPendingTests + json.numTodoTests],
    more,
  );
};
for (const project of ['node', 'ui']) vitest(project, ['--project', project]);
vitest('windows', ['--config', 'tests/windows/vitest.config.ts'], windowsEnv());

const playwright = join(results, 'e2e.json');
suite(
  'playwright',
  ['test', '--reporter=list,json'],
  playwright,
  ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped],
  { PLAYWRIGHT_JSON_OUTPUT_NAME: playwright },
);

rmSync(results, { recursive: true, force: true });
if (total.skipped > 0)
  say(`${total.skipped} skipped: what they need is not on this machine (their names say what).`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
