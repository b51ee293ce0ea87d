/**
 * The real queue in a simulated world (tests/simulation): many schedules of faults in which nothing may be lost,
 * duplicated, wrong or stuck, and deliberately broken protocols, each of which must be found out.
 */
import { describe, expect, it } from 'vitest';
import { mutants } from '../../simulation/mutants.ts';
import { runSpread, runTask } from '../../simulation/processes.ts';

const schedules = Number(process.env['FABDESK_SCHEDULES'] ?? 1_500);
const patience = 600_000;

describe('simulated schedules', () => {
  it(
    `${schedules} of them lose, duplicate and mistake nothing, and come to rest`,
    async () => {
      const { bad, ...tally } = await runSpread({ from: 1, seeds: schedules, processes: 2 });
      const replay = bad.map(
        ({ seed, words }) => `npm run simulate -- --seed ${seed} --trace: ${words.join('; ')}`,
      );
      expect(replay).toEqual([]);
      expect(tally.schedules).toBe(schedules);
      // The world was hard enough to prove something.
      expect(tally.crashes).toBeGreaterThan(schedules / 3);
    },
    patience,
  );

  it(
    'are the same whenever they are run',
    async () => {
      const [one, two] = await Promise.all(
        [1, 2].map((processes) => runSpread({ from: 1, seeds: 60, processes })),
      );
      expect(one?.hash).toBe(two?.hash);
    },
    patience,
  );
});

describe('broken protocols', () => {
  it.each(mutants)(
    '$name: $breaks',
    async ({ name, seed }) => {
      const one = { from: seed, end: seed + 1, step: 1, stopAtFirst: true };
      const [broken, sound] = await Promise.all([
        runTask({ mutant: name, ...one }),
        seed > schedules ? runTask({ mutant: null, ...one }) : null,
      ]);
      const replay = `npm run simulate -- --mutant ${name} --seed ${seed} --trace`;
      expect(broken.firstBad, `${replay} finds nothing`).toBe(seed);
      expect(sound?.bad ?? []).toEqual([]);
    },
    patience,
  );
});
