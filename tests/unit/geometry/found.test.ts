/**
 * Files that were once measured, checked or refused wrongly, with the right results (found.json of the
 * corpus). The analytic cases of each kind are in the tests of its reader or check. Without the corpus every
 * file is shown as skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import { englishStatement } from '../../../src-shared/geometry/geometry-text.ts';
import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import { corpusDir } from '../../support/corpus.ts';
import '../../fixtures/geometry/wasm.ts';
import { someOf } from '../../support/rounds.ts';

interface Truth {
  readonly bboxSize?: readonly number[];
  readonly area?: number;
  readonly volume?: number;
  readonly watertight?: boolean;
  readonly printable?: boolean;
  readonly triangles?: number;
  readonly unit?: string;
}

/** The largest relative difference of area and volume; triangles of exact surfaces are only near them. */
const files: Readonly<Record<string, number>> = {
  'front_left_bed_arm_no_cleat_V2.3mf': 1e-6,
  'front_left_bed_arm_no_cleat_V2.designer.stl': 1e-6,
  'stamp_box.3mf': 1e-6,
  'DenseSphere.glb': 1e-6,
  'sphere20face.amf': 1e-3,
  'proto_other.wrl': 2e-3,
  'proto_nested.wrl': 1e-6,
  'extrusion3.wrl': 0.07,
  'cube.glb': 1e-6,
  'anims_with_full_rotations_between_keys.DAE': 1e-6,
  'single_triangle_with_comments.ply': 1e-6,
  'whitespace.off': 1e-6,
  'laurana500.ply': 1e-6,
  'three-sphere.stl': 1e-6,
  'three-torus.stl': 1e-6,
  'three-cylinder.stl': 1e-6,
  'three-cone.stl': 1e-6,
  'three-capsule.stl': 1e-6,
  'three-lathe.stl': 1e-6,
  'turbo_fan_40x40x10_noname.stp': 2e-3,
  'Motor-c.brep': 2e-3,
  'as1_pe_203.igs': 2e-3,
  'x-end-idler.stl': 1e-6,
  'ir-sensor-cover-mmu2s.stl': 1e-6,
};

const folder = `${corpusDir}found/`;
const isPresent = existsSync(`${folder}found.json`);
const known: readonly { readonly file: string; readonly true: Truth }[] = isPresent
  ? JSON.parse(readFileSync(`${folder}found.json`, 'utf8'))
  : [];

describe('files that were once wrong', () => {
  it.skipIf(!isPresent).each(someOf(Object.entries(files)))(
    '%s measures and prints as it truly does.',
    async (file, tolerance) => {
      const truth = known.find((entry) => entry.file === file)!.true;
      const { measures, checks, unit } = await analyseModel(readFileSync(folder + file), file);
      const near = (actual: number, expected: number | undefined, what: string, within = tolerance) => {
        if (expected !== undefined) expect(Math.abs(actual / expected - 1), what).toBeLessThan(within);
      };
      near(measures.volume, truth.volume, 'volume');
      near(measures.area, truth.area, 'area');
      // Formats whose up is y are turned.
      const trueSides = truth.bboxSize?.toSorted((a, b) => a - b);
      for (const [rank, side] of sizeOf(measures.bounds!)
        .toSorted((a, b) => a - b)
        .entries())
        if (trueSides?.[rank]) near(side, trueSides[rank], 'box', 1e-4);
      const { low, high } = measures.volumeBand ?? { low: measures.volume, high: measures.volume };
      expect(measures.volume).toBeGreaterThanOrEqual(low);
      expect(measures.volume).toBeLessThanOrEqual(high);
      if (truth.watertight !== undefined) expect(checks.watertight).toBe(truth.watertight);
      if (truth.triangles !== undefined) expect(measures.triangles).toBe(truth.triangles);
      if (truth.unit !== undefined) expect(unit).toBe(truth.unit);
      if (truth.printable !== undefined)
        expect(checks.findings.every(({ severity }) => severity !== 'fail')).toBe(truth.printable);
    },
  );
});

describe('walls that were once called thin', () => {
  const wallsOf = async (file: string) => {
    const { mesh } = await analyseModel(readFileSync(folder + file), file);
    const { results } = await checkDeeper(mesh, { minWall: 0.8 });
    return results.find(({ kind }) => kind === 'thin-walls')!.finding;
  };

  it.skipIf(!isPresent)(
    'A part with sharp edges is printable: x-end-idler.stl.',
    { tags: 'release' },
    async () => {
      expect(await wallsOf('x-end-idler.stl')).toMatchObject({ severity: 'warn' });
    },
  );

  it.skipIf(!isPresent)(
    'A part of thin walls is not: ir-sensor-cover-mmu2s.stl.',
    { tags: 'release' },
    async () => {
      const finding = await wallsOf('ir-sensor-cover-mmu2s.stl');
      expect(finding).toMatchObject({ severity: 'fail' });
      expect(englishStatement(finding!)).toMatch(
        /20 ?% of the surface is thinner than 0\.8 .*thinnest 0\.75/,
      );
    },
  );
});
