/** Spreads seeds over processes; each runs its own simulated worlds. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { add, emptyTally, type Tally, type Task } from './command.ts';

const script = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Rejects with the output of the process if it failed. */
export function runTask(task: Task): Promise<Tally> {
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(out) as Tally);
      else reject(new Error(`The simulation's process ended with ${code}: ${errors.slice(-2000)}`));
    });
  });
}

/**
 * Number of seeds that one process runs before another takes over: the memory that the worlds leave behind
 * adds up to gigabytes.
 */
const longestRun = 2_000;

/** `seeds` seeds from `from`, over `processes` processes. `onProgress`: the results so far. */
export async function runSpread({
  from,
  seeds,
  processes,
  mutant = null,
  hasAgents = false,
  onProgress = () => {},
}: {
  from: number;
  seeds: number;
  processes: number;
  mutant?: string | null;
  hasAgents?: boolean;
  onProgress?: (tally: Tally) => void;
}): Promise<Tally> {
  const total = emptyTally();
  const end = from + seeds;
  const length = Math.min(longestRun, Math.ceil(seeds / processes));
  let next = from;
  const work = async () => {
    while (next < end) {
      const start = next;
      next = Math.min(end, start + length);
      add(total, await runTask({ mutant, from: start, end: next, step: 1, stopAtFirst: false, hasAgents }));
      onProgress(total);
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  return total;
}
