import { expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { isDoubt } from '../../../src-shared/geometry/doubts.ts';
import { proposeUnits } from '../../../src-shared/geometry/measure/propose-unit.ts';
import { partFacts } from '../../../src-shared/order-gate/facts-of-checks.ts';
import { partFactsSchema } from '../../../src-shared/order-gate/part-facts.ts';
import { possibleUnits } from '../../../src-shared/order-gate/possible-units.ts';
import { objWithSurface } from '../../support/model-files.ts';
import { boxStl } from '../../support/models.ts';

it('Facts of a checked part survive storage and give walls in metres.', async () => {
  const { mesh, checks } = await analyseModel(new TextEncoder().encode(boxStl(20, 20, 1)), 'plate.stl');
  const { results, thickness } = await checkDeeper(mesh, { minWall: 2 });
  const facts = partFacts({
    checks,
    thorough: { results, thickness },
    metresPerUnit: 1e-3,
    hasColours: null,
    possibleUnits: [],
  });
  expect(facts.thorough?.walls).toMatchObject({ limit: 2e-3, thinnest: expect.closeTo(1e-3, 9) });
  expect(facts.thorough?.findings.map(({ kind }) => kind)).toEqual(['thin-walls']);
  expect(partFactsSchema.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
});

it('What reading left out is among the facts, and how it read is not.', async () => {
  const { checks, warnings } = await analyseModel(new TextEncoder().encode(objWithSurface()), 'part.obj');
  const part = { checks, thorough: null, metresPerUnit: 1e-3, hasColours: null, possibleUnits: [] };
  const facts = partFacts({ ...part, doubts: warnings.filter(isDoubt) });
  expect(facts.doubts).toMatchObject([{ key: 'geometry.freeFormIgnored' }]);
  expect(partFactsSchema.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
  // As an earlier version stored them.
  expect(partFactsSchema.parse(partFacts(part))).not.toHaveProperty('doubts');
});

it('A unit is certain when it is confirmed or clearly likely.', () => {
  const candidates = proposeUnits({ size: [2, 2, 2], format: 'stl', fileUnit: null }, []);
  const [first, ...others] = candidates.filter((candidate) => candidate.possible).map(({ unit }) => unit);
  expect(candidates.filter((candidate) => candidate.likely)).toEqual([]);
  expect(possibleUnits(candidates, first!, true)).toEqual([]);
  expect(possibleUnits(candidates, first!, false)).toEqual([first, ...others]);
  expect(possibleUnits([], 'mm', false)).toEqual([]);
  // A unit that the evidence speaks against is not certain either.
  const clear = proposeUnits({ size: [60, 40, 20], format: 'stl', fileUnit: null }, []);
  expect(possibleUnits(clear, 'mm', false)).toEqual([]);
  expect(possibleUnits(clear, 'in', false)).toEqual(['in', 'mm']);
});
