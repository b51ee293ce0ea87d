/**
 * `npm run torture -- [--kills N] [--lies N] [--points all|labels] [--flips N] [--twice N] [--clock N]
 * [--copies N] [--switches KILLS] [--repeats KILLS] [--disk] [--seed S]`: real processes over a real service.
 * Runs what the options name, or a little of everything without options. Without a seed it draws one.
 */
import { parseArgs } from 'node:util';
import { canStartKeyring } from '../support/keyring-session.ts';
import { canMount } from '../support/small-disk.ts';
import type { Verdict } from './arena.ts';
import { putBack } from './copies.ts';
import { showLateness } from './loop-watch.ts';
import { repeatScripts, switchAccounts } from './scripted-orders.ts';
import {
  dieAtPoints,
  fillDisk,
  flipBits,
  jumpClock,
  killAtRandom,
  launchTwice,
  lieOften,
} from './tortures.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    lies: { type: 'string' },
    points: { type: 'string' },
    flips: { type: 'string' },
    twice: { type: 'string' },
    clock: { type: 'string' },
    copies: { type: 'string' },
    switches: { type: 'string' },
    repeats: { type: 'string' },
    disk: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const seed = Number(values.seed);
const { seed: _, disk, ...counts } = values;
const isAll = !disk && Object.keys(counts).length === 0;

console.log(`Drawing with seed ${seed}.`);
console.log(
  '| torture | rounds | jobs | states at the end | POSTs on the wire | event loops, ms (p99, longest): application; service | faults |',
);
console.log('|---|---|---|---|---|---|---|');
if (values.kills || isAll) {
  const rounds = Number(values.kills ?? 50);
  show('kill -9 at random moments', rounds, await killAtRandom(rounds, seed));
}
if (values.lies || isAll) {
  const orders = Number(values.lies ?? 5);
  show('every lie of the network', `${orders} orders each`, await lieOften(orders, seed));
}
if (values.points || isAll) {
  const sweep = await dieAtPoints(values.points !== 'all', seed);
  show('death at durable steps', `${sweep.died} of ${sweep.points} steps`, sweep);
}
if (values.flips || isAll) {
  const count = Number(values.flips ?? 100);
  const flips = await flipBits(count, seed);
  const outcomes = Object.entries(flips.outcomes).map(([word, times]) => `${times} ${word}`);
  show('bits flipped in the database', `${count}: ${outcomes.join(', ')}`, flips);
}
if (values.twice || isAll) {
  const rounds = Number(values.twice ?? 10);
  show('two launches without the lock', rounds, await launchTwice(rounds, seed));
}
if (values.clock || isAll) {
  const rounds = Number(values.clock ?? 10);
  show('clock moved at every start', rounds, await jumpClock(rounds, seed));
}
if (values.copies || isAll) {
  const rounds = Number(values.copies ?? 10);
  const copies = await putBack(rounds, seed);
  show('folders put back and copied', `${rounds}: ${copies.noticed} noticed`, copies);
}
const isScripted = values.switches || values.repeats || isAll;
if (isScripted && !canStartKeyring)
  console.log('| killed commands | skipped: this machine starts no gnome-keyring | | | | | |');
if (canStartKeyring && (values.switches || isAll)) {
  const result = await switchAccounts(Number(values.switches ?? 10), seed);
  show('accounts switched while commands order', `${result.kills} kills`, result);
}
if (canStartKeyring && (values.repeats || isAll)) {
  const result = await repeatScripts(Number(values.repeats ?? 10), seed);
  show('scripts repeated with their key', `${result.kills} kills`, result);
}
if (disk || isAll) {
  const leftovers = Array.from({ length: 16 }, (_, index) => index * 4);
  if (canMount()) show('full disk', `${leftovers.length} leftovers`, await fillDisk(leftovers, seed));
  else console.log('| full disk | skipped: this machine mounts no tmpfs | | | | | |');
}

function show(
  name: string,
  rounds: number | string,
  { jobs, states, faults, posts, loops, kept }: Verdict,
): void {
  const counts = Object.entries(states)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
  const late = loops ? `${showLateness(loops.app)}; ${showLateness(loops.service)}` : '';
  console.log(`| ${name} | ${rounds} | ${jobs} | ${counts} | ${posts} | ${late} | ${faults.length} |`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  if (kept !== null) console.log(`  All of it: ${kept}`);
  if (faults.length > 0) process.exitCode = 1;
}
