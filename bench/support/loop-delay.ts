/** The event-loop delay of another program, which `loop-delay.preload.ts` measures inside it. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

export interface LoopDelay {
  /** ms */
  readonly p99: number;
  readonly max: number;
}

const preload = new URL('./loop-delay.preload.ts', import.meta.url).href;

/** What to start a program with, so that `takeDelay` works. */
export const monitored = (file: string) => ({
  nodeArgs: ['--import', preload],
  env: { FABDESK_LOOP_DELAY: file },
});

/** What was seen since the last call. Rejects if the loop gives no answer within a minute. */
export async function takeDelay(child: ChildProcess, file: string): Promise<LoopDelay> {
  rmSync(file, { force: true });
  child.kill('SIGUSR2');
  for (const end = Date.now() + 60_000; !existsSync(file); ) {
    if (Date.now() > end) throw new Error('The event loop stands still.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
}
