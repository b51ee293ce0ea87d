/** How late the event loop of the application is while a large model comes in by its path, and at rest. */

import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRunningApp } from '../../src-main/instance/control-client.ts';
import { type LoopDelay, monitored, takeDelay } from '../support/loop-delay.ts';
import { idle, type Programs } from '../support/programs.ts';
import { endApplication, startApplication } from './application.ts';

export const megabytes = 500;

export interface Imports {
  readonly rest: LoopDelay;
  readonly importing: LoopDelay;
  /** ms */
  readonly took: number;
}

export async function measureImport(programs: Programs, folder: string): Promise<Imports> {
  const [dataDir, file, delays] = [join(folder, 'import'), join(folder, 'large.stl'), join(folder, 'delay')];
  writeLarge(file);
  const application = await startApplication(programs, dataDir, monitored(delays));
  const running = await connectToRunningApp(dataDir);
  if (running === null) throw new Error('The application does not answer.');
  try {
    await idle(application.child);
    await takeDelay(application.child, delays);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const rest = await takeDelay(application.child, delays);
    const began = performance.now();
    const imported = await running.invoke('files.importPath', { path: file });
    const took = performance.now() - began;
    if (!imported.ok) throw new Error(imported.error.message);
    return { rest, importing: await takeDelay(application.child, delays), took };
  } finally {
    running.close();
    await endApplication(application);
  }
}

/** Not a model: reading it is the window's work, and the application only keeps and hashes it. */
function writeLarge(path: string): void {
  const block = randomBytes(1_000_000);
  const file = openSync(path, 'w');
  for (let written = 0; written < megabytes; written++) writeSync(file, block);
  closeSync(file);
}
