/**
 * `npm test`: installs what is missing, checks, builds, runs every suite, and ends with `N passed, N failed`, all
 * runners added up. A whole check (the types, say) counts as one.
 * `npm test -- FILE-OR-PART ...` runs the test files whose paths contain it; `-t NAME` only the tests of that name.
 * `npm test -- --changed` checks, and runs the unit, integration and window tests that the changes since main affect,
 * and a tenth of the rounds of the long runs (tests/long) among them.
 * `npm run test:watch [-- FILE-OR-PART ...]` runs them again whenever a file changes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './built.mjs';
import { checkNames, runChecks } from './checks.mjs';
import { missedLines } from './line-coverage.mjs';
import { fabdeskNode, requireNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { root } from './root.mjs';
import { say, stop } from './say.mjs';
import { ensureChromium, ensurePackages } from './system.mjs';
import { findTests } from './test-files.mjs';
import { runTool, tool, toolEnv } from './tools.mjs';
import { windowsEnv } from './windows.mjs';

const projectOptions = {
  // The suite of the service runs on each of its databases, parts of it in several processes, and what concerns files in
  // both places for them.
  node: ['--project', 'node', '--project', 'postgres', '--project', 'processes', '--project', 'storage'],
  // One file at a time, since it runs beside the other suites.
  long: ['--project', 'long', '--maxWorkers=1'],
  ui: ['--project', 'ui'],
  strict: ['--project', 'node-windows', '--project', 'node-macos'],
  windows: ['--config', 'tests/windows/vitest.config.ts'],
};

requireNode();
const { changed, watch, name, patterns } = readArguments();
const isPart = changed || watch || name !== undefined || patterns.length > 0;
if (!isPart) ensurePackages();
ensureInstalled();

// Colours would make the log unreadable; some tools take FORCE_COLOR=0 for a yes.
const env = { ...toolEnv(), NO_COLOR: '1' };
delete env.FORCE_COLOR;
if (env.FABDESK_SEED === 'random') env.FABDESK_SEED = String(Math.floor(Math.random() * 2 ** 31));
if (env.FABDESK_SEED) say(`Random tests draw with FABDESK_SEED=${env.FABDESK_SEED}.`);
const total = { passed: 0, failed: 0, skipped: 0 };
/** Titles of the failed tests, with their files. */
const failures = [];
const results = mkdtempSync(join(tmpdir(), 'fabdesk-test-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));

if (watch) runWatch();
else if (isPart) runPart();
else await runAll();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        changed: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        name: { type: 'string', short: 't' },
      },
    });
    return { ...values, patterns: positionals };
  } catch (error) {
    return stop(`${error.message} Say npm test -- [--changed] [-t NAME] [FILE ...].`);
  }
}

async function runAll() {
  useChromium();
  check();
  ensureBuilt();
  const long = startBeside('long', env);
  env.FABDESK_ELECTRON_COVERAGE = join(results, 'electron');
  mkdirSync(env.FABDESK_ELECTRON_COVERAGE);
  runVitest('node', ['--reporter=dot']);
  checkCoverage(env.FABDESK_ELECTRON_COVERAGE);
  delete env.FABDESK_ELECTRON_COVERAGE;
  const windows = startBeside('windows', { ...env, ...windowsEnv() });
  runVitest('ui', ['--reporter=dot']);
  await windows();
  // The strict layer asks Linux what is open (tests/support/strict-fs).
  if (process.platform === 'linux') runVitest('strict', ['--reporter=dot']);
  await long();
  runPlaywright([]);
  report();
}

/** Electron's program does not run here, so the tests of its host must execute every line of it. */
function checkCoverage(folder) {
  const missed = missedLines(folder, join(root, 'src-main/hosts/electron'));
  count(missed.length === 0 ? 1 : 0, missed.length === 0 ? 0 : 1);
  for (const line of missed) failures.push(`no test executes ${relative(root, line)}`);
}

/**
 * Starts a suite that waits much of its time. It goes on beside the others at a lower priority, so that these are not much
 * slower.
 * @returns a function that waits for it, shows what it printed and adds its results
 */
function startBeside(project, env) {
  const { command, args, json } = vitest(project, ['--reporter=dot']);
  const output = join(results, `${project}.txt`);
  const file = openSync(output, 'w');
  say(`${command} ${args.join(' ')} (beside the others)`);
  const child = spawn(fabdeskNode(), tool(command, ...args), {
    cwd: root,
    env,
    stdio: ['ignore', file, file],
  });
  setPriority(child.pid, 5);
  process.on('exit', () => child.kill());
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return async () => {
    say(`Waiting for the suite ${project}.`);
    const code = await ended;
    process.stdout.write(readFileSync(output));
    collect(command, code === 0, json, readVitest);
  };
}

/** Fast feedback while working: a short wait for missing elements, and no setup of the machine. */
function runPart() {
  env.FABDESK_PATIENCE ??= 'short';
  const named = name === undefined ? [] : ['-t', name];
  if (changed) {
    check();
    useChromium();
    env.FABDESK_ROUNDS = 'few';
    for (const project of ['node', 'ui', 'long']) {
      runVitest(project, ['--changed', changesSince(), '--passWithNoTests', ...named, ...patterns]);
    }
  } else {
    const found = findTests(patterns.length > 0 ? patterns : ['tests/unit', 'tests/integration', 'tests/ui']);
    if (Object.values(found).every((files) => files.length === 0)) {
      stop(`No test file has ${patterns.join(' or ')} in its path.`);
    }
    if (found.node.some((path) => path.startsWith('tests/integration/'))) ensureBuilt();
    if (found.node.length > 0) runVitest('node', [...named, ...found.node]);
    if (found.long.length > 0) runVitest('long', [...named, ...found.long]);
    if (found.strict.length > 0) runVitest('strict', [...named, ...found.strict]);
    if (found.windows.length > 0) {
      ensureBuilt();
      Object.assign(env, windowsEnv());
      runVitest('windows', [...named, ...found.windows]);
    }
    if (found.ui.length > 0 || found.e2e.length > 0) useChromium();
    if (found.ui.length > 0) runVitest('ui', [...named, ...found.ui]);
    if (found.e2e.length > 0) {
      ensureBuilt();
      runPlaywright([...(name === undefined ? [] : ['-g', name]), ...found.e2e]);
    }
  }
  report();
}

/** Without a pattern nothing runs before the first change: a complete run would take minutes. */
function runWatch() {
  useChromium();
  env.FABDESK_PATIENCE = 'short';
  const found = findTests(patterns);
  const files = [...found.node, ...found.long, ...found.ui];
  if (patterns.length > 0 && files.length === 0)
    stop(`No test file has ${patterns.join(' or ')} in its path.`);
  const named = name === undefined ? [] : ['-t', name];
  process.exit(
    runTool('vitest', files.length > 0 ? [...named, ...files] : ['--standalone', ...named], env) ? 0 : 1,
  );
}

/**
 * The commit at which this work branched off main; on main itself the last commit, so that uncommitted changes count.
 */
function changesSince() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git('rev-parse', 'HEAD').status !== 0) {
    stop('npm test -- --changed asks git what has changed, and this folder is not a git checkout.');
  }
  for (const main of ['main', 'origin/main']) {
    const { status, stdout } = git('merge-base', 'HEAD', main);
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}

function useChromium() {
  const chromium = ensureChromium();
  if (chromium === null) {
    stop(
      'No Chromium was found, and none could be installed. Install Chromium or Chrome, or set FABDESK_CHROMIUM.',
    );
  }
  env.FABDESK_CHROMIUM = chromium;
}

function check() {
  const { passed, failed } = runChecks(checkNames, env);
  count(passed, failed.length);
  failures.push(...failed);
}

/** The command that runs a project of Vitest, and the file that gets its results. */
function vitest(project, args) {
  const json = join(results, `${project}.json`);
  const reporters = args.some((arg) => arg.startsWith('--reporter=')) ? [] : ['--reporter=default'];
  const own = ['--reporter=json', `--outputFile.json=${json}`];
  return {
    command: 'vitest',
    args: ['run', ...projectOptions[project], ...reporters, ...own, ...args],
    json,
  };
}

function runVitest(project, args) {
  const { command, args: all, json } = vitest(project, args);
  suite(command, all, json, readVitest);
}

function readVitest(all) {
  for (const { name: file, assertionResults } of all.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    failures.push(...failed.map(({ fullName }) => `${relative(root, file)}: ${fullName}`));
  }
  return [all.numPassedTests, all.numFailedTests, all.numPendingTests + all.numTodoTests];
}

function runPlaywright(args) {
  const json = join(results, 'e2e.json');
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = json;
  suite('playwright', ['test', '--reporter=list,json', ...args], json, ({ stats, suites }) => {
    const all = testsOf(suites);
    const ofOtherHosts = all.filter(({ status }) => status === 'skipped');
    if (ofOtherHosts.length > 0) say(`${ofOtherHosts.length} end-to-end tests belong to another host:`);
    for (const { title, host, reason } of ofOtherHosts) say(`  ${host}: ${title} ${reason}`);
    failures.push(
      ...all
        .filter(({ status }) => status === 'unexpected')
        .map(({ file, title, host }) => `${file} (${host}): ${title}`),
    );
    return [stats.expected + stats.flaky, stats.unexpected, 0];
  });
}

/** Each test on each host (a project of playwright.config.ts). Playwright nests its suites. */
function testsOf(suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status, annotations }) => {
        const reason = annotations.find(({ type }) => type === 'skip')?.description ?? '';
        return { file, title, host: projectName, status, reason };
      }),
    ),
    ...testsOf(inner),
  ]);
}

function suite(command, args, json, read) {
  say(`${command} ${args.join(' ')}`);
  collect(command, runTool(command, args, env), json, read);
}

/** A runner that fails without naming a failed test (a crash, no tests) counts as one failure. */
function collect(command, ok, json, read) {
  const counts = existsSync(json) ? read(JSON.parse(readFileSync(json, 'utf8'))) : [0, 0, 0];
  count(...counts);
  if (ok || counts[1] > 0) return;
  count(0, 1);
  failures.push(`${command}, without a failed test (see what it printed: ${basename(json, '.json')})`);
}

function count(passed, failed, skipped = 0) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function report() {
  if (total.skipped > 0) {
    say(`${total.skipped} skipped: what they need is not on this machine (their names say what).`);
  }
  // Repeated at the end, because the runners' own reports may be thousands of lines above.
  for (const failure of failures) say(`failed: ${failure}`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  // Not `process.exit`, which can hang (src-shared/end-process.ts).
  process.exitCode = total.failed === 0 && (total.passed > 0 || changed) ? 0 : 1;
}
