import { type Mesh as Drawn, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { type GltfParts, glb, gltfParts } from '../../fixtures/geometry/build-scenes.ts';
import { writeCompressed } from '../../fixtures/geometry/compressed-gltf.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { type AddedAccessor, columns, repeated, withAccessors } from '../../fixtures/geometry/posed-gltf.ts';
import { makeBox, makeIcosphere, makeTorus } from '../../fixtures/geometry/solids.ts';
import '../../fixtures/geometry/wasm.ts';

const box = makeBox([0, 0, 0], [4, 2, 3]);
const attributes = { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 };
const skinned = [{ primitives: [{ attributes, indices: 1 }] }];
const posed = 'The model can be posed; it was read in the pose that the file gives.';
const incomplete = 'The pose in the file is incomplete; check the shape.';

const joints = (values: readonly number[]): AddedAccessor => ({ values, type: 'VEC4', componentType: 5121 });
const weights = (values: readonly number[]): AddedAccessor => ({ values, type: 'VEC4' });
const bind = (...matrices: number[][]): AddedAccessor => ({ values: matrices.flat(), type: 'MAT4' });

/** A box of 4 x 2 x 3 whose lower and upper corners (y in the file) follow joints 1 and 2. */
const divided = [0, 0, 0, 0, 1, 1, 1, 1].flatMap((_, i) => [box.positions[i * 3 + 1]! > 1 ? 1 : 0, 0, 0, 0]);

interface Rig {
  readonly nodes: object[];
  readonly jointsOfSkin?: number[];
  readonly joints?: AddedAccessor;
  readonly weights?: AddedAccessor;
  readonly bind?: AddedAccessor | null;
  readonly skins?: object[];
}

function rig(given: Rig): GltfParts {
  const inverse = given.bind === undefined ? bind(columns(1, [0, 0, 0]), columns(1, [0, 0, 0])) : given.bind;
  return withAccessors(
    gltfParts(box),
    [
      given.joints ?? joints(divided),
      given.weights ?? weights(repeated([1, 0, 0, 0], 8)),
      ...(inverse === null ? [] : [inverse]),
    ],
    {
      meshes: skinned,
      nodes: given.nodes,
      scenes: [{ nodes: [0, 1] }],
      skins: given.skins ?? [
        { joints: given.jointsOfSkin ?? [1, 2], ...(inverse !== null && { inverseBindMatrices: 4 }) },
      ],
    },
  );
}

async function analyse(parts: GltfParts): Promise<{ size: number[]; volume: number; warnings: string[] }> {
  const { measures, warnings, checks } = await analyseModel(glb(parts), 'a.glb');
  expect(checks).toMatchObject({ watertight: true, shells: 1 });
  const { min, max } = measures.bounds!;
  const size = max.map((value, i) => Math.round((value - min[i]!) * 1e6) / 1e6);
  return { size, volume: measures.volume, warnings: warnings.map(englishGeometryText) };
}

/**
 * Nodes: the mesh under a parent that scales by 100, then two joints, of which the second is in the first.
 */
const nodes = (first: object, second: object): object[] => [
  { mesh: 0, skin: 0, scale: [100, 100, 100] },
  { ...first, children: [2] },
  second,
];

describe('glTF in poses', () => {
  it('Joints place a skinned mesh, and the transform of its own node does not count.', async () => {
    const small = { scale: [0.01, 0.01, 0.01] };
    const { size, volume, warnings } = await analyse(rig({ nodes: nodes(small, {}) }));
    expect(size).toEqual([0.04, 0.03, 0.02]);
    expect(volume).toBeCloseTo(2.4e-5, 12);
    expect(warnings).toEqual([posed]);
  });

  it('Corners follow their own joints, through the nodes above and the inverse bind matrices.', async () => {
    // The upper corners are bound at y = 2 and moved there by 1 + 6, so they end at y = 7.
    const moved = rig({
      nodes: nodes({ translation: [0, 1, 0] }, { translation: [0, 6, 0] }),
      bind: bind(columns(1, [0, -1, 0]), columns(1, [0, -2, 0])),
    });
    expect((await analyse(moved)).size).toEqual([4, 3, 7]);
  });

  it('Without inverse bind matrices they are identities.', async () => {
    const moved = rig({ nodes: nodes({}, { translation: [0, 5, 0] }), bind: null });
    expect((await analyse(moved)).size).toEqual([4, 3, 7]);
  });

  it('Weights may be integers, in several sets, and are divided by their sum.', async () => {
    const half = repeated([128, 0, 0, 0], 8);
    const parts = withAccessors(
      gltfParts(box),
      [
        joints(repeated([0, 0, 0, 0], 8)),
        { values: half, type: 'VEC4', componentType: 5121, normalized: true },
        { values: repeated([1, 0, 0, 0], 8), type: 'VEC4', componentType: 5123 },
        { values: half.map((value) => value * 257), type: 'VEC4', componentType: 5123, normalized: true },
      ],
      {
        meshes: [
          {
            primitives: [{ attributes: { ...attributes, JOINTS_1: 4, WEIGHTS_1: 5 }, indices: 1 }],
          },
        ],
        nodes: nodes({}, { scale: [3, 3, 3] }),
        scenes: [{ nodes: [0, 1] }],
        skins: [{ joints: [1, 2] }],
      },
    );
    expect((await analyse(parts)).size).toEqual([8, 6, 4]);
  });

  it('A pose that changes nothing keeps every number.', async () => {
    const plain = await readModel(glb(gltfParts(box)), 'a.glb');
    const still = rig({
      nodes: nodes({}, {}),
      weights: weights(repeated([0.3, 0.3, 0.2, 0.2], 8)),
      joints: joints(repeated([0, 1, 1, 0], 8)),
    });
    const read = await readModel(glb(still), 'a.glb');
    expect(Array.from(read.mesh.positions)).toEqual(Array.from(plain.mesh.positions));
  });

  it('A pose that mirrors the part does not turn it inside out.', async () => {
    expect((await analyse(rig({ nodes: nodes({ scale: [-1, 1, 1] }, {}) }))).volume).toBe(24);
  });

  it('Morph targets move corners by the weights of the node, or else of the mesh, before joints do.', async () => {
    const primitive = { attributes, indices: 1, targets: [{ NORMAL: 0 }, { POSITION: 4 }] };
    const target: AddedAccessor = { values: Array.from(box.positions), type: 'VEC3' };
    const morphed = (node: object, joint: object = {}): GltfParts =>
      withAccessors(
        gltfParts(box),
        [joints(repeated([0, 0, 0, 0], 8)), weights(repeated([1, 0, 0, 0], 8)), target],
        {
          meshes: [{ primitives: [primitive], weights: [1, 0.5] }],
          nodes: [{ mesh: 0, ...node }, joint],
          skins: [{ joints: [1] }],
        },
      );
    expect((await analyse(morphed({}))).size).toEqual([6, 4.5, 3]);
    expect(await analyse(morphed({ weights: [0, 1] }))).toMatchObject({ size: [8, 6, 4], warnings: [posed] });
    expect(await analyse(morphed({ weights: [0, 0] }))).toMatchObject({ size: [4, 3, 2], warnings: [posed] });
    const moved = { translation: [9, 0, 0], scale: [2, 2, 2] };
    expect((await analyse(morphed({ skin: 0 }, moved))).size).toEqual([12, 9, 6]);
    expect((await analyse(morphed({ weights: [1] }))).warnings).toEqual([posed, incomplete]);
  });

  it('Sparse morph targets are read.', async () => {
    const base = withAccessors(
      gltfParts(box),
      [
        { values: [7, 0, 0, 0].concat(repeated([0, 0, 0, 0], 1)), type: 'VEC4', componentType: 5121 },
        { values: [0, 1, 0], type: 'VEC3' },
      ],
      {},
    );
    const views = base.json['bufferViews'] as object[];
    const sparse = {
      componentType: 5126,
      count: 8,
      type: 'VEC3',
      sparse: {
        count: 1,
        indices: { bufferView: views.length - 2, componentType: 5121 },
        values: { bufferView: views.length - 1 },
      },
    };
    const accessors = [...(base.json['accessors'] as object[]), sparse];
    const meshes = [
      { primitives: [{ attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 4 }] }], weights: [1] },
    ];
    const { size } = await analyse({ ...base, json: { ...base.json, accessors, meshes } });
    expect(size).toEqual([4, 3, 3]);
  });

  it('Vertices without weights follow the first joint that they name, with a remark.', async () => {
    const read = await analyse(
      rig({ nodes: nodes({ scale: [2, 2, 2] }, {}), weights: weights(repeated([0, 0, 0, 0], 8)) }),
    );
    expect(read).toMatchObject({ size: [8, 6, 4], warnings: [posed, incomplete] });
  });

  it('A primitive without joints stays where its node is, with a remark.', async () => {
    const parts = rig({ nodes: nodes({}, {}) });
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }];
    const read = await analyse({ ...parts, json: { ...parts.json, meshes } });
    expect(read).toMatchObject({ size: [400, 300, 200], warnings: [posed, incomplete] });
  });

  it.each<[string, Partial<Rig>]>([
    ['a joint that the skin does not have', { joints: joints(repeated([2, 0, 0, 0], 8)) }],
    ['a skin without joints', { jointsOfSkin: [] }],
    ['a joint whose node is missing', { jointsOfSkin: [1, 7] }],
    ['a skin that is missing', { skins: [] }],
    ['too few bind matrices', { bind: bind(columns(1, [0, 0, 0])) }],
    [
      'a bind matrix that is no number',
      { bind: bind(columns(Number.NaN, [0, 0, 0]), columns(1, [0, 0, 0])) },
    ],
    ['too few weights', { weights: weights(repeated([1, 0, 0, 0], 7)) }],
    ['weights that are no numbers', { weights: weights(repeated([Number.NaN, 0, 0, 0], 8)) }],
    ['joints in a circle', { nodes: [{ mesh: 0, skin: 0 }, {}, { children: [3] }, { children: [2] }] }],
  ])('A glTF skin with %s is refused.', async (_what, bad) => {
    await expectCode(readModel(glb(rig({ nodes: nodes({}, {}), ...bad })), 'a.glb'), 'file-damaged');
  });

  it('Morph targets with too few numbers, and weights that are none, are refused.', async () => {
    const bad = (count: number, given: unknown): GltfParts =>
      withAccessors(gltfParts(box), [{ values: repeated([1, 1, 1], count), type: 'VEC3' }], {
        meshes: [
          {
            primitives: [{ attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 2 }] }],
            weights: [given],
          },
        ],
      });
    await expectCode(readModel(glb(bad(7, 1)), 'a.glb'), 'file-damaged');
    await expectCode(readModel(glb(bad(8, 'one')), 'a.glb'), 'file-damaged');
  });

  it('Several nodes show one mesh, each in its own pose.', async () => {
    const parts = rig({
      nodes: [{ mesh: 0, skin: 0 }, {}, {}, { mesh: 0, skin: 1 }, { translation: [9, 0, 0] }, { mesh: 0 }],
      skins: [{ joints: [1, 2] }, { joints: [4, 4] }],
    });
    const scenes = [{ nodes: [0, 3, 5] }];
    const { measures } = await analyseModel(glb({ ...parts, json: { ...parts.json, scenes } }), 'a.glb');
    expect(measures).toMatchObject({ triangles: 36, volume: 72 });
    expect(measures.bounds).toMatchObject({ min: [0, -3, 0], max: [13, 0, 2] });
  });

  it('Nodes that show one mesh in one pose show one body, wherever they are themselves.', async () => {
    const parts = rig({
      nodes: [
        { mesh: 0, skin: 0, translation: [50, 0, 0] },
        { scale: [2, 2, 2] },
        {},
        { mesh: 0, skin: 0, scale: [100, 100, 100] },
        { mesh: 0, skin: 0 },
      ],
      jointsOfSkin: [1, 1],
    });
    const scenes = [{ nodes: [0, 1, 3, 4] }];
    const { size, volume, warnings } = await analyse({ ...parts, json: { ...parts.json, scenes } });
    expect([size, volume]).toEqual([[8, 6, 4], 192]);
    expect(warnings).toEqual([
      posed,
      '2 copies of a posed model lie exactly in another one and were left out; check their number.',
    ]);
  });

  it('Copies of a skinned mesh (EXT_mesh_gpu_instancing) are all read, with a remark: no standard says how.', async () => {
    const name = 'EXT_mesh_gpu_instancing';
    const parts = rig({
      nodes: [
        {
          mesh: 0,
          skin: 0,
          scale: [100, 100, 100],
          extensions: { [name]: { attributes: { TRANSLATION: 5 } } },
        },
        { scale: [2, 2, 2] },
        {},
      ],
      jointsOfSkin: [1, 1],
    });
    const copied = withAccessors(parts, [{ values: [0, 0, 0, 10, 0, 0, 0, 0, 20], type: 'VEC3' }], {});
    const { measures, checks, warnings } = await analyseModel(glb(copied), 'a.glb');
    expect(checks).toMatchObject({ watertight: true, shells: 3 });
    expect(measures.volume).toBeCloseTo(3 * 192, 3);
    expect(measures.bounds).toMatchObject({ min: [0, -26, 0], max: [18, 0, 4] });
    expect(warnings.map(englishGeometryText)).toEqual([
      posed,
      'The file repeats a posed model in a way that its format does not define; check the copies.',
    ]);
  });

  it('Joints and weights that Draco compressed are read.', async () => {
    const torus = makeTorus(30, 10, 40, 24);
    const plain = (await analyseModel(await writeCompressed(torus, 'draco'), 'a.glb')).measures;
    const read = await analyseModel(await writeCompressed(torus, 'draco', { skinScale: 2 }), 'a.glb');
    expect(read.measures.triangles).toBe(plain.triangles);
    expect(read.measures.volume / plain.volume).toBeCloseTo(8, 6);
  });
});

/** Corners of all triangles as three.js shows them, with z up, sorted. */
async function shownByThree(bytes: Uint8Array): Promise<number[][]> {
  const gltf = await new Promise<{ scene: Object3D }>((resolve, reject) => {
    new GLTFLoader().parse(bytes.slice().buffer, '', resolve, reject);
  });
  gltf.scene.updateMatrixWorld(true);
  const shown: number[][] = [];
  gltf.scene.traverse((object) => {
    const mesh = object as Drawn;
    if (!mesh.isMesh) return;
    const at = new Vector3();
    for (const corner of mesh.geometry.index!.array) {
      mesh.getVertexPosition(corner, at).applyMatrix4(mesh.matrixWorld);
      shown.push([at.x, -at.z, at.y]);
    }
  });
  return sorted(shown);
}

const sorted = (points: number[][]): number[][] =>
  points.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'Skins and morph targets agree with three.js, which draws them (case %i).',
  async (seed) => {
    const random = seeded(seed + 1);
    const mesh = makeIcosphere(1, 1);
    const vertices = mesh.positions.length / 3;
    const turned = (): number[] => {
      const turn = [random(), random(), random(), random() + 0.1];
      const length = Math.hypot(...turn);
      return turn.map((value) => value / length);
    };
    const placed = (): object => ({
      translation: [random() * 9, random() * 9, random() * 9],
      rotation: turned(),
      scale: [0.5 + random(), 0.5 + random(), 0.5 + random()],
    });
    const shares = Array.from({ length: vertices }, () => {
      const raw = [random(), random(), seed % 2 === 0 ? 0 : random(), 0];
      const sum = raw.reduce((a, b) => a + b, 0);
      return raw.map((value) => value / sum);
    });
    const parts = withAccessors(
      gltfParts(mesh),
      [
        joints(Array.from({ length: vertices * 4 }, () => Math.floor(random() * 3))),
        weights(shares.flat()),
        bind(...Array.from({ length: 3 }, () => columns(0.5 + random(), [random(), random(), random()]))),
        { values: Array.from({ length: vertices * 3 }, () => random() - 0.5), type: 'VEC3' },
      ],
      {
        meshes: [
          { primitives: [{ attributes, indices: 1, targets: [{ POSITION: 5 }] }], weights: [random()] },
        ],
        nodes: [
          { ...placed(), children: [1, 2] },
          {
            mesh: 0,
            ...placed(),
            ...(seed % 3 > 0 && { skin: 0 }),
            ...(seed % 4 === 0 && { weights: [0.7] }),
          },
          { ...placed(), children: [3, 4] },
          placed(),
          placed(),
        ],
        skins: [{ joints: [2, 4, 3], inverseBindMatrices: 4 }],
      },
    );
    const bytes = glb(parts);
    const read = (await readModel(bytes, 'a.glb')).mesh;
    const ours = sorted(
      Array.from(read.indices, (corner) => Array.from(read.positions.slice(corner * 3, corner * 3 + 3))),
    );
    const theirs = await shownByThree(bytes);
    expect(ours.length).toBe(theirs.length);
    for (const [i, point] of ours.entries()) {
      for (const [k, value] of point.entries()) expect(value).toBeCloseTo(theirs[i]![k]!, 4);
    }
  },
);
