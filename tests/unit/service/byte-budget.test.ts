import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../../../src-service/http/byte-budget.ts';

describe('the memory of large bodies', () => {
  it('is refused when it is used up, and comes back once', () => {
    const budget = new ByteBudget(100);
    const give = budget.take(60);
    expect(() => budget.take(50)).toThrow(/too many large requests/);
    const other = budget.take(40);
    give();
    give();
    expect(() => budget.take(61)).toThrow();
    budget.take(60);
    other();
    budget.take(40);
    expect(() => budget.take(1)).toThrow();
  });
});
