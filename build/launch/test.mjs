/**
 * - `npm test`: installs what is missing, checks, builds, runs the suites that prove a change, and ends with
 *   `N passed, N failed`, all runners added up. A whole check (the types, say) counts as one.
 * - `npm run test:all`: the suites that prove a release as well, and all rounds of the long runs under a
 *   random seed.
 * - `npm test -- FILE-OR-PART ...`: the test files whose paths contain it; `-t NAME` only the tests of that
 *   name; `--all` those of the service on every store.
 * - `npm test -- --changed`: the checks, and the unit, integration, window and long tests that the changes
 *   since main affect.
 * - `npm run test:watch [-- FILE-OR-PART ...]`: runs them again whenever a file changes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './built.mjs';
import { checkNames, runChecks } from './checks.mjs';
import { missedLines } from './line-coverage.mjs';
import { requireNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { count, report } from './results.mjs';
import { root } from './root.mjs';
import { results, runSuite } from './run-suite.mjs';
import { say, stop } from './say.mjs';
import { findTests, quick, release, suites } from './suites.mjs';
import { ensureChromium, ensurePackages } from './system.mjs';
import { runTool, toolEnv } from './tools.mjs';
import { windowsEnv } from './windows.mjs';

requireNode();
const { all, changed, watch, name, patterns } = readArguments();
const isPart = changed || watch || name !== undefined || patterns.length > 0;
if (!isPart) await ensurePackages(all);
ensureInstalled();

// Colours would make the log unreadable; some tools take FORCE_COLOR=0 for a yes.
const env = { ...toolEnv(), NO_COLOR: '1' };
delete env.FORCE_COLOR;
if (all) env.FABDESK_SEED ??= 'random';
if (env.FABDESK_SEED === 'random') env.FABDESK_SEED = String(Math.floor(Math.random() * 2 ** 31));
if (env.FABDESK_SEED) say(`Random tests draw with FABDESK_SEED=${env.FABDESK_SEED}.`);

if (watch) runWatch();
else if (isPart) await runPart();
else await runAll();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
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
  await Promise.all([check(), ensureBuilt()]);
  if (!all) env.FABDESK_ROUNDS = 'few';
  if (all) {
    env.FABDESK_ELECTRON_COVERAGE = join(results, 'electron');
    mkdirSync(env.FABDESK_ELECTRON_COVERAGE);
  }
  await runStages(quick, (suite) => !(all && suite === 'long'));
  if (all) {
    Object.assign(env, windowsEnv());
    await runStages(release);
    checkCoverage(env.FABDESK_ELECTRON_COVERAGE);
  }
  report();
}

/** @param isWanted whether a suite runs; without it, all of them do */
async function runStages(stages, isWanted = () => true) {
  const runLane = async (lane) => {
    for (const suite of lane.filter(isWanted).filter(canRun)) await runSuite(suite, { env });
  };
  for (const lanes of stages) await Promise.all(lanes.map(runLane));
}

/** Says why not, if it cannot. */
function canRun(suite) {
  const { needsChromium, platform = process.platform } = suites[suite];
  const lacksChromium = needsChromium && env.FABDESK_CHROMIUM === undefined;
  if (lacksChromium) say(`The suite ${suite} is skipped: there is no Chromium.`);
  if (platform !== process.platform) say(`The suite ${suite} is skipped: it needs ${platform}.`);
  return !lacksChromium && platform === process.platform;
}

/** Electron's program does not run here, so the tests of its host must execute every line of it. */
function checkCoverage(folder) {
  const missed = missedLines(folder, join(root, 'src-main/hosts/electron'));
  count({
    passed: missed.length === 0 ? 1 : 0,
    failed: missed.map((line) => `no test executes ${relative(root, line)}`),
  });
}

/** Fast feedback while working: a short wait for missing elements, and no setup of the machine. */
async function runPart() {
  env.FABDESK_PATIENCE ??= 'short';
  if (changed) await runChanged();
  else await runNamed();
  report({ mayBeEmpty: changed });
}

async function runChanged() {
  env.FABDESK_ROUNDS = 'few';
  await check();
  useChromium();
  const args = ['--changed', changesSince(), '--passWithNoTests', ...patterns];
  // Tagged tests are few here, and prove the change as well. The long ones need all their rounds.
  for (const suite of ['node', 'node-release', 'ui', 'ui-release', 'long'].filter(canRun))
    await runSuite(suite, { args, name, env, isAlone: true, withTagged: suite !== 'long' });
}

async function runNamed() {
  const found = findTests(patterns.length > 0 ? patterns : ['tests/unit', 'tests/integration', 'tests/ui']);
  // What the stores repeat is repeated only on request.
  if (!all) found.stores = found.stores.filter((path) => !path.startsWith('tests/integration/service/'));
  const wanted = Object.entries(found).filter(([, files]) => files.length > 0);
  if (wanted.length === 0) stop(`No test file has ${patterns.join(' or ')} in its path.`);
  const isAboutBuilt = (path) => /^tests\/(integration|windows|e2e)\//.test(path);
  if (wanted.some(([, files]) => files.some(isAboutBuilt))) await ensureBuilt();
  if (wanted.some(([suite]) => suites[suite].needsChromium)) useChromium();
  if (wanted.some(([suite]) => suite === 'windows')) Object.assign(env, windowsEnv());
  for (const [suite, args] of wanted.filter(([suite]) => canRun(suite)))
    await runSuite(suite, { args, name, env, isAlone: true });
}

/** Without a pattern nothing runs before the first change: a complete run would take minutes. */
function runWatch() {
  useChromium();
  env.FABDESK_PATIENCE = 'short';
  const found = findTests(patterns);
  const files = [...found.node, ...found['node-release'], ...found.long, ...found.ui, ...found['ui-release']];
  if (patterns.length > 0 && files.length === 0)
    stop(`No test file has ${patterns.join(' or ')} in its path.`);
  const named = name === undefined ? [] : ['-t', name];
  const args = files.length > 0 ? [...named, ...files] : ['--standalone', ...named];
  process.exitCode = runTool('vitest', args, env) ? 0 : 1;
}

/**
 * The commit at which this work branched off main; on main itself the last commit, so that uncommitted
 * changes count.
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
  if (chromium === null) say('No Chromium was found. Install Chromium or Chrome, or set FABDESK_CHROMIUM.');
  else env.FABDESK_CHROMIUM = chromium;
}

async function check() {
  count(await runChecks(checkNames, env));
}
