/** The tortures themselves. Each opens its own arena and returns its findings; none is good. */

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src-main/db/database.ts';
import { Random } from '../simulation/random.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { fillUp, mountDisk, unmountDisk } from '../support/small-disk.ts';
import { Arena, type Verdict } from './arena.ts';
import { type Lie, lies, pause } from './fault-proxy.ts';

const points = new URL('./points.ts', import.meta.url).href;

/** SIGKILL at random moments, over a faulty network and a slow service, in a few folders at a time. */
export async function killAtRandom(rounds: number, seed: number): Promise<Verdict> {
  const arena = await Arena.open({
    seed,
    lie: (random, isWrite) => (random.chance(isWrite ? 0.4 : 0.1) ? random.pick(lies) : 'none'),
  });
  const folders = ['a', 'b', 'c'].map((name) => join(arena.folder, name));
  let round = 0;
  try {
    const work = async (folder: string) => {
      while (round < rounds) {
        const name = `kill${round++}`;
        await arena.run([name], { killAfter: 5 + arena.random.fraction() * 400, folder });
      }
    };
    await Promise.all(folders.map(work));
    return await arena.verify(...folders);
  } finally {
    await arena.close();
  }
}

/**
 * Nobody is killed; each fault in turn hits half of the writes of `orders` orders. The result is the number
 * of POSTs on the wire.
 */
export async function lieOften(orders: number, seed: number): Promise<Verdict> {
  let current: Lie = 'none';
  const arena = await Arena.open({
    seed,
    lie: (random, isWrite) => (isWrite && random.chance(0.5) ? current : 'none'),
    delay: 5,
  });
  try {
    for (const lie of lies) {
      current = lie;
      const names = Array.from({ length: orders }, (_, index) => `${lie} ${index}`);
      await arena.run(names, { killAfter: 1_000 + 150 * orders });
    }
    return await arena.verify();
  } finally {
    await arena.close();
  }
}

export interface Sweep extends Verdict {
  /** Durable steps of an order with two uploads. */
  readonly points: number;
  /** Those at which a process was to die, and did. */
  readonly chosen: number;
  readonly died: number;
}

/**
 * The process dies at the durable steps of placing one order, one step per run and folder: at each of them,
 * or (`onceALabel`) at one of each kind.
 */
export async function dieAtPoints(onceALabel: boolean, seed: number): Promise<Sweep> {
  const arena = await Arena.open({ seed, delay: 0 });
  try {
    const nodeArgs = ['--import', points];
    const whole = await arena.run(['whole'], { nodeArgs });
    const labels = JSON.parse(/points (\[.*\])/.exec(whole.out)?.[1] ?? '[]') as string[];
    const all = labels.map((label, index) => ({ label, at: index + 1 }));
    const oneOf = (label: string) => arena.random.pick(all.filter((one) => one.label === label));
    const waiting = onceALabel ? [...new Set(labels)].map(oneOf) : all;
    const chosen = waiting.length;
    const folders: string[] = [];
    let died = 0;
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const folder = join(arena.folder, `at${next.at}`);
        folders.push(folder);
        const env = { FABDESK_DIE_AT: String(next.at) };
        const { errors } = await arena.run([`point${next.at}`], { nodeArgs, env, folder });
        if (errors.includes('died at')) died += 1;
      }
    };
    await Promise.all([work(), work(), work()]);
    return { ...(await arena.verify(...folders)), points: labels.length, chosen, died };
  } finally {
    await arena.close();
  }
}

export interface Flips extends Verdict {
  /** How many copies opened as they should be, as an older state, or after damage was found. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/**
 * Bits flip in the database of an application that has orders, one in each of `count` copies, between two
 * starts: half of them in what a killed process leaves, half in what a closed one does.
 */
export async function flipBits(count: number, seed: number): Promise<Flips> {
  const arena = await Arena.open({
    seed,
    lie: (random, isWrite) => (isWrite && random.chance(0.3) ? 'drop-answer' : 'none'),
    delay: 0,
  });
  const random = new Random(seed, 8);
  try {
    const isEnough = () => arena.proxy.writes.length >= 7;
    await arena.run(['first', 'second', 'third'], { killAfter: 10_000, isEnough });
    const killed = join(arena.folder, 'data');
    const closed = join(arena.folder, 'closed');
    cpSync(killed, closed, { recursive: true });
    openDatabase(join(closed, 'fabdesk.db')).close();
    const before = arena.proxy.writes.length;
    const faults: string[] = [];
    const outcomes: Record<string, number> = {};
    for (let from = 0; from < count; from += flipsAtOnce) {
      const copies = Array.from({ length: Math.min(flipsAtOnce, count - from) }, (_, index) => {
        const folder = join(arena.folder, `flip${from + index}`);
        mkdirSync(folder);
        const original = index % 2 === 0 ? killed : closed;
        const files = ['fabdesk.db', 'fabdesk.db-wal', 'sent.log'].filter((name) =>
          existsSync(join(original, name)),
        );
        for (const name of files) copyFileSync(join(original, name), join(folder, name));
        flipBit(join(folder, random.pick(files.filter((name) => name !== 'sent.log'))), random);
        return folder;
      });
      for (const [index, word] of openDamaged(copies, closed).entries()) {
        if (['same', 'older', 'noticed'].includes(word)) outcomes[word] = (outcomes[word] ?? 0) + 1;
        else faults.push(`flip ${from + index}: ${word}`);
      }
      // Copies with a fault stay for a person to read.
      for (const [index, folder] of copies.entries())
        if (!faults.some((fault) => fault.startsWith(`flip ${from + index}:`))) removeFolder(folder);
    }
    if (arena.proxy.writes.length !== before) faults.push('something was sent from a damaged database');
    const kept = arena.keepIf(faults);
    return { jobs: 9, states: {}, faults, posts: before, outcomes, loops: null, kept };
  } finally {
    await arena.close();
  }
}

const flipsAtOnce = 50;

function flipBit(path: string, random: Random): void {
  const bytes = readFileSync(path);
  const at = random.int(0, bytes.length - 1);
  bytes[at] = (bytes[at] as number) ^ (1 << random.int(0, 7));
  writeFileSync(path, bytes);
}

const readerScript = fileURLToPath(new URL('./read-damaged.child.ts', import.meta.url));

/** One process for many folders: a word for each; those that it did not reach count as faults. */
function openDamaged(folders: readonly string[], sound: string): string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [readerScript, sound, ...folders], {
    encoding: 'utf8',
  });
  const outcomes = stdout
    .split('\n')
    .filter((line) => line !== '')
    .slice(1);
  return folders.map((_, index) => outcomes[index] ?? `ended with ${status}: ${stderr.slice(-500)}`);
}

/**
 * Orders on a small disk that fills up, except for this many kB (`leftovers`), while they are being sent, and
 * then has space again. Needs `canMount`.
 */
export async function fillDisk(leftovers: readonly number[], seed: number): Promise<Verdict> {
  const arena = await Arena.open({ seed, delay: 20 });
  const folders: string[] = [];
  try {
    for (const kilobytes of leftovers) {
      const folder = join(arena.folder, `disk${kilobytes}`);
      mkdirSync(folder);
      // The spool wants 64 MiB to spare before it takes a file.
      if (!mountDisk(folder, 96)) throw new Error('nothing can be mounted here');
      folders.push(folder);
      const name = `full${kilobytes}`;
      // The last disk is filled once the order is durable, so that there is something to lose however slow
      // the machine.
      const awaited = kilobytes === leftovers.at(-1) ? `${name}\n` : 'ready';
      let onReached = () => {};
      const reached = new Promise<void>((resolve) => {
        onReached = resolve;
      });
      let fullSince = Number.POSITIVE_INFINITY;
      const ended = arena.run([name], {
        folder,
        killAfter: 60_000,
        isEnough: () => Date.now() - fullSince > 1_500,
        onOutput: (out) => out.includes(awaited) && onReached(),
      });
      await Promise.race([reached, ended]);
      await pause(arena.random.fraction() * 700);
      const filler = fillUp(folder, kilobytes);
      fullSince = Date.now();
      await ended;
      rmSync(filler);
    }
    return await arena.verify(...folders);
  } finally {
    for (const folder of folders) unmountDisk(folder);
    await arena.close();
  }
}

/** Two starts on one folder, `rounds` times, without the lock that keeps them apart, and one is killed. */
export async function launchTwice(rounds: number, seed: number): Promise<Verdict> {
  const arena = await Arena.open({ seed, isLocked: false });
  try {
    for (let round = 0; round < rounds; round++) {
      await Promise.all([
        arena.run([`a${round}`], { killAfter: 300 + arena.random.fraction() * 500 }),
        arena.run([`b${round}`], { killAfter: 300 + arena.random.fraction() * 500 }),
      ]);
    }
    return await arena.verify();
  } finally {
    await arena.close();
  }
}

/** The machine's clock differs at every start (`--import` of a shifted `Date`). */
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
    return await arena.verify();
  } finally {
    await arena.close();
  }
}
