/**
 * A program as a person starts it: a separate process, in a terminal if that matters, observed by its output.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Everything that it printed; in a terminal, both streams. */
  readonly stdout: string;
  readonly stderr: string;
}

const folder = fileURLToPath(new URL('../../', import.meta.url));
const running = new Set<Program>();

export class Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';
  #onChange = () => {};

  constructor(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    cwd = folder,
  ) {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child = child;
    running.add(this);
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      this.#stdout += chunk;
      this.#onChange();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr += chunk;
      this.#onChange();
    });
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        running.delete(this);
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr });
        this.#onChange();
      });
    });
  }

  /** Resolves once the text was printed; rejects if the program ends without it. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#stdout) ?? pattern.exec(this.#stderr);
      if (found) return found;
      if (!running.has(this)) throw new Error(`It ended without ${pattern}: ${this.#stdout}${this.#stderr}`);
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** At the end of a test, whatever state it is in. */
  async finish(): Promise<void> {
    this.kill('SIGKILL');
    await this.ended;
  }

  type(keys: string): void {
    this.child.stdin?.write(keys);
  }
}

/** Ctrl+C, as a terminal gets it. */
export const interruptKey = '\x03';

/** In a terminal of its own, whose Ctrl+C goes to every program in it. POSIX only. */
export function inTerminal(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const line = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return process.platform === 'darwin'
    ? new Program('script', ['-q', '/dev/null', command, ...args], env)
    : new Program('script', ['-q', '-e', '-f', '-c', `exec ${line}`, '/dev/null'], env);
}

/** Ends the programs that a test left running, also after a failure. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.finish()));
}
