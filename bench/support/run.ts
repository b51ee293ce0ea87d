/** Runs a program to its end and tells how long it took and how much memory it had at its peak. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Run {
  /** From start to exit, ms. */
  readonly ms: number;
  /** Largest resident memory, MB (10^6 bytes); null where GNU time is not installed. */
  readonly mb: number | null;
  readonly ok: boolean;
}

const gnuTime = spawnSync('/usr/bin/time', ['-f', '%M', 'true'], { encoding: 'utf8' });
const hasTime = /^\d+\s*$/.test(gnuTime.stderr ?? '');

export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v "${program}"`], { stdio: 'ignore' }).status === 0;

export function run(
  program: string,
  args: readonly string[],
  okCodes: readonly number[] = [0],
): Promise<Run> {
  const report = join(tmpdir(), `fabdesk-bench-${process.pid}.time`);
  const command = hasTime ? '/usr/bin/time' : program;
  const all = hasTime ? ['-q', '-f', '%M', '-o', report, program, ...args] : args;
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, all, { stdio: ['ignore', 'ignore', 'ignore'] });
    child.on('error', () => resolve({ ms: 0, mb: null, ok: false }));
    child.on('exit', (code) => {
      const ms = performance.now() - started;
      const mb = hasTime ? (Number(readFileSync(report, 'utf8').trim()) * 1024) / 1e6 : null;
      resolve({ ms, mb, ok: okCodes.includes(code ?? -1) });
    });
  });
}
