/**
 * Repair and the thorough check on real files: sound ones stay as they were, broken ones never become worse,
 * and changes are reported. FABDESK_REPORT=1 prints what was done to each file.
 */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import type { Checks } from '../../../src-shared/geometry/geometry.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import { repairMesh } from '../../../src-shared/geometry/repair/repair.ts';
import { splitShells } from '../../../src-shared/geometry/repair/split-shells.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { provideManifoldForTests } from '../../support/manifold.ts';
import { someOf } from '../../support/rounds.ts';

const failures = ({ findings }: Checks): number =>
  findings.reduce((sum, { severity, count }) => sum + (severity === 'fail' ? count : 0), 0);

describe.skipIf(!corpusPresent)('repairing the corpus', () => {
  beforeAll(provideManifoldForTests);

  const references: Readonly<Record<string, { triangles: number | null }>> = corpusPresent
    ? JSON.parse(readFileSync(`${corpusDir}reference.json`, 'utf8'))
    : {};
  const files = Object.entries(references)
    .filter(([file, { triangles }]) => /\.(stl|obj|ply|3mf)$/i.test(file) && (triangles ?? 0) <= 60_000)
    .map(([file]) => file);

  it('The corpus has files to repair.', () => {
    expect(files.length).toBeGreaterThan(120);
  });

  it.each(someOf(files))('Repair of the corpus file %s makes nothing worse.', async (file) => {
    const model = await analyseModel(readFileSync(`${corpusDir}${file}`), file).catch(
      (thrown: unknown) => thrown,
    );
    if (model instanceof CodedError) return;
    if (model instanceof Error) throw model;
    const { mesh, checks } = model as Awaited<ReturnType<typeof analyseModel>>;
    const result = await repairMesh(mesh);
    expect(failures(result.checks)).toBeLessThanOrEqual(failures(checks));
    if (result.changes.length === 0) expect(result.mesh).toBe(mesh);
    const kinds = new Set<string>(result.changes.map(({ kind }) => kind));
    const extent = Math.hypot(...sizeOf(result.before.bounds!));
    if (
      checks.watertight &&
      !kinds.has('joined-parts') &&
      !kinds.has('flipped-parts') &&
      !kinds.has('flipped-faces')
    ) {
      expect(result.checks.watertight).toBe(true);
      const volume = Math.abs(result.before.volume);
      expect(Math.abs(Math.abs(result.after.volume) - volume)).toBeLessThanOrEqual(
        // A corner that is moved apart takes its faces along, by two millionths of the part.
        1e-9 * volume +
          1e-12 * extent ** 3 +
          (kinds.has('moved-apart') ? 2.2e-6 * extent * result.before.area : 0),
      );
    }
    // Nothing grows: lids and unions stay within what was there, gaps close by a ten-thousandth at most.
    for (const axis of [0, 1, 2] as const) {
      expect(result.after.bounds!.min[axis]).toBeGreaterThanOrEqual(
        result.before.bounds!.min[axis] - extent * 1e-6,
      );
      expect(result.after.bounds!.max[axis]).toBeLessThanOrEqual(
        result.before.bounds!.max[axis] + extent * 1e-6,
      );
    }
    const parts = await splitShells(result.mesh);
    expect(parts.reduce((sum, { indices }) => sum + indices.length, 0)).toBe(result.mesh.indices.length);
    const deep = await checkDeeper(result.mesh, { minWall: extent / 200, samples: 3000 });
    expect(deep.results).toHaveLength(8);
    if (process.env['FABDESK_REPORT']) {
      const said = [
        ...result.changes.map(({ kind, count }) => `${kind} ${count}`),
        ...result.left.map(englishGeometryText),
      ].join('; ');
      const found = deep.results
        .filter(({ status }) => status !== 'pass')
        .map(({ kind, status }) => `${kind}:${status}`);
      console.log(`${file}: ${failures(checks)} -> ${failures(result.checks)} ${said} | ${found.join(' ')}`);
    }
  });
});
