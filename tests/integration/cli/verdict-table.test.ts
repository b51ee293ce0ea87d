/**
 * One part, one verdict: real parts, and those that once had several, in several materials, at every place
 * that gives a verdict. The corpus of real models is needed. The table is printed.
 * @release
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDrawing } from '../../../src-renderer/geometry/deep-check.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { priceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import type { Catalog } from '../../../src-shared/ipc/catalog.ts';
import { assessPart } from '../../../src-shared/order-gate/assess-part.ts';
import { partFacts } from '../../../src-shared/order-gate/facts-of-checks.ts';
import { processOf } from '../../../src-shared/order-gate/process-of.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

const orders = ['cone', 'fin', 'pin-tray', 'thin-lid', 'bracket', 'knob', 'nut', 'hollow-ball', 'open-box', 'inverted'];
const parts = [
  ...orders.map((name) => `found2/orders/${name}.stl`),
  ...['x-end-idler', 'ir-sensor-cover-mmu2s', 'Half_Inch_Drive_Ring', 'three-cone', 'three-torus', 'three-lathe'].map(
    (name) => `found/${name}.stl`,
  ),
  ...['M3_hex_nut', 'M3x10_screw', 'cylinder', 'sign_base_rounded', 'sphere'].map(
    (name) => `prusa3d-PrusaSlicer/resources/shapes/${name}.stl`,
  ),
];

const materials = ['White Strong & Flexible', 'Alumide', 'Sandstone', 'Frosted Ultra Detail', 'Stainless Steel'];

interface Entry {
  readonly verdict: { readonly level: string };
  readonly prices?: readonly { readonly verdict: { readonly level: string }; readonly range: { readonly level: string } }[];
}

describe.skipIf(!corpusPresent)('verdicts', () => {
  it('Quote, its table, range, order and window agree, and none is milder than the service.', async () => {
    const cwd = temporaryFolder();
    const host = { cwd, env: { FABDESK_DATA: join(cwd, 'data') } };
    const fabdesk = async (...argv: string[]) => {
      const done = await runFabdesk([...argv, '--json'], host);
      return done.json() as never;
    };
    const catalogue: Catalog = await fabdesk('call', 'catalog.get', '{}');
    const processes = materials.map((title) =>
      processOf(catalogue.materials.find((one) => one.title === title)!, catalogue.printers),
    );
    const names = parts.flatMap((part) => materials.map((title) => `${join(corpusDir, part)}:${title}`));
    const quoted: Entry[] = await fabdesk('quote', ...names, '--unit', 'mm', '--range', '--csv', 'quote.csv');
    const lines: { lines: Entry[] } = await fabdesk(
      ...['order', ...names, '--unit', 'mm', '--anyway', '--yes', '--queue', '--accept-terms'],
      ...addressOptions(usAddress),
    );
    const rows = readFileSync(join(cwd, 'quote.csv'), 'utf8').split('\r\n');
    const column = rows[0]!.split(',').indexOf('verdict');
    const table: string[] = [];
    const wrong: string[] = [];
    for (const [at, part] of parts.entries()) {
      const bytes = readFileSync(join(corpusDir, part));
      const { mesh, ...model } = await analyseModel(bytes, part);
      const drawn = { positions: Float32Array.from(mesh.positions), indices: mesh.indices, origin: [0, 0, 0] as const };
      const thorough = await checkDrawing(
        { mesh: drawn, minWall: 0.0007, escapeHole: 0.0035, metresPerUnit: 0.001, shownIn: 'mm' },
        () => {},
      );
      const known = { checks: model.checks, thorough, metresPerUnit: 0.001, hasColours: false, possibleUnits: [] };
      const geometry = priceGeometry(model.measures, 0.001);
      const levels = processes.map((process, place) => {
        const line = at * materials.length + place;
        const all = {
          window: assessPart({ geometry, facts: partFacts(known) }, process).level,
          quote: quoted[line]!.prices![0]!.verdict.level,
          range: quoted[line]!.prices![0]!.range.level,
          table: rows[line + 1]!.split(',')[column],
          order: lines.lines[line]!.verdict.level,
        };
        const [first, ...others] = new Set(Object.values(all));
        const isThinForService = (2 * geometry.volume) / geometry.area < (process?.material.minimumWall ?? 0);
        if (others.length > 0 || (isThinForService && first === 'prints'))
          wrong.push(`${part} in ${materials[place]}: ${JSON.stringify({ ...all, isThinForService })}`);
        return `${first}${isThinForService ? ' (service: too thin)' : ''}`;
      });
      table.push(`| ${basename(part)} | ${levels.join(' | ')} |`);
    }
    console.info([`| part | ${materials.join(' | ')} |`, ...table].join('\n'));
    expect(wrong).toEqual([]);
  }, 900_000);
});
