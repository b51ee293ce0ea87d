/**
 * What suites report: how many tests passed, failed and were skipped, how long each suite took, and the last
 * line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';
import { say } from './say.mjs';

const total = { passed: 0, failed: 0, skipped: 0, unnamed: 0 };
/** Titles of failed tests with their files, and of skipped ones with the reason in their name. */
const failures = [];
const skips = new Set();
const minutes = [];

export function count({ passed = 0, failed = [], skipped = [], unnamed = 0 }) {
  total.passed += passed;
  total.failed += failed.length;
  total.skipped += skipped.length;
  total.unnamed += unnamed;
  failures.push(...failed);
  for (const skip of skipped) skips.add(skip);
}

/** @param ms how long the suite took */
export function countTime(suite, ms) {
  minutes.push([suite, ms / 60_000]);
}

/**
 * Adds the results of a run of Vitest or Playwright. A runner that fails without naming a failed test (a
 * crash, no tests) counts as one failure.
 * @param name the pattern of `-t`: tests that it leaves out are not skipped, nobody asked for them
 * @param isQuick tests with the tag `release` are not asked for either
 */
export function collect({ suite, isPlaywright, ok, json, name, isQuick }) {
  const text = existsSync(json) ? readFileSync(json, 'utf8') : '';
  const found =
    text === '' ? {} : (isPlaywright ? readPlaywright : readVitest)(JSON.parse(text), name, isQuick);
  count(found);
  if (!ok && (found.failed ?? []).length === 0)
    count({ failed: [`${suite}, without a failed test (see what it printed)`] });
}

function readVitest({ testResults }, name, isQuick) {
  const isNamed = name === undefined ? () => true : (title) => new RegExp(name).test(title);
  const tests = testResults.flatMap(({ name: path, assertionResults, message }) => {
    const file = relative(root, path);
    const broken = assertionResults.length === 0 && message ? [{ title: file, status: 'failed' }] : [];
    return [
      ...broken,
      ...assertionResults.map(({ status, fullName, tags = [] }) => ({
        title: `${file}: ${fullName}`,
        fullName,
        status,
        isLeftOut: isQuick && tags.includes('release'),
      })),
    ];
  });
  const skipped = tests.filter(
    ({ status, isLeftOut }) => status !== 'passed' && status !== 'failed' && !isLeftOut,
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
    skipped: skipped.filter(({ fullName }) => isNamed(fullName)).map(({ title }) => title),
    unnamed: skipped.filter(({ fullName }) => !isNamed(fullName)).length,
  };
}

function readPlaywright({ suites, stats, errors }) {
  const tests = testsOf(suites);
  const titles = (status) =>
    tests
      .filter((test) => test.status === status)
      .map(({ file, host, title }) => `${file} (${host}): ${title}`);
  return {
    passed: stats.expected,
    // Nothing is repeated, so a test that passes only sometimes has failed.
    failed: [...titles('unexpected'), ...titles('flaky'), ...errors.map(({ message }) => `e2e: ${message}`)],
  };
}

/** Each test on each host (a project of playwright.config.ts). Playwright nests its suites. */
function testsOf(suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status }) => ({ file, title, host: projectName, status })),
    ),
    ...testsOf(inner),
  ]);
}

/** The end of the command. The last line is for programs: `N passed, N failed`. */
export function report({ mayBeEmpty = false } = {}) {
  if (total.unnamed > 0) say(`${total.unnamed} tests have another name.`);
  if (total.skipped > 0) {
    say(`${total.skipped} skipped; what they need is not on this machine (their names say what):`);
    for (const skip of skips) say(`  ${skip}`);
  }
  if (minutes.length > 1)
    say(`minutes: ${minutes.map(([suite, n]) => `${suite} ${n.toFixed(1)}`).join(', ')}`);
  // Repeated at the end, because the runners' own reports may be thousands of lines above.
  for (const failure of failures) say(`failed: ${failure}`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  // Not `process.exit`, which can hang (src-shared/end-process.ts).
  process.exitCode = total.failed === 0 && (total.passed > 0 || mayBeEmpty) ? 0 : 1;
}
