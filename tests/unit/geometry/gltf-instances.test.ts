/** Copies of a mesh (EXT_mesh_gpu_instancing): each is a body of its own, placed inside its node. */
import { expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { type GltfParts, glb, gltfParts } from '../../fixtures/geometry/build-scenes.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { type AddedAccessor, withAccessors } from '../../fixtures/geometry/posed-gltf.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';

const name = 'EXT_mesh_gpu_instancing';
const box = makeBox([0, 0, 0], [4, 2, 3]);

const copies = (
  added: readonly AddedAccessor[],
  attributes: Readonly<Record<string, number>>,
  extensionsRequired: readonly string[] = [],
): GltfParts =>
  withAccessors(gltfParts(box), added, {
    extensionsUsed: [name],
    extensionsRequired,
    nodes: [{ mesh: 0, scale: [2, 2, 2], extensions: { [name]: { attributes } } }],
    scenes: [{ nodes: [0] }],
  });

const places: AddedAccessor = { values: [0, 0, 0, 10, 0, 0, 0, 0, 20], type: 'VEC3' };
/** Not turned, turned by a quarter and by half about z. */
const turns: AddedAccessor = {
  values: [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0, 1, 0],
  type: 'VEC4',
};
const scales: AddedAccessor = { values: [1, 1, 1, 1, 1, 3, 0.5, 0.5, 0.5], type: 'VEC3' };

it('Copies are bodies of their own, moved, turned and scaled inside their node.', async () => {
  const file = copies([places, turns, scales], { TRANSLATION: 2, ROTATION: 3, SCALE: 4 }, [name]);
  const { measures, checks, warnings } = await analyseModel(glb(file), 'a.glb');
  expect(warnings).toEqual([]);
  expect(checks).toMatchObject({ watertight: true, shells: 3 });
  // 24 in the file; the node doubles each side.
  expect(measures.volume).toBeCloseTo(24 * 8 * (1 + 3 + 1 / 8), 3);
  // The file's y is up here, and its z leads to the front: the second copy is 2 x 4 x 9, at 20 along x.
  const { min, max } = measures.bounds!;
  expect(min.map((v) => Math.round(v * 1e4) / 1e4)).toEqual([-4, -43, -2]);
  expect(max.map((v) => Math.round(v * 1e4) / 1e4)).toEqual([20, 0, 8]);
});

it('A copy needs no turn and no scale, and attributes of other names do not count.', async () => {
  const { measures, checks } = await analyseModel(glb(copies([places], { TRANSLATION: 2, _ID: 7 })), 'a.glb');
  expect(checks.shells).toBe(3);
  expect(measures.volume).toBeCloseTo(3 * 192, 3);
});

it('Copies whose numbers do not fit each other make the file damaged.', async () => {
  const file = copies([places, { values: [1, 1, 1], type: 'VEC3' }], { TRANSLATION: 2, SCALE: 3 });
  await expectCode(analyseModel(glb(file), 'a.glb'), 'file-damaged');
});
