/** The memory of the application at rest, when it has nothing to remember and when it has much. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { idle, type Programs, residentMb } from '../support/programs.ts';
import { useOf } from '../support/use.ts';
import { endApplication, startApplication } from './application.ts';

export const models = 1_000;
export const jobs = 10_000;

const fill = fileURLToPath(new URL('../queue/waiting.child.ts', import.meta.url));

/** MB */
export interface Rest {
  /** The main process alone. */
  readonly main: number;
  /** With the print service and the keychain's process. What they share counts once. */
  readonly all: number;
  /** ms */
  readonly ready: number;
}

export async function measureRest(
  programs: Programs,
  folder: string,
): Promise<{ readonly empty: Rest; readonly full: Rest }> {
  const [empty, full] = [join(folder, 'empty'), join(folder, 'full')];
  mkdirSync(full, { mode: 0o700 });
  const { status, stderr } = spawnSync(process.execPath, [fill, 'fill', full, String(jobs), String(models)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return { empty: await restOf(programs, empty), full: await restOf(programs, full) };
}

async function restOf(programs: Programs, dataDir: string): Promise<Rest> {
  const application = await startApplication(programs, dataDir);
  const { child, ready } = application;
  await idle(child);
  const rest = { main: residentMb(child), all: useOf(child.pid!)?.memory ?? Number.NaN, ready };
  await endApplication(application);
  return rest;
}
