/** The tortures themselves. Each opens its own arena and returns what was found; nothing found is good. */

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../simulation/random.ts';
import { Arena, type Verdict } from './arena.ts';
import { lies } from './fault-proxy.ts';

const points = new URL('./points.ts', import.meta.url).href;

/** SIGKILL at random moments, over a network that lies and a service that is late. */
export async function killAtRandom(rounds: number, seed: number): Promise<Verdict> {
  const arena = await Arena.open({
    seed,
    lie: (random, isWrite) => (random.chance(isWrite ? 0.4 : 0.1) ? random.pick(lies) : 'none'),
  });
  try {
    for (let round = 0; round < rounds; round++) {
      await arena.run([`kill${round}`], { killAfter: 5 + arena.random.fraction() * 400 });
    }
    return await arena.judge();
  } finally {
    await arena.close();
  }
}

export interface Sweep extends Verdict {
  /** Durable steps of an order with two uploads. */
  readonly points: number;
  readonly died: number;
}

/** The process dies at every `step`-th durable step of placing one order, one step a run. */
export async function dieAtPoints(step: number, seed: number): Promise<Sweep> {
  const arena = await Arena.open({ seed, delay: 0 });
  try {
    const nodeArgs = ['--import', points];
    const whole = await arena.run(['whole'], { nodeArgs });
    const labels = JSON.parse(/points (\[.*\])/.exec(whole.out)?.[1] ?? '[]') as string[];
    let died = 0;
    for (let at = 1; at <= labels.length; at += step) {
      const { errors } = await arena.run([`point${at}`], {
        nodeArgs,
        env: { FABDESK_DIE_AT: String(at) },
        folder: join(arena.folder, `at${at}`),
      });
      if (errors.includes('died at')) died += 1;
    }
    let all: Verdict = { jobs: 0, states: {}, faults: [], posts: 0 };
    for (let at = 1; at <= labels.length; at += step)
      all = sum(all, await arena.judge(join(arena.folder, `at${at}`)));
    // `durable` spans all folders; each holds only its own.
    const faults = all.faults.filter((fault) => !fault.startsWith('lost:'));
    return { ...all, faults, points: labels.length, died };
  } finally {
    await arena.close();
  }
}

/** Bits flip in the database of an application that has orders, between two starts. */
export async function flipBits(count: number, seed: number): Promise<Verdict & { readonly noticed: number }> {
  const arena = await Arena.open({
    seed,
    lie: (random, isWrite) => (isWrite && random.chance(0.3) ? 'drop-answer' : 'none'),
    delay: 0,
  });
  const random = new Random(seed, 8);
  const folder = join(arena.folder, 'data');
  try {
    await arena.run(['first', 'second', 'third'], { killAfter: 700 });
    const original = mkdtempSync(join(tmpdir(), 'fabdesk-flip-'));
    const files = ['fabdesk.db', 'fabdesk.db-wal', 'sent.log'].filter((name) =>
      existsSync(join(folder, name)),
    );
    for (const name of files) copyFileSync(join(folder, name), join(original, name));
    let noticed = 0;
    const faults: string[] = [];
    const before = arena.proxy.writes.length;
    for (let flip = 0; flip < count; flip++) {
      for (const name of ['fabdesk.db', 'fabdesk.db-wal', 'fabdesk.db-shm'])
        rmSync(join(folder, name), { force: true });
      for (const name of files) copyFileSync(join(original, name), join(folder, name));
      const name = random.pick(files.filter((one) => one !== 'sent.log'));
      flipBit(join(folder, name), random);
      const told = openDamaged(folder);
      if (told.includes('noticed')) noticed += 1;
      if (told.includes('wrong')) faults.push(`flip ${flip} of ${name}: ${told}`);
    }
    if (arena.proxy.writes.length !== before) faults.push('something was sent from a damaged database');
    rmSync(original, { recursive: true, force: true });
    return { jobs: 3, states: {}, faults, posts: before, noticed };
  } finally {
    await arena.close();
  }
}

function flipBit(path: string, random: Random): void {
  const at = random.int(0, statSync(path).size - 1);
  const handle = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, at);
  byte[0] = (byte[0] as number) ^ (1 << random.int(0, 7));
  writeSync(handle, byte, 0, 1, at);
  closeSync(handle);
}

const readerScript = fileURLToPath(new URL('./read-damaged.child.ts', import.meta.url));
function openDamaged(folder: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [readerScript, folder], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout : `wrong: ended with ${status}: ${stderr.slice(-500)}`;
}

/** Orders on a disk of a few MB that is full, and then has room again. Null where nothing can be mounted. */
export async function fillDisk(sizes: readonly number[], seed: number): Promise<Verdict | null> {
  const arena = await Arena.open({ seed, delay: 0 });
  try {
    let all: Verdict = { jobs: 0, states: {}, faults: [], posts: 0 };
    for (const kilobytes of sizes) {
      const folder = join(arena.folder, `disk${kilobytes}`);
      mkdirSync(folder);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
      if (mounted.status !== 0) return null;
      try {
        await arena.run([`full${kilobytes}`], { folder, killAfter: 1500 });
        spawnSync('mount', ['-o', 'remount,size=256m', folder]);
        all = sum(all, await arena.judge(folder));
      } finally {
        spawnSync('umount', [folder]);
      }
    }
    return all;
  } finally {
    await arena.close();
  }
}

/** Two starts on one folder, `rounds` times, without the lock that keeps them apart, and one is killed. */
export async function launchTwice(rounds: number, seed: number): Promise<Verdict> {
  const arena = await Arena.open({ seed });
  try {
    for (let round = 0; round < rounds; round++) {
      await Promise.all([
        arena.run([`a${round}`], { killAfter: 300 + arena.random.fraction() * 500 }),
        arena.run([`b${round}`], { killAfter: 300 + arena.random.fraction() * 500 }),
      ]);
    }
    return await arena.judge();
  } finally {
    await arena.close();
  }
}

/** The machine's clock is another at every start (`--import` of a shifted `Date`). */
export async function jumpClock(rounds: number, seed: number): Promise<Verdict> {
  const arena = await Arena.open({
    seed,
    lie: (random, isWrite) =>
      isWrite && random.chance(0.5) ? random.pick(['drop-answer', 'drop-request'] as const) : 'none',
  });
  const shift = new URL('./shifted-clock.ts', import.meta.url).href;
  const hour = 3_600_000;
  try {
    for (let round = 0; round < rounds; round++) {
      const ms = arena.random.pick([-2 * hour, 2 * hour, -365 * 24 * hour, 365 * 24 * hour, 25 * hour]);
      await arena.run([`clock${round}`], {
        killAfter: 500,
        nodeArgs: ['--import', shift],
        env: { FABDESK_SHIFT: String(ms) },
      });
    }
    return await arena.judge();
  } finally {
    await arena.close();
  }
}

function sum(a: Verdict, b: Verdict): Verdict {
  const states = { ...a.states };
  for (const [state, count] of Object.entries(b.states)) states[state] = (states[state] ?? 0) + count;
  return {
    jobs: a.jobs + b.jobs,
    states,
    faults: [...a.faults, ...b.faults],
    posts: Math.max(a.posts, b.posts),
  };
}

export const hasFile = (path: string): boolean => existsSync(path) && readFileSync(path).length > 0;
