import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { measureMesh } from '../../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { utf8, zip } from '../../fixtures/geometry/build-files.ts';
import { type GltfParts, glb, gltfParts, gltfText } from '../../fixtures/geometry/build-scenes.ts';
import { writeCompressed } from '../../fixtures/geometry/compressed-gltf.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeBox, makeCube, makeIcosphere, makeTorus } from '../../fixtures/geometry/solids.ts';
import '../../fixtures/geometry/wasm.ts';

const cube = gltfParts(makeCube(0.01));
const bar = makeBox([0, 0, 0], [1, 2, 3]);
const analyse = (parts: GltfParts): ReturnType<typeof analyseModel> => analyseModel(glb(parts), 'part.glb');

async function expectCube(bytes: Uint8Array, name = 'cube.glb'): Promise<void> {
  const model = await analyseModel(bytes, name);
  expect(model).toMatchObject({ format: 'gltf', unit: null, assumedUnit: 'm', warnings: [] });
  expect(model.measures).toMatchObject({ triangles: 12, vertices: 8 });
  expect(model.measures.volume).toBeCloseTo(1e-6, 12);
  expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
}

describe('glTF', () => {
  it('glTF is read as GLB and as text, and recognised by its content.', async () => {
    await expectCube(glb(cube));
    await expectCube(glb(cube), 'no ending');
    await expectCube(utf8(gltfText(cube)), 'cube.gltf');
    await expectCube(utf8(JSON.stringify(JSON.parse(gltfText(cube)), null, 2)), 'cube');
  });

  it('glTF is rotated so that z is up.', async () => {
    const model = await analyse(gltfParts(bar));
    expect(model.measures.bounds).toEqual({ min: [0, -3, 0], max: [1, 0, 2] });
    expect(model.measures.volume).toBe(6);
  });

  it('glTF nodes are placed by translation, rotation and scale, or by a matrix, down the tree.', async () => {
    const half = Math.SQRT1_2;
    const nodes = [
      { children: [1, 2], translation: [10, 0, 0] },
      { mesh: 0, rotation: [0, 0, half, half], scale: [2, 1, 1] },
      { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 100, 0, 0, 1] },
    ];
    const model = await analyse(gltfParts(bar, { nodes }));
    // First: x stretched to 2, then rotated by 90 degrees about z: x from -2 to 0, y from 0 to 2, z from 0 to
    // 3.
    expect(model.measures.bounds!.min.map((v) => Math.round(v * 1e9) / 1e9)).toEqual([8, -3, 0]);
    expect(model.measures.bounds!.max.map((v) => Math.round(v * 1e9) / 1e9)).toEqual([111, 3, 2]);
    // The second is mirrored and still not inside out.
    expect(model.measures.volume).toBeCloseTo(18, 9);
    expect(model.checks).toMatchObject({ watertight: true, shells: 2, findings: [] });
  });

  it('glTF nodes that do not show are left out with what is below them.', async () => {
    const hidden = { extensions: { KHR_node_visibility: { visible: false } } };
    const nodes = [{ mesh: 0 }, { mesh: 0, ...hidden, children: [2] }, { mesh: 0 }];
    const parts = gltfParts(bar, {
      nodes,
      scenes: [{ nodes: [0, 1] }],
      extensionsRequired: ['KHR_node_visibility'],
    });
    expect((await analyse(parts)).measures.volume).toBe(6);
  });

  it('glTF shows the chosen scene, or all nodes if there is none.', async () => {
    const nodes = [{ mesh: 0 }, { mesh: 0, translation: [5, 0, 0] }, { children: [1] }];
    const scenes = [{ nodes: [0] }, { nodes: [2] }];
    const chosen = await analyse(gltfParts(bar, { nodes, scenes, scene: 1 }));
    expect(chosen.measures.bounds!.min[0]).toBe(5);
    const all = await analyse(gltfParts(bar, { nodes, scenes: undefined, scene: undefined }));
    expect(all.measures.volume).toBe(12);
  });

  it('glTF primitives divided by materials are joined.', async () => {
    const parts = gltfParts(makeCube(1));
    const [position, corners] = parts.json['accessors'] as Record<string, unknown>[];
    const accessors = [position, { ...corners, count: 18 }, { ...corners, count: 18, byteOffset: 72 }];
    const meshes = [1, 2].map((indices) => ({ attributes: { POSITION: 0 }, indices }));
    const oneMesh = await analyse({
      ...parts,
      json: { ...parts.json, accessors, meshes: [{ primitives: meshes }] },
    });
    expect(oneMesh.checks).toMatchObject({ watertight: true, shells: 1 });
    const twoNodes = await analyse({
      ...parts,
      json: {
        ...parts.json,
        accessors,
        meshes: meshes.map((primitive) => ({ primitives: [primitive] })),
        nodes: [{ mesh: 0 }, { mesh: 1 }],
        scenes: [{ nodes: [0, 1] }],
      },
    });
    expect(twoNodes.checks).toMatchObject({ watertight: true, shells: 1 });
  });

  it('glTF strips, fans and triangles without indices are read.', async () => {
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
    const flat: Mesh = { positions: Float32Array.from(points), indices: Uint32Array.of(0, 1, 2, 3) };
    const draw = async (mode: number, mesh = flat, indices: number | null = 1): Promise<Mesh> => {
      const meshes = [
        { primitives: [{ mode, attributes: { POSITION: 0 }, ...(indices !== null && { indices }) }] },
      ];
      return (await readModel(glb(gltfParts(mesh, { meshes })), 'a.glb')).mesh;
    };
    const strip = await draw(5);
    expect(strip.indices.length).toBe(6);
    expect(measureMesh(strip).area).toBe(1);
    const fan = await draw(6, { ...flat, indices: Uint32Array.of(0, 1, 3, 2) });
    expect(measureMesh(fan).area).toBe(1);
    // Both triangles of each face the same way (z in the file, -y here).
    for (const mesh of [strip, fan]) expect(measureMesh({ ...mesh }).volume).toBeCloseTo(0, 12);
    const soup = Float32Array.from([
      ...points.slice(0, 9),
      ...points.slice(3, 6),
      ...points.slice(9),
      ...points.slice(6, 9),
    ]);
    expect((await draw(4, { positions: soup, indices: Uint32Array.of(0, 1, 2) }, null)).indices.length).toBe(
      6,
    );
    await expectCode(draw(1), 'file-no-triangles');
  });

  it('glTF reads quantised positions with strides, and sparse ones.', async () => {
    const box = makeBox([0, 0, 0], [127, 64, 32]);
    const base = gltfParts(box);
    const bytes = new Uint8Array(8 * 4);
    for (let v = 0; v < 8; v++) bytes.set(Array.from(box.positions.slice(v * 3, v * 3 + 3)), v * 4);
    const binary = new Uint8Array(32 + 144);
    binary.set(bytes);
    binary.set(new Uint8Array(box.indices.slice().buffer), 32);
    const json = {
      ...base.json,
      extensionsRequired: ['KHR_mesh_quantization'],
      accessors: [
        { bufferView: 0, componentType: 5120, normalized: true, count: 8, type: 'VEC3' },
        { bufferView: 1, componentType: 5125, count: 36, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: 32, byteStride: 4 },
        { buffer: 0, byteOffset: 32, byteLength: 144 },
      ],
      buffers: [{ byteLength: binary.length }],
    };
    const quantised = await analyse({ json, binary });
    expect(quantised.measures.volume).toBeCloseTo((64 / 127) * (32 / 127), 12);

    // The same box, with all corners in one point except the replaced ones: corners 1 to 7.
    const sparse = new Uint8Array(7 + 1 + 84 + 144);
    sparse.set([1, 2, 3, 4, 5, 6, 7]);
    sparse.set(new Uint8Array(Float32Array.from(box.positions.slice(3)).buffer), 8);
    sparse.set(new Uint8Array(box.indices.slice().buffer), 92);
    const model = await analyse({
      binary: sparse,
      json: {
        ...base.json,
        accessors: [
          {
            componentType: 5126,
            count: 8,
            type: 'VEC3',
            sparse: { count: 7, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 1 } },
          },
          { bufferView: 2, componentType: 5125, count: 36, type: 'SCALAR' },
        ],
        bufferViews: [
          { buffer: 0, byteLength: 7 },
          { buffer: 0, byteOffset: 8, byteLength: 84 },
          { buffer: 0, byteOffset: 92, byteLength: 144 },
        ],
        buffers: [{ byteLength: sparse.length }],
      },
    });
    expect(model.measures.volume).toBe(127 * 64 * 32);
  });

  it.each([
    ['another file', { buffers: [{ byteLength: 5, uri: 'part%20one.bin' }] }, 'file-unsupported'],
    [
      'a place in the network',
      { buffers: [{ byteLength: 5, uri: 'https://example.org/a.bin' }] },
      'file-unsupported',
    ],
    ['an unknown required extension', { extensionsRequired: ['EXT_mesh_manifold'] }, 'file-unsupported'],
    ['version 1', { asset: { version: '1.0' } }, 'file-unsupported'],
    ['no meshes', { nodes: [{}] }, 'file-no-triangles'],
    ['a node that is missing', { nodes: [{ children: [7] }] }, 'file-damaged'],
    ['nodes in a circle', { nodes: [{ mesh: 0, children: [1] }, { children: [0] }] }, 'file-damaged'],
    [
      'nodes nested without end',
      { nodes: Array.from({ length: 100 }, (_, i) => ({ children: [i + 1] })) },
      'file-damaged',
    ],
    [
      'nodes that double without end',
      { nodes: [...Array.from({ length: 40 }, (_, i) => ({ children: [i + 1, i + 1] })), { mesh: 0 }] },
      'file-too-large',
    ],
    ['a view outside of its buffer', { bufferViews: [{ buffer: 0, byteLength: 4e9 }, {}] }, 'file-damaged'],
    [
      'an accessor outside of its view',
      {
        accessors: [
          { bufferView: 0, componentType: 5126, count: 9, type: 'VEC3' },
          { bufferView: 1, componentType: 5125, count: 36, type: 'SCALAR' },
        ],
      },
      'file-damaged',
    ],
    [
      'a count without data',
      { accessors: [{ componentType: 5126, count: 4e9, type: 'VEC3' }] },
      'file-too-large',
    ],
    [
      'corners that are missing',
      {
        accessors: [
          { bufferView: 0, componentType: 5126, count: 7, type: 'VEC3' },
          { bufferView: 1, componentType: 5125, count: 36, type: 'SCALAR' },
        ],
      },
      'file-damaged',
    ],
    ['a matrix that is none', { nodes: [{ mesh: 0, matrix: [1, 2] }] }, 'file-damaged'],
    ['a matrix out of bounds', { nodes: [{ mesh: 0, scale: [1e300, 1e300, 1] }] }, 'file-damaged'],
  ])('glTF with %s is refused.', async (_what, more, code) => {
    await expectCode(readModel(glb(gltfParts(makeCube(1), more)), 'a.glb'), code);
  });

  it('A glTF file whose buffer is another file says what to do.', async () => {
    const message = await expectCode(
      readModel(
        utf8(JSON.stringify(gltfParts(bar, { buffers: [{ byteLength: 5, uri: 'a/part.bin' }] }).json)),
        'a.gltf',
      ),
      'file-unsupported',
    );
    expect(message).toContain('“part.bin”');
    expect(message).toContain('GLB');
  });

  it('glTF finds the other file in an archive.', async () => {
    const { json, binary } = gltfParts(makeCube(1), {
      buffers: [{ byteLength: 240, uri: './data/my%20part.bin' }],
    });
    const model = { name: 'scene/part.gltf', content: utf8(JSON.stringify(json)) };
    const data = { name: 'scene/data/my part.bin', content: binary };
    const read = await analyseModel(
      zip([model, data, { name: 'scene/a.png', content: utf8('x') }]),
      'part.zip',
    );
    expect(read).toMatchObject({ format: 'gltf', warnings: [] });
    expect(read.measures.volume).toBe(1);
    await expectCode(readModel(zip([model, { ...data, name: 'part.bin' }]), 'part.zip'), 'file-unsupported');
  });

  it('A GLB file that was cut off is refused.', async () => {
    const whole = glb(cube);
    for (const length of [11, 12, 19, 40, whole.length - 200]) {
      await expectCode(readModel(whole.subarray(0, length), 'a.glb'), 'file-damaged');
    }
    await expectCode(readModel(utf8(gltfText(cube).slice(0, -50)), 'a.gltf'), 'file-damaged');
  });
});

interface GltfJson {
  readonly meshes: { readonly primitives: { readonly attributes: { readonly POSITION: number } }[] }[];
  readonly accessors: object[];
}

/** The GLB with changed JSON; `padding`: whether its chunk is filled up to a multiple of four. */
function withJson(glb: Uint8Array, change: (json: GltfJson) => void, padding = true): Uint8Array {
  const view = new DataView(glb.buffer, glb.byteOffset);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as GltfJson;
  change(json);
  let text = JSON.stringify(json);
  while (padding ? text.length % 4 !== 0 : text.length % 4 === 0) text += ' ';
  const rest = glb.subarray(20 + length);
  const result = new Uint8Array(20 + text.length + rest.length);
  result.set(glb.subarray(0, 20));
  result.set(utf8(text), 20);
  result.set(rest, 20 + text.length);
  new DataView(result.buffer).setUint32(8, result.length, true);
  new DataView(result.buffer).setUint32(12, text.length, true);
  return result;
}

it('A GLB whose chunks are not filled up to multiples of four is read.', async () => {
  const torus = makeTorus(30, 10, 20, 12);
  const bytes = withJson(await writeCompressed(torus, 'draco'), () => undefined, false);
  expect((await analyseModel(bytes, 'a.glb')).measures.triangles).toBe(480);
});

describe('compressed glTF', () => {
  const torus = makeTorus(30, 10, 100, 60);
  const volume = Math.abs(measureMesh(torus).volume);

  it.each(['draco', 'meshopt'] as const)('Compressed glTF is read: %s', async (how) => {
    const bytes = await writeCompressed(torus, how);
    const model = await analyseModel(bytes, 'torus.glb');
    expect(model.measures.triangles).toBe(12_000);
    expect(Math.abs(model.measures.volume / volume - 1)).toBeLessThan(1e-4);
    expect(model.checks).toEqual({ watertight: true, shells: 1, findings: [] });
    // Damaged compressed data is reported, and the next file is read normally.
    for (const from of [0.6, 0.7, 0.8, 0.9]) {
      const damaged = bytes.slice();
      damaged.fill(0xa5, Math.floor(damaged.length * from), Math.floor(damaged.length * from) + 40);
      await readModel(damaged, 'a.glb').catch((thrown: unknown) =>
        expect(String(thrown)).toContain('CodedError'),
      );
    }
    expect((await analyseModel(bytes, 'torus.glb')).measures.triangles).toBe(12_000);
  });

  it('Normalised integers of Draco are divided as those of plain accessors are.', async () => {
    const { positions, indices } = makeTorus(30_000, 2_000, 100, 60);
    const bytes = await writeCompressed({ positions: positions.map(Math.round), indices }, 'draco');
    const plain = (await analyseModel(bytes, 'a.glb')).measures;
    const normalised = withJson(bytes, (json) => {
      const [primitive] = json.meshes[0]!.primitives;
      Object.assign(json.accessors[primitive!.attributes.POSITION]!, {
        componentType: 5122,
        normalized: true,
      });
    });
    const { bounds, volume } = (await analyseModel(normalised, 'a.glb')).measures;
    expect(volume / (plain.volume / 32_767 ** 3)).toBeCloseTo(1, 9);
    expect(bounds!.max[0]).toBeCloseTo(plain.bounds!.max[0] / 32_767, 9);
  });

  it('Compressed glTF allocates nothing for impossible counts.', async () => {
    const packed = {
      buffer: 0,
      byteOffset: 0,
      byteLength: 96,
      byteStride: 12,
      count: 3e9,
      mode: 'ATTRIBUTES',
    };
    const bufferViews = [
      { buffer: 0, byteLength: 96, extensions: { EXT_meshopt_compression: packed } },
      { buffer: 0, byteOffset: 96, byteLength: 144 },
    ];
    const parts = gltfParts(makeIcosphere(1, 0), { bufferViews });
    await expectCode(readModel(glb(parts), 'a.glb'), 'file-too-large');
  });
});
