/**
 * The pose in which a node shows its mesh: morph targets with the default weights of the file (glTF 2.0,
 * 3.7.2.2), then the joints of its skin where their nodes are (3.7.3.3). Animations are not played.
 */
import { ref } from '../../../messages/messages.ts';
import { failDamaged, largestCoordinate } from '../raw-mesh.ts';
import { type Matrix, multiply } from '../scene-mesh.ts';
import { type Influences, skinVertices } from '../skin.ts';
import type { GltfSource } from './accessors.ts';
import { hasKey, indexIn, type Json, listIn, objectIn } from './json.ts';
import { failTransform, fromColumns, type GltfNodes } from './nodes.ts';

export interface Pose {
  /** Weights of the morph targets. */
  readonly weights: readonly number[];
  readonly skin: Skin | null;
}

export interface Skin {
  /** One matrix for each joint: from the vertices of the mesh to the scene. */
  readonly joints: readonly Matrix[];
  /** The transform of the node, for primitives without joints. */
  readonly otherwise: Matrix;
}

/** The pose of the vertices of one primitive; each list is for one morph target or for the joints. */
export interface Posable {
  /** x, y, z of every vertex for each target; null for one that moves nothing. */
  readonly targets: readonly (Float64Array | null)[];
  readonly influences: Influences | null;
}

/** Reads attributes of a primitive: `components` numbers a vertex, or null if there is none. */
export type ReadAttribute = (name: string, components: 4) => Promise<Float64Array | null>;

export class GltfPoses {
  readonly #source: GltfSource;
  readonly #nodes: GltfNodes;
  readonly #skins = new Map<number, readonly Matrix[]>();

  constructor(source: GltfSource, nodes: GltfNodes) {
    this.#source = source;
    this.#nodes = nodes;
  }

  /** How `node` shows its mesh; null as modelled. @param matrix its own @throws CodedError `file-damaged` */
  async of(node: Json, mesh: Json, matrix: Matrix): Promise<Pose | null> {
    const targets = Math.max(
      0,
      ...listIn(mesh['primitives']).map((primitive) => listIn(objectIn(primitive)['targets']).length),
    );
    const isSkinned = hasKey(node, 'skin');
    if (targets > 0 || isSkinned) this.#source.warnings.push(ref('geometry.poseRead'));
    const weights = this.#weightsOf(node, mesh, targets);
    const skin = isSkinned ? { joints: await this.#jointsOf(node['skin']), otherwise: matrix } : null;
    return skin !== null || weights.some((weight) => weight !== 0) ? { weights, skin } : null;
  }

  #weightsOf(node: Json, mesh: Json, targets: number): readonly number[] {
    if (targets === 0) return [];
    const owner = hasKey(node, 'weights') ? node : mesh;
    if (!hasKey(owner, 'weights')) return [];
    const weights = listIn(owner['weights']);
    if (!weights.every((weight) => typeof weight === 'number' && Number.isFinite(weight))) failNumbers();
    if (weights.length < targets) this.#source.warnings.push(ref('geometry.poseIncomplete'));
    return weights as number[];
  }

  async #jointsOf(value: unknown): Promise<readonly Matrix[]> {
    const index = indexIn(value) ?? -1;
    const known = this.#skins.get(index);
    if (known !== undefined) return known;
    const skin = objectIn(listIn(this.#source.json['skins'])[index]);
    const nodes = listIn(skin['joints']);
    if (nodes.length === 0) failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
    const bind = hasKey(skin, 'inverseBindMatrices')
      ? await this.#source.accessors.read(indexIn(skin['inverseBindMatrices']), 16)
      : null;
    if (bind !== null && bind.length < nodes.length * 16) failNumbers();
    const joints = nodes.map((node, i) => {
      const global = this.#nodes.globalMatrix(node);
      const matrix =
        bind === null ? global : multiply(global, fromColumns(bind.subarray(i * 16, i * 16 + 16)));
      return matrix.every((entry) => Math.abs(entry) <= largestCoordinate) ? matrix : failTransform();
    });
    this.#skins.set(index, joints);
    return joints;
  }

  /** The pose of a primitive of `vertices` vertices. @throws CodedError `file-damaged`: too few numbers */
  async readPosable(primitive: Json, vertices: number, read: ReadAttribute): Promise<Posable> {
    const targets: (Float64Array | null)[] = [];
    for (const target of listIn(primitive['targets'])) {
      const index = objectIn(target)['POSITION'];
      const offsets = index === undefined ? null : await this.#source.accessors.read(indexIn(index), 3);
      if (offsets !== null && offsets.length < vertices * 3) failNumbers();
      targets.push(offsets);
    }
    return { targets, influences: await readInfluences(vertices, read) };
  }

  /** Poses x, y, z of every vertex in place. @returns which vertices were mirrored; null for none */
  apply(pose: Pose, positions: Float64Array, { targets, influences }: Posable): Uint8Array | null {
    for (const [i, weight] of pose.weights.entries()) {
      const offsets = targets[i] ?? null;
      if (offsets === null || weight === 0) continue;
      for (let at = 0; at < positions.length; at++) positions[at]! += weight * offsets[at]!;
    }
    if (pose.skin === null) return null;
    if (influences === null) this.#source.warnings.push(ref('geometry.poseIncomplete'));
    const [used, matrices] =
      influences === null
        ? [firstJointFor(positions.length / 3), [pose.skin.otherwise]]
        : [influences, pose.skin.joints];
    const skinned = skinVertices(positions, used, matrices);
    if (skinned === null) return failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
    if (influences !== null && skinned.unweighted > 0)
      this.#source.warnings.push(ref('geometry.poseIncomplete'));
    return skinned.mirrored;
  }
}

/** All sets of JOINTS_n and WEIGHTS_n, one after another for each vertex. */
async function readInfluences(vertices: number, read: ReadAttribute): Promise<Influences | null> {
  const sets: { readonly joints: Float64Array; readonly weights: Float64Array }[] = [];
  for (let set = 0; ; set++) {
    const joints = await read(`JOINTS_${set}`, 4);
    const weights = await read(`WEIGHTS_${set}`, 4);
    if (joints === null && weights === null) break;
    // Joints without weights, or weights without joints, mean nothing.
    if (joints === null || weights === null) return failNumbers();
    if (joints.length < vertices * 4 || weights.length < vertices * 4) failNumbers();
    sets.push({ joints, weights });
  }
  if (sets.length === 0) return null;
  const perVertex = sets.length * 4;
  const joints = new Float64Array(vertices * perVertex);
  const weights = new Float64Array(vertices * perVertex);
  for (const [i, set] of sets.entries()) {
    for (let vertex = 0; vertex < vertices; vertex++) {
      const [from, to] = [vertex * 4, vertex * perVertex + i * 4];
      joints.set(set.joints.subarray(from, from + 4), to);
      weights.set(set.weights.subarray(from, from + 4), to);
    }
  }
  return { starts: Uint32Array.from({ length: vertices + 1 }, (_, i) => i * perVertex), joints, weights };
}

/** Every vertex follows matrix 0. */
const firstJointFor = (vertices: number): Influences => ({
  starts: Uint32Array.from({ length: vertices + 1 }, (_, i) => i),
  joints: new Uint8Array(vertices),
  weights: new Uint8Array(vertices).fill(1),
});

function failNumbers(): never {
  return failDamaged(ref('geometry.invalidNumbers', { format: 'glTF' }));
}
