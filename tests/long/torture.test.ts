/**
 * Real processes over the real service (tests/torture), in numbers that fit a test run: `npm run torture`
 * does more. Afterwards the queue's belief is compared with what the wire saw and with what the service
 * holds.
 */
import { describe, expect, it } from 'vitest';
import { canStartKeyring } from '../support/keyring-session.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { canMount } from '../support/small-disk.ts';
import { putBack } from '../torture/copies.ts';
import { repeatScripts, switchAccounts } from '../torture/scripted-orders.ts';
import {
  dieAtPoints,
  fillDisk,
  flipBits,
  jumpClock,
  killAtRandom,
  launchTwice,
  lieOften,
} from '../torture/tortures.ts';

const kills = rounds('FABDESK_KILLS', 100);
/** Kills in one arena: the more orders its folders hold, the longer each further kill takes. */
const killsTogether = 100;
const batches = Array.from({ length: Math.ceil(kills / killsTogether) }, (_, index) => ({
  kills: Math.min(killsTogether, kills - index * killsTogether),
  batchSeed: seed + index,
}));
/**
 * About one flip in twenty is noticed by a checksum; the others leave the data as it was or an older state.
 */
const flips = rounds('FABDESK_FLIPS', 100, 50);
/** For a machine that does much else at the same time. Ms. */
const patience = 1_800_000;
const left = (kept: string | null) => `everything that was left is in ${kept}`;

describe(`torture (FABDESK_SEED=${seed})`, () => {
  it.each(batches)(
    '$kills kills lose nothing and send nothing twice (seed $batchSeed).',
    async ({ kills, batchSeed }) => {
      const { faults, states, kept } = await killAtRandom(kills, batchSeed);
      expect(faults, left(kept)).toEqual([]);
      expect(states['done']).toBeGreaterThan(0);
    },
    patience,
  );

  it('Every lie of the network leaves one POST for each recorded attempt.', {
    tags: 'release',
    timeout: patience,
  }, async () => {
    const { faults, posts, kept } = await lieOften(2, seed);
    expect(faults, left(kept)).toEqual([]);
    expect(posts).toBeGreaterThan(20);
  });

  it('A process death at any durable step of an order leaves it done once.', {
    tags: 'release',
    timeout: patience,
  }, async () => {
    const { faults, chosen, died, kept } = await dieAtPoints(true, seed);
    expect(faults, left(kept)).toEqual([]);
    expect(chosen).toBeGreaterThan(12);
    // A run may take one step less than the one that was counted.
    expect(died).toBeGreaterThan(chosen - 3);
  });

  it(
    'Flipped bits are found or lead to an older state, and never send anything.',
    async () => {
      const { faults, outcomes, kept } = await flipBits(flips, seed);
      expect(faults, left(kept)).toEqual([]);
      expect(outcomes['noticed']).toBeGreaterThan(0);
    },
    patience,
  );

  it('Two launches without the lock do not disturb each other.', {
    tags: 'release',
    timeout: patience,
  }, async () => {
    const { faults, kept } = await launchTwice(3, seed);
    expect(faults, left(kept)).toEqual([]);
  });

  it('A clock that changes at every start has no effect on jobs.', {
    tags: 'release',
    timeout: patience,
  }, async () => {
    const { faults, kept } = await jumpClock(5, seed);
    expect(faults, left(kept)).toEqual([]);
  });

  it('Folders that are put back or copied ask, and those that were only killed do not.', {
    tags: 'release',
    timeout: patience,
  }, async () => {
    const { faults, noticed, kept } = await putBack(4, seed);
    expect(faults, left(kept)).toEqual([]);
    expect(noticed).toBeGreaterThan(0);
  });

  it.skipIf(!canStartKeyring)(
    'A script that is killed and run again with its key orders once (needs gnome-keyring).',
    { tags: 'release', timeout: patience },
    async () => {
      const { faults, states, kept } = await repeatScripts(3, seed);
      expect(faults, left(kept)).toEqual([]);
      expect(states['done']).toBeGreaterThan(0);
    },
  );

  it.skipIf(!canStartKeyring)(
    'An order stays at its account, whichever is selected while its command is killed (needs gnome-keyring).',
    { tags: 'release', timeout: patience },
    async () => {
      const { faults, states, kept } = await switchAccounts(3, seed);
      expect(faults, left(kept)).toEqual([]);
      expect(states['done']).toBeGreaterThan(0);
    },
  );

  it.skipIf(!canMount())(
    'A full disk delays orders and loses none (needs the right to mount a tmpfs).',
    { tags: 'release', timeout: patience },
    async () => {
      const { faults, jobs, kept } = await fillDisk([0, 8, 24], seed);
      expect(faults, left(kept)).toEqual([]);
      expect(jobs).toBeGreaterThan(0);
    },
  );
});
