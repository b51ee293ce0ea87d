/**
 * The real queue in a simulated world (tests/simulation): in many schedules of faults nothing may be lost,
 * duplicated, wrong or stuck, and every deliberately broken protocol has to be caught.
 */
import { describe, expect, it } from 'vitest';
import { add, emptyTally, type Tally } from '../simulation/command.ts';
import { mutants } from '../simulation/mutants.ts';
import { runSpread, runTask } from '../simulation/processes.ts';
import { rounds, someOf } from '../support/rounds.ts';

const schedules = rounds('FABDESK_SCHEDULES', 400);
const patience = 600_000;

/** The first ones, which are played a second time to compare their traces. */
const replayed = Math.ceil(schedules / 8);
let firstOnes: Promise<Tally> | undefined;
const playFirstOnes = () => {
  firstOnes ??= runSpread({ from: 1, seeds: replayed, processes: 2 });
  return firstOnes;
};

describe('Simulated schedules', () => {
  it(
    `${schedules} simulated schedules lose, duplicate and mistake nothing and come to rest.`,
    async () => {
      const all = emptyTally();
      add(all, await playFirstOnes());
      add(all, await runSpread({ from: replayed + 1, seeds: schedules - replayed, processes: 2 }));
      const { bad, ...tally } = all;
      const replay = bad.map(
        ({ seed, messages }) => `npm run simulate -- --seed ${seed} --trace: ${messages.join('; ')}`,
      );
      expect(replay).toEqual([]);
      expect(tally.schedules).toBe(schedules);
      // The world was hard enough to prove something.
      expect(tally.crashes).toBeGreaterThan(schedules / 3);
    },
    patience,
  );

  it(
    'Simulated schedules are the same whenever they are run.',
    async () => {
      const again = await runSpread({ from: 1, seeds: replayed, processes: 1 });
      expect(again.hash).toBe((await playFirstOnes()).hash);
    },
    patience,
  );
});

it(
  'A customised product that somebody else removed before it was found is made again, and that is no duplicate.',
  async () => {
    const task = { mutant: null, from: 1, end: 2, step: 1, stopAtFirst: true, script: 'product-taken' };
    const { schedules: played, bad } = await runTask(task);
    expect({ played, bad }).toEqual({ played: 1, bad: [] });
  },
  patience,
);

describe('Broken protocols are caught', () => {
  it.each(someOf(mutants))(
    '$name: $breaks',
    async ({ name, seed }) => {
      const from = seed ?? 1;
      const script = seed === undefined ? name : null;
      const one = { from, end: from + 1, step: 1, stopAtFirst: true, script };
      const isNew = script !== null || from > schedules;
      const [broken, sound] = await Promise.all([
        runTask({ mutant: name, ...one }),
        isNew ? runTask({ mutant: null, ...one }) : null,
      ]);
      const replay = `npm run simulate -- --mutant ${name} ${script ? `--script ${script}` : `--seed ${from}`} --trace`;
      const search = `npm run simulate -- --mutants --mutant ${name} --seeds 10000`;
      expect(broken.firstBad, `${replay} finds nothing. For another seed: ${search}`).toBe(from);
      expect(sound?.bad ?? []).toEqual([]);
    },
    patience,
  );
});
