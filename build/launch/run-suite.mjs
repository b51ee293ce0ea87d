/** Runs one suite of tests and adds up what it reports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect, countTime } from './results.mjs';
import { say } from './say.mjs';
import { suites } from './suites.mjs';
import { runQuietly, tool } from './tools.mjs';

/** The folder of this run, removed when it ends. */
export const results = mkdtempSync(join(tmpdir(), 'fabdesk-test-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));
let runs = 0;

/**
 * @param options `args`: for the runner, besides those of the suite; `name`: the pattern of `-t`;
 * `isAlone`: the output is shown as it comes, and otherwise when the suite has ended; `withTagged`: tests
 * that are tagged `release` run with few rounds, too
 */
export async function runSuite(suite, { args = [], name, env, isAlone = false, withTagged = false }) {
  const { isPlaywright = false, args: own } = suites[suite];
  const json = join(results, `${suite}-${runs++}.json`);
  const isQuick = env.FABDESK_ROUNDS === 'few' && !withTagged;
  const command = isPlaywright ? 'playwright' : 'vitest';
  const reporters = isPlaywright
    ? ['test', '--reporter=list,json', ...(name === undefined ? [] : ['-g', name])]
    : [
        'run',
        `--reporter=${isAlone ? 'default' : 'dot'}`,
        ...['--reporter=json', `--outputFile.json=${json}`],
        ...(name === undefined ? [] : ['-t', name]),
        ...(isQuick ? ['--tags-filter=!release'] : []),
      ];
  const all = [...reporters, ...own, ...args];
  say(`${command} ${all.join(' ')}`);
  const began = Date.now();
  const { ok, output } = await runQuietly(
    tool(command, ...all),
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: json },
    isAlone ? 'inherit' : undefined,
  );
  const ms = Date.now() - began;
  countTime(suite, ms);
  if (!isAlone) say(`The suite ${suite} has ended after ${(ms / 60_000).toFixed(1)} minutes.`);
  process.stdout.write(output);
  collect({ suite, isPlaywright, ok, json, name, isQuick });
}
