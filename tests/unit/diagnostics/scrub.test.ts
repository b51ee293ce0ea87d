import { describe, expect, it } from 'vitest';
import { KnownTexts } from '../../../src-main/diagnostics/known-texts.ts';
import { createScrub } from '../../../src-main/diagnostics/scrub.ts';

const scrub = createScrub(new KnownTexts([]));

describe('keys in the log of a diagnostics file', () => {
  it.each(['YeknWiIfcgMebJudpeTB', 'aBcDeFgHiJkLmNoPqRsT', 'k3Jx9QmZ0aPtR7vYwLs2'])(
    '%s is a key, with digits or without.',
    (key) => {
      expect(scrub(`id ${key} refused`)).toBe('id <opaque> refused');
    },
  );

  it.each([
    'ServiceConnectionError',
    'createHttpServiceClient',
    'isWaitingForAnswers',
    'uncharacteristically',
    'UNHANDLEDREJECTIONS',
  ])('%s is a name in the program, and stays.', (name) => {
    expect(scrub(`at ${name} (x)`)).toContain(name);
  });
});
