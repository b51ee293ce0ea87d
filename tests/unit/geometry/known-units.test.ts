/**
 * Units are proposed for real files whose unit is known. Files of the corpus are read where it is present;
 * otherwise the sizes that were measured then stand for them, and the tests of the files themselves are shown
 * as skipped.
 */
import '../../fixtures/geometry/wasm.ts';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import catalogue from '../../../src-service/catalogue/catalogue.json' with { type: 'json' };
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { proposeUnits, questionAbout } from '../../../src-shared/geometry/measure/propose-unit.ts';
import { readOrigin } from '../../../src-shared/geometry/readers/file-origin.ts';
import { possibleUnits } from '../../../src-shared/order-gate/possible-units.ts';
import { type KnownUnit, knownUnits } from '../../fixtures/geometry/known-units.ts';
import { corpusDir } from '../../support/corpus.ts';

const propose = ({ name, size, origin, format = 'stl' }: KnownUnit) =>
  proposeUnits(
    { size, format, fileUnit: null, fileName: name, ...(origin && { origin }) },
    catalogue.printers,
  );

describe('units of files that are known', () => {
  it('A unit is asked for in at most a quarter of the files.', () => {
    const asked = knownUnits.filter((file) => !propose(file)[0]!.likely);
    expect(knownUnits.length).toBeGreaterThanOrEqual(120);
    expect(asked.length).toBeLessThanOrEqual(knownUnits.length / 4);
  });

  it.each(knownUnits.map((file) => [file.name, file.size.join(' × '), file.unit, file] as const))(
    'A likely unit is right, and one that is asked for is offered: %s, %s, %s.',
    (_name, _size, unit, file) => {
      const candidates = propose(file);
      const [best] = candidates;
      if (best!.likely) expect(best!.unit).toBe(unit);
      else expect(possibleUnits(candidates, best!.unit, false)).toContain(unit);
    },
  );

  for (const file of knownUnits.filter(({ corpus }) => corpus !== undefined)) {
    const path = `${corpusDir}${file.corpus}`;
    it.skipIf(!existsSync(path))(`A likely unit is right for the file itself: ${file.name}.`, async () => {
      const question = questionAbout(await analyseModel(readFileSync(path), file.name));
      const { size } = question;
      expect(size.map((side, axis) => Math.round((side / file.size[axis]!) * 1000))).toEqual([
        1000, 1000, 1000,
      ]);
      const [best] = proposeUnits({ ...question, fileName: file.name }, catalogue.printers);
      if (best!.likely) expect(best!.unit).toBe(file.unit);
    });
  }

  it.each([
    ['# 12 units in a box', null],
    ['# units are in the folder beside', null],
    ['# Units in mm', 'mm'],
    ['# all units in meters', 'm'],
    ['# units: in', 'in'],
    ['# units = in, scale 1', 'in'],
    ['# Einheit: mm', 'mm'],
    ['# Einheiten: Zoll', 'in'],
  ] as const)('A comment states a unit only where “in” is no word: %s.', (text, unit) => {
    const head = new TextEncoder().encode(`${text}\nv 0 0 0\n`);
    expect(readOrigin(head)?.unit ?? null).toBe(unit);
  });

  it('A part moved from millimetres to metres is never taken for another unit.', () => {
    for (const file of knownUnits.filter(({ unit, corpus }) => unit === 'mm' && corpus !== undefined)) {
      const size = file.size.map((side) => side / 1000) as unknown as KnownUnit['size'];
      const [best] = propose({ name: 'part.stl', unit: 'm', size });
      if (best!.likely) expect(best!.unit).toBe('m');
    }
  });
});
