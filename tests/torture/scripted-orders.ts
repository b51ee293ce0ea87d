/**
 * Scripts that order on the command line and are killed: run again with the same key until they end, or
 * beside somebody who switches accounts.
 */
import type { Job } from '../../src-shared/jobs/job.ts';
import { addressOptions, usAddress } from '../support/address.ts';
import type { Verdict } from './arena.ts';
import { pause } from './fault-proxy.ts';
import { type AccountName, accountNames, Shell } from './shell.ts';

export interface Scripted extends Verdict {
  /** Processes that were killed. */
  readonly kills: number;
}

const minute = 60_000;
/**
 * Past a token's life, past the time until everything is reconciled, and past a second check, ms of the
 * services.
 */
const forwards = [0, 61 * minute, 11 * minute, 2 * minute, 61 * minute, 11 * minute, 2 * minute];
/** Data folders at a time. */
const folders = ['a', 'b'];
/** Kills of one script before it may end. */
const killsOfOne = 3;

const orderOf = (shell: Shell, key: string, account?: AccountName) => [
  ...['order', '--json', '--yes', '--unit', 'mm', '--key', key],
  ...(account === undefined ? [] : ['--account', account]),
  ...addressOptions({ ...usAddress, lastName: key }),
  `${shell.file(key)}:6:1`,
];

/** Each script orders with a key of its own and is killed up to three times before it may end. */
export async function repeatScripts(kills: number, seed: number): Promise<Scripted> {
  const shell = await Shell.open(seed);
  const faults: string[] = [];
  const keys: { key: string; data: string; account: AccountName }[] = [];
  let killed = 0;
  try {
    const work = async (name: string) => {
      const data = await shell.dataFolder(name);
      const takes = await duration(shell, 'first', data);
      while (killed < kills) {
        const key = `key${keys.length}`;
        const account = shell.random.pick(accountNames);
        keys.push({ key, data, account });
        for (let kill = 0; kill < killsOfOne; kill++) {
          const killAfter = (0.1 + shell.random.fraction()) * takes;
          if ((await shell.run(orderOf(shell, key, account), data, { killAfter })).isKilled) killed += 1;
        }
        await shell.run(orderOf(shell, key, account), data);
      }
    };
    await Promise.all(folders.map(work));
    const jobs = await settled(shell, [...new Set(keys.map(({ data }) => data))]);
    for (const { key, data, account } of keys) {
      const placed = jobs.filter((job) => nameOf(job) === key);
      if (placed.length !== 1) faults.push(`${key}: ${placed.length} jobs`);
      await compare(shell, key, account, placed[0], faults);
      const again = await shell.run(orderOf(shell, key, account), data);
      const [job] = placed;
      const orderId = job?.kind === 'order' ? job.result?.orderId : undefined;
      if (job?.state === 'done' && (again.code !== 0 || !again.out.includes(`"orderId": ${orderId}`)))
        faults.push(`${key}: run again, it ended with ${again.code} and not with order ${orderId}`);
      if ((await shell.ordersOf(account, key)) > 1) faults.push(`${key}: run again, it ordered again`);
    }
    return verdictOf(shell, jobs, faults, killed);
  } finally {
    await shell.close();
  }
}

/**
 * Orders at the selected account, or at one that they name, while another command selects the other account
 * again and again. The commands that order are killed.
 */
export async function switchAccounts(kills: number, seed: number): Promise<Scripted> {
  const shell = await Shell.open(seed);
  const faults: string[] = [];
  const orders: { key: string; data: string; named: AccountName | undefined }[] = [];
  let killed = 0;
  try {
    const data = await Promise.all(folders.map((name) => shell.dataFolder(name)));
    const idsOf = new Map<string, string>();
    for (const folder of data) {
      const { out } = await shell.run(['accounts', 'list', '--json'], folder);
      for (const { id, name } of JSON.parse(out) as { id: string; name: string }[])
        idsOf.set(`${folder} ${id}`, name);
    }
    const work = async (folder: string) => {
      let takes = await duration(shell, 'first', folder);
      while (killed < kills) {
        const key = `switch${orders.length}`;
        const named = shell.random.chance(0.5) ? shell.random.pick(accountNames) : undefined;
        orders.push({ key, data: folder, named });
        let isOver = false;
        const begin = Date.now();
        const killAfter = (0.4 + 1.2 * shell.random.fraction()) * takes;
        const ordering = shell.run(orderOf(shell, key, named), folder, { killAfter }).then(({ isKilled }) => {
          if (isKilled) killed += 1;
          // The machine may have become faster, or slower.
          else takes = Date.now() - begin;
          isOver = true;
        });
        // Through the process that orders, where it is the one that has the folder.
        for (let turn = 0; !isOver; turn++) {
          await pause(shell.random.fraction() * takes * 0.3);
          const use = ['accounts', 'use', accountNames[turn % 2] as string];
          const isShort = shell.random.chance(0.2);
          const { isKilled } = await shell.run(use, folder, isShort ? { killAfter: takes * 0.2 } : {});
          if (isKilled) killed += 1;
        }
        await ordering;
      }
    };
    await Promise.all(data.map(work));
    const jobs = await settled(shell, data);
    for (const { key, named } of orders) {
      const [job, ...more] = jobs.filter((one) => nameOf(one) === key);
      if (more.length > 0) faults.push(`${key}: ${more.length + 1} jobs`);
      const account = data.map((folder) => idsOf.get(`${folder} ${job?.accountId}`)).find(Boolean) as
        | AccountName
        | undefined;
      if (job?.kind === 'order' && job.payload.agreement?.accountId !== job.accountId)
        faults.push(`${key}: agreed at another account than it is sent at`);
      if (job !== undefined && named !== undefined && account !== named)
        faults.push(`${key}: asked for ${named}, and it is at ${account}`);
      await compare(shell, key, account, job, faults);
    }
    return verdictOf(shell, jobs, faults, killed);
  } finally {
    await shell.close();
  }
}

/** How long an order takes that nobody disturbs, ms. It compiles the program, too. */
async function duration(shell: Shell, key: string, data: string): Promise<number> {
  await shell.run(orderOf(shell, `${key} compiled`, 'Left'), data);
  const begin = Date.now();
  await shell.run(orderOf(shell, `${key} timed`, 'Left'), data);
  return Date.now() - begin;
}

/** One order at the service of its account if it is done, otherwise none; and none at the other service. */
async function compare(
  shell: Shell,
  key: string,
  account: AccountName | undefined,
  job: Job | undefined,
  faults: string[],
): Promise<void> {
  const about = `${key} ${job?.state ?? 'never taken'} ${job?.problem?.code ?? ''}`;
  for (const name of accountNames) {
    const there = await shell.ordersOf(name, key);
    const wanted = name === account && job?.state === 'done' ? 1 : 0;
    if (there !== wanted) faults.push(`${about}: ${there} orders at ${name}, not ${wanted}`);
  }
  if (job !== undefined && !['done', 'poison', 'rejected'].includes(job.state))
    faults.push(`${about}: not done`);
}

/** Runs the queue of each folder until everything has ended, while the services' clock moves on. */
async function settled(shell: Shell, data: readonly string[]): Promise<Job[]> {
  const found = new Map<string, readonly Job[]>();
  for (const forward of forwards) {
    shell.advance(forward);
    await Promise.all(
      data.map(async (folder) => {
        await shell.run(['queue', 'run'], folder);
        found.set(folder, JSON.parse((await shell.run(['queue', '--json'], folder)).out) as Job[]);
      }),
    );
    const ended = new Set(['done', 'poison', 'rejected']);
    if ([...found.values()].flat().every(({ state }) => ended.has(state))) break;
  }
  return [...found.values()].flat();
}

const nameOf = (job: Job): string | null => (job.kind === 'order' ? job.payload.address.lastName : null);

function verdictOf(shell: Shell, jobs: readonly Job[], faults: readonly string[], kills: number): Scripted {
  const states: Record<string, number> = {};
  for (const { state } of jobs) states[state] = (states[state] ?? 0) + 1;
  const found = [...new Set(faults)];
  const kept = shell.keepIf(found);
  return { jobs: jobs.length, states, faults: found, posts: shell.posts, loops: null, kept, kills };
}
