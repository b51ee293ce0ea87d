import { describe, expect, it } from 'vitest';
import { backoff } from '../../../src-main/queue/core/backoff.ts';
import { createIds, markedName } from '../../../src-main/queue/core/ids.ts';
import { AccountThrottle } from '../../../src-main/queue/send/account-throttle.ts';
import { FakeClock, seededRandom } from '../../support/fake-clock.ts';

describe('backoff', () => {
  const chance = (fraction: number) => ({ fraction: () => fraction, bytes: () => new Uint8Array(0) });

  it('Backoff is at least 2 s, and its bound doubles up to 15 min.', () => {
    const bounds = [1, 2, 3, 9, 10, 1000].map((failures) => backoff(failures, chance(1)));
    expect(bounds).toEqual([4_000, 8_000, 16_000, 900_000, 900_000, 900_000]);
    for (const failures of [0, 1, 5, 50]) expect(backoff(failures, chance(0))).toBe(2_000);
    expect(backoff(3, chance(0.5))).toBe(9_000);
  });
});

describe('ids', () => {
  it('Job ids are UUIDv7 and sort by creation, even within a millisecond or if the clock goes back.', () => {
    const clock = new FakeClock();
    const ids = createIds(clock, seededRandom(1), null);
    const made: string[] = [];
    for (let count = 0; count < 10_000; count++) {
      if (count % 1000 === 0) clock.jump(count % 2000 === 0 ? 5 : -50_000);
      made.push(ids.job());
    }
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    for (const id of made)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('Job ids sort after those of the starts before, though the clock was put back in between.', () => {
    const clock = new FakeClock();
    let newest: string | null = null;
    for (let start = 0; start < 5; start++) {
      const ids = createIds(clock, seededRandom(start), newest);
      for (let count = 0; count < 10; count++) {
        const id = ids.job();
        expect(id > (newest ?? '')).toBe(true);
        newest = id;
      }
      clock.jump(-7_200_000);
    }
  });

  it('A damaged id does not determine the later ones.', () => {
    const clock = new FakeClock();
    for (const damaged of ['ffffffff-ffff-7000-8000-000000000000', 'ffffffff', '\u0000', ''])
      expect(createIds(clock, seededRandom(1), damaged).job()).toBe(
        createIds(clock, seededRandom(1), null).job(),
      );
  });

  it('Marks contain no letters that are easily misread.', () => {
    const ids = createIds(new FakeClock(), seededRandom(2), null);
    const marks = Array.from({ length: 500 }, () => ids.mark());
    for (const mark of marks) expect(mark).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(new Set(marks).size).toBe(500);
  });
});

describe('a gate', () => {
  const wide = { limit: null, remaining: null, windowInSeconds: null };

  it('A pause ends when its time is over or the clock is put back before its beginning.', () => {
    const clock = new FakeClock();
    const gates = new AccountThrottle(clock, seededRandom(3));
    gates.notice('local', { ...wide, retryAt: clock.now() + 60_000 });
    clock.jump(59_000);
    expect(gates.stateOf('local')).toMatchObject({ wait: 'rate' });
    clock.jump(2_000);
    expect(gates.stateOf('local')).toBeNull();
    gates.notice('local', { ...wide, retryAt: clock.now() + 60_000 });
    clock.jump(-2 * 3_600_000);
    expect(gates.stateOf('local')).toBeNull();
  });

  it('A lost network is probed at its time, even if the clock is moved.', () => {
    const clock = new FakeClock();
    const gates = new AccountThrottle(clock, seededRandom(4));
    const until = gates.networkFailed('local');
    expect(gates.toProbe()).toEqual([]);
    clock.jump(-2 * 3_600_000);
    expect(gates.toProbe()).toEqual(['local']);
    clock.jump(until - clock.now());
    expect(gates.toProbe()).toEqual(['local']);
  });
});

describe('pauses between tries that the network fails', () => {
  const wait = (gates: AccountThrottle, clock: FakeClock) => gates.networkFailed('local') - clock.now();

  it('Backoff keeps growing while jobs fail, even if probes succeed, and starts again after a job’s answer.', () => {
    const clock = new FakeClock();
    const gates = new AccountThrottle(clock, { fraction: () => 1, bytes: () => new Uint8Array(0) });
    const waits: number[] = [];
    for (let count = 0; count < 4; count++) {
      waits.push(wait(gates, clock));
      clock.jump(waits.at(-1) as number);
      expect(gates.networkWorks('local')).toBe(true);
      expect(gates.stateOf('local')).toBeNull();
    }
    expect(waits).toEqual([4_000, 8_000, 16_000, 32_000]);
    gates.jobWorks('local');
    expect(wait(gates, clock)).toBe(4_000);
  });

  it('Backoff starts again after a quarter of an hour without failures.', () => {
    const clock = new FakeClock();
    const gates = new AccountThrottle(clock, { fraction: () => 1, bytes: () => new Uint8Array(0) });
    expect(wait(gates, clock)).toBe(4_000);
    gates.networkWorks('local');
    clock.jump(4_000 + 15 * 60_000);
    expect(wait(gates, clock)).toBe(4_000);
  });
});

describe('a marked file name', () => {
  it('A marked file name keeps its extension even at the greatest length.', () => {
    expect(markedName('part.stl', 'K7Q2M9XT')).toBe('part~K7Q2M9XT.stl');
    expect(markedName('a.b.3mf', 'K7Q2M9XT')).toBe('a.b~K7Q2M9XT.3mf');
    expect(markedName('noending', 'K7Q2M9XT')).toBe('noending~K7Q2M9XT');
    const long = markedName(`${'x'.repeat(251)}.stl`, 'K7Q2M9XT');
    expect(long).toHaveLength(255);
    expect(long).toMatch(/~K7Q2M9XT\.stl$/);
  });
});
