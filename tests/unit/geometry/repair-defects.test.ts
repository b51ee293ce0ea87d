/**
 * Repair of made defects whose solid is known: what is offered is never wrong. `repair-table.test.ts` has
 * many more.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { repairMesh } from '../../../src-shared/geometry/repair/repair.ts';
import { defectKinds, makeDefect } from '../../support/made-defects.ts';
import { provideManifoldForTests } from '../../support/manifold.ts';
import { repairDefect } from '../../support/repaired-defects.ts';
import { someOf } from '../../support/rounds.ts';

beforeAll(provideManifoldForTests);

/** How many of each kind. */
const cases = 30;

describe('repair of made defects', () => {
  it.each(someOf(defectKinds.map((kind, number) => [kind, number] as const)))(
    'A repair of the kind “%s” is right if it is offered.',
    async (_kind, first) => {
      let repaired = 0;
      for (let i = 0; i < cases; i++) {
        const { fault, outcome } = await repairDefect(first + i * defectKinds.length);
        expect(fault).toBeNull();
        if (outcome === 'true') repaired++;
      }
      expect(repaired).toBeGreaterThan(cases / 2);
    },
  );

  it('A part that is turned by right angles and scaled by two is repaired in the same way.', {
    tags: 'release',
  }, async () => {
    /** Exact in float32: axes change places, and every number is doubled. */
    const turned = ({ positions, indices }: Mesh): Mesh => ({
      positions: positions.map((_, i) => {
        const axis = i % 3;
        return positions[i - axis + ((axis + 1) % 3)]! * 2;
      }) as Float32Array,
      indices,
    });
    for (let number = 0; number < 40; number++) {
      const { broken } = makeDefect(number);
      const [one, other] = [await repairMesh(broken), await repairMesh(turned(broken))];
      expect(other.changes.map(({ kind }) => kind)).toEqual(one.changes.map(({ kind }) => kind));
      expect(other.after.volume / one.after.volume / 8).toBeCloseTo(1, 5);
    }
  });

  it('A second repair changes nothing.', async () => {
    for (let number = 40; number < 80; number++) {
      const { mesh } = await repairMesh(makeDefect(number).broken);
      expect((await repairMesh(mesh)).changes).toEqual([]);
    }
  });
});
