/** The built application in the browser host, as a measurement starts and ends it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Programs } from '../support/programs.ts';

const entry = fileURLToPath(new URL('../../dist/main/browser.js', import.meta.url));

export interface Application {
  readonly child: ChildProcess;
  /** The address of its window, good for one visit. */
  readonly address: string;
  /** From the start of the process until its calls are answered, ms. */
  readonly ready: number;
}

export async function startApplication(
  programs: Programs,
  dataDir: string,
  { nodeArgs = [], env = {} }: { nodeArgs?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Application> {
  const began = performance.now();
  const args = [...nodeArgs, entry, '--data', dataDir, '--no-open', '--json'];
  const { child, line } = await programs.start(args, env);
  const ready = performance.now() - began;
  return { child, address: (JSON.parse(line) as { address: string }).address, ready };
}

/** Resolves when it has ended in order. */
export async function endApplication({ child }: Application): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
