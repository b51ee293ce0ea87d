/**
 * Data folders that are killed, copied and put back, over the real service; their stamp is in a keychain
 * outside. Orders carry no reference, so nothing else shows that they were sent.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../../src-shared/jobs/job.ts';
import { Arena, type Verdict } from './arena.ts';
import { pause } from './fault-proxy.ts';

export interface Copies extends Verdict {
  /** How many of the older folders and of the copies were noticed. */
  readonly noticed: number;
}

/** How long an application may go on by itself, ms. */
const patience = 30_000;
/** Kills of the folder before it is copied. */
const kills = 2;

/**
 * `rounds` folders, each with an order. Killed at random moments, which must not be noticed; then copied;
 * then the original goes on until its order is done. Now the copy is put back over it, or started where it
 * is, in turn.
 */
export async function putBack(rounds: number, seed: number): Promise<Copies> {
  const arena = await Arena.open({ seed, delay: 5 });
  const faults: string[] = [];
  const states: Record<string, number> = {};
  let noticed = 0;
  let posts = 0;
  try {
    const keychain = join(arena.folder, 'keychain.json');
    for (let round = 0; round < rounds; round++) {
      const name = `copied${round}`;
      const folder = join(arena.folder, name);
      const copy = `${folder}-copy`;
      const older = round % 2 === 0 ? folder : copy;
      // The request itself is safe before the first kill can come.
      await arena.run([name], { folder, keychain, killAfter: 150 + arena.random.fraction() * 400 });
      for (let kill = 0; kill < kills; kill++) {
        await arena.run([], { folder, keychain, killAfter: 50 + arena.random.fraction() * 400 });
      }
      cpSync(folder, copy, { recursive: true });
      const [done] = await finish(arena, folder, keychain, (isOutdated) => {
        if (isOutdated) faults.push(`${name}: a folder that was only killed counts as a copy`);
      });
      const before = await arena.ordersOf(name);
      if (done?.state === 'done' && before !== 1) faults.push(`${name}: done, and ${before} at the service`);
      if (older === folder) {
        rmSync(folder, { recursive: true });
        cpSync(copy, folder, { recursive: true });
      }
      const [after] = await finish(arena, older, keychain, (isOutdated) => {
        if (isOutdated) noticed += 1;
      });
      const state = after?.state ?? 'gone';
      states[state] = (states[state] ?? 0) + 1;
      const now = await arena.ordersOf(name);
      if (now > 1) faults.push(`${name}: ${now} orders at the service, the last one ${state}`);
    }
    posts = arena.proxy.writes.length;
    const found = [...new Set(faults)];
    const kept = arena.keepIf(found);
    return { jobs: rounds * 2, states, faults: found, posts, loops: null, noticed, kept };
  } finally {
    await arena.close();
  }
}

/**
 * Opens it until its orders have ended; the person looks up what asks, and cancels what is at the service.
 */
async function finish(
  arena: Arena,
  folder: string,
  keychain: string,
  opened: (isOutdated: boolean) => void,
): Promise<Job[]> {
  const app = await arena.open(folder, keychain);
  app.queue.start();
  opened(app.stamp?.isOutdated === true);
  const orders = () => app.queue.list().filter(({ kind }) => kind === 'order');
  const isOver = ({ state }: Job) => ['done', 'rejected', 'cancelled', 'poison', 'ask'].includes(state);
  const end = Date.now() + patience;
  while (Date.now() < end && !orders().every(isOver)) {
    for (const job of orders()) {
      if (job.kind !== 'order' || job.wait !== 'consent' || job.offer === null) continue;
      if ((await arena.ordersOf(job.payload.address.lastName)) > 0) app.queue.cancel(job.id);
      else app.queue.confirm(job.id, job.offer.total);
    }
    await pause(50);
  }
  const left = orders();
  await app.close();
  return left;
}
