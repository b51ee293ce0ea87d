/** Programs that a measurement starts beside itself, and what they use. Linux only: it reads `/proc`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Started {
  readonly child: ChildProcess;
  /** The first line that it printed. */
  readonly line: string;
}

export class Programs {
  readonly #children: ChildProcess[] = [];

  /** Starts Node with these arguments, and resolves with the first line of its output. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    return new Promise((resolve, reject) => {
      let out = '';
      child.stdout?.on('data', (text: Buffer) => {
        out += text.toString();
        const end = out.indexOf('\n');
        if (end >= 0) resolve({ child, line: out.slice(0, end) });
      });
      child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}.`)));
    });
  }

  /** Ends them all and waits: one that is still closing would write into a folder that is removed. */
  async end(): Promise<void> {
    const alive = this.#children.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    const gone = alive.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of alive) child.kill();
    await Promise.all(gone);
  }
}

/** Processor time that a process has used, ms. */
export function usedBy(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory, MB. */
export const residentMb = (child: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Waits until a process has used no time for a while. */
export async function idle(child: ChildProcess): Promise<void> {
  for (let before = -1; before !== usedBy(child); ) {
    before = usedBy(child);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
