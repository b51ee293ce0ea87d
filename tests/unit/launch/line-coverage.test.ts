/** How `npm test` finds the lines of a folder that no process has executed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { missedLines } from '../../../build/launch/line-coverage.mjs';
import { removeFolder } from '../../support/remove-folder.ts';

const source = `export interface Part { readonly size: number }

export function describe({ size }: Part): string {
  if (size > 10) {
    return 'large';
  }
  return size > 5 ? 'middle' : 'small';
}
function unused() {
  return 0;
}
describe({ size: Number(process.argv[2]) });
`;

it('A line counts as executed if one of the processes has executed it; a file nobody loads is named.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-coverage-'));
  onTestFinished(() => removeFolder(folder));
  const [code, coverage] = [join(folder, 'code'), join(folder, 'coverage')];
  mkdirSync(code);
  writeFileSync(join(code, 'part.ts'), source);
  writeFileSync(join(code, 'other.ts'), source);
  const run = (size: string) =>
    execFileSync(process.execPath, [join(code, 'part.ts'), size], {
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
      stdio: 'ignore',
    });
  const missed = () => missedLines(coverage, code).map((line) => line.slice(code.length + 1));
  run('1');
  expect(missed()).toEqual([
    'other.ts was never loaded',
    ...[5, 6, 9, 10, 11].map((line) => `part.ts:${line}`),
  ]);
  run('20');
  expect(missed()).toEqual(['other.ts was never loaded', ...[9, 10, 11].map((line) => `part.ts:${line}`)]);
});
