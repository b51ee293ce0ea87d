/**
 * The verdict on walls of typical printer parts at 0.8 mm: edges, crests, teeth and corners do not make a
 * sturdy part fail, and what is plainly thin does.
 * @release
 */
import { describe, expect, it } from 'vitest';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { checkMesh } from '../../../src-shared/geometry/checks/quick-check.ts';
import { meshOf, sturdyParts, thinParts } from '../../fixtures/geometry/printer-parts.ts';

const limit = 0.8;

type Part = ReturnType<(typeof sturdyParts)[string]>;

async function severities(make: () => Part): Promise<Record<string, string | undefined>> {
  const mesh = meshOf(make());
  expect((await checkMesh(mesh)).watertight).toBe(true);
  const { results } = await checkDeeper(mesh, { minWall: limit });
  return Object.fromEntries(results.map(({ kind, finding }) => [kind, finding?.severity]));
}

describe('walls of printer parts at 0.8 mm', () => {
  it.each(Object.entries(sturdyParts))('A sturdy part does not fail: %s.', async (_name, make) => {
    const found = await severities(make);
    expect([found['thin-walls'], found['thin-pins']]).not.toContain('fail');
  });

  it.each(Object.entries(thinParts))('A thin part fails: %s.', async (_name, make) => {
    expect((await severities(make))['thin-walls']).toBe('fail');
  });
});
