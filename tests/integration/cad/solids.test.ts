/**
 * Solids of many kinds, modelled in FreeCAD and written as STEP, IGES and BREP: none may come out as another
 * one without a word. `FABDESK_REPORT=1` prints the table of docs/geometry.md, `FABDESK_SEED=2` makes others,
 * `FABDESK_SOLIDS=ball` takes some of them.
 * @release
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { has, runProgram } from './program.ts';
import '../../fixtures/geometry/wasm.ts';

interface Solid {
  readonly volume: number;
  readonly area: number;
}

/** Shares of volume and area; the area is that of OpenCascade's integral, which is off by up to 0.7 %. */
const [sameVolume, sameArea] = [0.003, 0.01];

type Outcome = 'prints' | 'at risk' | 'refused';

async function outcomeOf(path: string, { volume, area }: Solid): Promise<`${'right' | 'wrong'}, ${Outcome}`> {
  let model: Awaited<ReturnType<typeof analyseModel>>;
  try {
    model = await analyseModel(readFileSync(path), path);
  } catch {
    return 'right, refused';
  }
  const { measures, checks } = model;
  const isRight =
    Math.abs(measures.volume / volume - 1) <= sameVolume && Math.abs(measures.area / area - 1) <= sameArea;
  const outcome: Outcome =
    !checks.watertight || checks.findings.some(({ severity }) => severity === 'fail')
      ? 'refused'
      : checks.findings.some(({ kind }) => kind !== 'degenerate-faces')
        ? 'at risk'
        : 'prints';
  return `${isRight ? 'right' : 'wrong'}, ${outcome}`;
}

describe.skipIf(!has('freecadcmd'))('solids of FreeCAD', () => {
  it('None comes out as another one without a word.', { timeout: 90 * 60_000 }, async () => {
    const folder = temporaryFolder();
    const script = fileURLToPath(new URL('solids.py', import.meta.url));
    const { text } = await runProgram('freecadcmd', [script], { FABDESK_OUT: folder, HOME: folder });
    expect(text).toContain(' solids\n');
    const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Record<string, Solid>;
    const chosen = new RegExp(process.env['FABDESK_SOLIDS'] ?? '');
    const table: Record<string, Record<string, number>> = {};
    const silent: string[] = [];
    for (const ending of ['step', 'igs', 'brep']) {
      const counts: Record<string, number> = {};
      for (const [name, solid] of Object.entries(truth).filter(([name]) => chosen.test(name))) {
        const outcome = await outcomeOf(join(folder, `${name}.${ending}`), solid);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (outcome === 'wrong, prints') silent.push(`${name}.${ending}`);
      }
      table[ending] = counts;
    }
    if (process.env['FABDESK_REPORT']) console.table(table);
    expect(silent).toEqual([]);
  });
});
