import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../../../src-service/http/byte-budget.ts';

describe('the memory of large bodies', () => {
  it('Memory for large bodies is refused when it is used up, and is given back only once.', () => {
    const budget = new ByteBudget(100);
    const [first, second, third] = [budget.share(), budget.share(), budget.share()];
    first.growTo(10);
    first.growTo(60);
    expect(() => second.growTo(50)).toThrow(/too many large requests/);
    second.growTo(40);
    first.giveBack();
    first.giveBack();
    expect(() => third.growTo(61)).toThrow();
    third.growTo(60);
    second.giveBack();
    third.growTo(100);
    expect(() => budget.share().growTo(1)).toThrow();
  });

  it('The first bytes of each body, and finished bodies, do not count against the memory limit.', () => {
    const budget = new ByteBudget(100, 10);
    const full = budget.share();
    full.growTo(110);
    const small = budget.share();
    small.growTo(10);
    expect(() => small.growTo(11)).toThrow();
    full.giveBack();
    full.growTo(200);
    small.growTo(110);
  });
});
