/**
 * Runs a program to its end and reports its time by the clock, its CPU time and its peak memory. For programs
 * of one thread, CPU time is what the clock would show on a quiet machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Run {
  /** From start to exit, ms. */
  readonly ms: number;
  /** User and system time, ms; null if unknown. */
  readonly cpuMs: number | null;
  /** Largest resident memory, MB (10^6 bytes); null if unknown. */
  readonly mb: number | null;
  readonly ok: boolean;
}

const runner = fileURLToPath(new URL('./run.py', import.meta.url));

export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v "${program}"`], { stdio: 'ignore' }).status === 0;

const hasPython = process.platform !== 'win32' && isInstalled('python3');

export function run(
  program: string,
  args: readonly string[],
  okCodes: readonly number[] = [0],
): Promise<Run> {
  const [command, ...all] = hasPython ? ['python3', runner, program, ...args] : [program, ...args];
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, all, { stdio: ['ignore', hasPython ? 'pipe' : 'ignore', 'ignore'] });
    let said = '';
    child.stdout?.on('data', (text) => {
      said += text;
    });
    child.on('error', () => resolve({ ms: 0, cpuMs: null, mb: null, ok: false }));
    child.on('close', (exit) => {
      const [ms, cpuMs, bytes, code] = said.split(' ').map(Number);
      if (hasPython && code !== undefined) {
        resolve({ ms: ms!, cpuMs: cpuMs!, mb: bytes! / 1e6, ok: okCodes.includes(code) });
      } else {
        const ok = okCodes.includes(exit ?? -1);
        resolve({ ms: performance.now() - started, cpuMs: null, mb: null, ok });
      }
    });
  });
}
