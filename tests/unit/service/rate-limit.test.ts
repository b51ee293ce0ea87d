import { describe, expect, it } from 'vitest';
import { OwnRateLimiter } from '../../../src-service/http/rate-limit.ts';

function limiter(calls: number, windowSeconds: number) {
  let now = 1_700_000_000_000;
  return {
    limit: new OwnRateLimiter({ calls, windowSeconds }, () => now),
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    second: () => Math.floor(now / 1000),
  };
}

describe('the sliding window', () => {
  it('The rate limit refuses the call after the last one and says when the next is possible.', () => {
    const { limit, pass, second } = limiter(3, 300);
    expect(limit.take('a')).toBe(true);
    pass(10);
    expect(limit.take('a')).toBe(true);
    expect(limit.take('a')).toBe(true);
    expect(limit.take('a')).toBe(false);
    expect(limit.state('a')).toMatchObject({
      limit: 3,
      remaining: 0,
      windowInSeconds: 300,
      retryInSeconds: 290,
      retryTimestamp: second() + 290,
    });
  });

  it('The rate limit lets a call through exactly when it said it would.', () => {
    const { limit, pass } = limiter(2, 60);
    limit.take('a');
    pass(7);
    limit.take('a');
    const { retryInSeconds } = limit.state('a');
    pass(retryInSeconds - 1);
    expect(limit.take('a')).toBe(false);
    pass(1);
    expect(limit.take('a')).toBe(true);
    expect(limit.take('a')).toBe(false);
  });

  it('No window ever has more calls than the limit, whatever their rhythm.', () => {
    const { limit, pass, second } = limiter(5, 30);
    const taken: number[] = [];
    for (let i = 0; i < 400; i++) {
      if (limit.take('a')) taken.push(second());
      pass((i * 7) % 5);
    }
    for (const at of taken)
      expect(taken.filter((other) => other > at - 30 && other <= at).length).toBeLessThanOrEqual(5);
    expect(taken.length).toBeGreaterThan(50);
  });

  it('Calls are counted per minute of the window, the newest last.', () => {
    const { limit, pass } = limiter(150, 300);
    for (let i = 0; i < 4; i++) limit.take('a');
    pass(70);
    for (let i = 0; i < 2; i++) limit.take('a');
    pass(200);
    limit.take('a');
    expect(limit.state('a').history).toEqual([4, 2, 0, 0, 1]);
    expect(limit.state('a').remaining).toBe(143);
  });

  it('Two applications have separate rate windows.', () => {
    const { limit } = limiter(1, 60);
    expect(limit.take('a')).toBe(true);
    expect(limit.take('b')).toBe(true);
    expect(limit.take('a')).toBe(false);
  });

  it('Refused calls do not count against the rate limit.', () => {
    const { limit, pass } = limiter(1, 60);
    limit.take('a');
    pass(30);
    for (let i = 0; i < 10; i++) expect(limit.take('a')).toBe(false);
    pass(30);
    expect(limit.take('a')).toBe(true);
  });

  it('After a long silence the whole rate limit is available again.', () => {
    const { limit, pass } = limiter(2, 60);
    limit.take('a');
    limit.take('a');
    pass(100_000);
    expect(limit.state('a')).toMatchObject({ remaining: 2, retryInSeconds: 0, history: [0] });
  });
});
