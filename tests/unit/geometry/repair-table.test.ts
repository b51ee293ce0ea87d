/**
 * How many made defects are repaired to the true volume, the table of docs/geometry.md:
 * `FABDESK_DEFECTS=100000 FABDESK_REPORT=1 npm test -- repair-table`.
 * @release
 */
import { beforeAll, expect, it } from 'vitest';
import { defectKinds } from '../../support/made-defects.ts';
import { provideManifoldForTests } from '../../support/manifold.ts';
import { repairDefect } from '../../support/repaired-defects.ts';
import { rounds } from '../../support/rounds.ts';

beforeAll(provideManifoldForTests);

const defects = rounds('FABDESK_DEFECTS', 20_000);

it(`No repair of ${defects} made defects is wrong.`, { timeout: 6 * 60 * 60_000 }, async () => {
  const table = defectKinds.map((kind) => ({ kind, true: 0, closed: 0, partly: 0, refused: 0 }));
  const faults: string[] = [];
  for (let number = 0; number < defects; number++) {
    const { outcome, fault } = await repairDefect(number);
    table[number % defectKinds.length]![outcome]++;
    if (fault !== null) faults.push(fault);
  }
  if (process.env['FABDESK_REPORT']) console.table(table);
  expect(faults).toEqual([]);
});
