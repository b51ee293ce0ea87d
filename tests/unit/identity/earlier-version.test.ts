import { describe, expect, it } from 'vitest';
import { type Answer, answerFor, type Evidence } from '../../../src-shared/identity/earlier-version.ts';

describe('an export of a part that is on the plate', () => {
  // Whether it is the left part of a right one, no file says: only a person knows.
  it.each<[Evidence | null, boolean, Answer]>([
    ['source', true, 'ask'],
    ['source', false, 'ask'],
    ['path', true, 'ask'],
    ['path', false, 'ask'],
    ['product', true, 'ask'],
    ['product', false, 'ask'],
    ['name', true, 'ask'],
    ['name', false, 'ask'],
    [null, true, 'other'],
    [null, false, 'other'],
  ])(
    'A mirrored one never takes its place unasked (known by %s, old file there: %s).',
    (evidence, isStillThere, answer) => {
      expect(answerFor({ evidence, shape: 'mirrored', isStillThere })).toBe(answer);
    },
  );

  it('An equal one of the same document takes its place.', () => {
    expect(answerFor({ evidence: 'source', shape: 'equal', isStillThere: true })).toBe('replace');
  });
});
