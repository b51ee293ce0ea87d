/** The nodes of a glTF file: their own transforms, and where they are in the scene (glTF 2.0, 3.5). */
import { ref } from '../../../messages/messages.ts';
import { failDamaged } from '../raw-mesh.ts';
import { identity, type Matrix, multiply, scaling, translation } from '../scene-mesh.ts';
import { hasKey, indexIn, type Json, listIn, numbersIn, objectIn } from './json.ts';

/** A longer chain of parents is a circle, since nodes cannot be nested so deeply. */
const deepest = 256;

export class GltfNodes {
  readonly #nodes: readonly unknown[];
  /** The parent of each node that has one; only skins need it. */
  #parents: Map<unknown, number> | null = null;
  readonly #globals = new Map<unknown, Matrix>();

  constructor(json: Json) {
    this.#nodes = listIn(json['nodes']);
  }

  /** Numbers of the nodes that no other node contains. */
  get roots(): number[] {
    const children = new Set(this.#nodes.flatMap((node) => listIn(objectIn(node)['children'])));
    return [...this.#nodes.keys()].filter((index) => !children.has(index));
  }

  /** @throws CodedError `file-damaged` if there is no such node */
  at(index: unknown): Json {
    const found = this.#nodes[indexIn(index) ?? -1];
    if (found === undefined) failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
    return objectIn(found);
  }

  /** From the node's coordinates to those of the scene. @throws CodedError `file-damaged` */
  globalMatrix(index: unknown): Matrix {
    this.#parents ??= this.#findParents();
    const parents = this.#parents;
    const chain: unknown[] = [];
    let [at, matrix]: [unknown, Matrix] = [index, identity];
    for (; at !== undefined; at = parents.get(at)) {
      const known = this.#globals.get(at);
      if (known !== undefined) {
        matrix = known;
        break;
      }
      if (chain.push(at) > deepest) failDamaged(ref('geometry.endlessNesting', { format: 'glTF' }));
    }
    for (const node of chain.toReversed()) {
      matrix = multiply(matrix, matrixOf(this.at(node)));
      this.#globals.set(node, matrix);
    }
    return matrix;
  }

  #findParents(): Map<unknown, number> {
    const parents = new Map<unknown, number>();
    for (const [index, node] of this.#nodes.entries()) {
      for (const child of listIn(objectIn(node)['children'])) {
        if (!parents.has(child)) parents.set(child, index);
      }
    }
    return parents;
  }
}

/** The node's own transform. @throws CodedError `file-damaged` */
export function matrixOf(node: Json): Matrix {
  if (hasKey(node, 'matrix')) return fromColumns(numbersIn(node['matrix'], 16) ?? failTransform());
  const read = (key: string, length: number): readonly number[] | null =>
    hasKey(node, key) ? (numbersIn(node[key], length) ?? failTransform()) : null;
  return transformOf(read('translation', 3) ?? [0, 0, 0], read('rotation', 4), read('scale', 3) ?? [1, 1, 1]);
}

/** @param turn a quaternion; null for none @throws CodedError `file-damaged` */
export function transformOf(
  [tx, ty, tz]: Iterable<number>,
  turn: ArrayLike<number> | null,
  [sx, sy, sz]: Iterable<number>,
): Matrix {
  const isPlain = [tx, ty, tz].every((v) => v === 0) && [sx, sy, sz].every((v) => v === 1) && turn === null;
  if (isPlain) return identity;
  const rotated = turn === null ? identity : fromQuaternion(Array.from(turn));
  return multiply(translation(tx!, ty!, tz!), multiply(rotated, scaling(sx!, sy!, sz!)));
}

/** The 16 numbers of a matrix as glTF stores it, column by column. */
export const fromColumns = (m: ArrayLike<number>): Matrix =>
  [0, 1, 2].flatMap((row) => [m[row]!, m[row + 4]!, m[row + 8]!, m[row + 12]!]);

function fromQuaternion(quaternion: readonly number[]): Matrix {
  const length = Math.hypot(...quaternion);
  if (!(length > 0)) return failTransform();
  const [x, y, z, w] = quaternion.map((value) => value / length) as [number, number, number, number];
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0],
  ];
}

export function failTransform(): never {
  return failDamaged(ref('geometry.invalidTransform', { format: 'glTF' }));
}
