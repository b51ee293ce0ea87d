/**
 * Paints a mesh like another one that it was made from (repaired, joined, cut, hollowed): every face takes
 * the colours of the face that was nearest to its middle, at the places where its corners lie on it. Faces
 * that were not changed are painted exactly as before, and pieces of a face take their part of its picture.
 */
import { TaskProgress } from '../runtime/task-progress.ts';
import { bytesOf, type MeshColours, wordsOf } from './colours.ts';
import type { Mesh } from './mesh.ts';
import { NearestSurface } from './nearest-surface.ts';
import { TriangleTree } from './triangle-tree.ts';

/** Faces between two checks of the clock. */
const block = 4096;

/** The second mesh with the colours of the first, or as it is if that has none. */
export async function withColoursOf(
  source: Mesh,
  { positions, indices }: Mesh,
  progress = new TaskProgress({}),
): Promise<Mesh> {
  const { colours } = source;
  if (colours === undefined) return { positions, indices };
  if (indices.length === 0 || source.indices.length === 0) return { positions, indices };
  const tree = await TriangleTree.build(source, progress.part(0, 0.4));
  const surface = new NearestSurface(tree);
  const faces = indices.length / 3;
  const painter = new Painter(source, colours, faces);
  const corner = (face: number, k: number, axis: number): number =>
    positions[indices[face * 3 + k]! * 3 + axis]!;
  for (let face = 0; face < faces; face++) {
    const middle = [0, 1, 2].map(
      (axis) => (corner(face, 0, axis) + corner(face, 1, axis) + corner(face, 2, axis)) / 3,
    );
    surface.distance(middle[0]!, middle[1]!, middle[2]!);
    const from = tree.order[surface.place]!;
    for (let k = 0; k < 3; k++) {
      painter.paint(face, k, from, corner(face, k, 0), corner(face, k, 1), corner(face, k, 2));
    }
    if (face % block === 0) await progress.step(0.4 + (0.6 * face) / faces);
  }
  return { positions, indices, colours: painter.colours };
}

class Painter {
  readonly colours: MeshColours;
  readonly #source: Mesh;
  readonly #from: MeshColours;
  readonly #fromWords: Uint32Array;
  readonly #words: Uint32Array;
  readonly #shares = new Float64Array(3);

  constructor(source: Mesh, from: MeshColours, faces: number) {
    this.#source = source;
    this.#from = from;
    this.#fromWords = wordsOf(from.corners);
    this.#words = new Uint32Array(faces * 3);
    this.colours = {
      corners: bytesOf(this.#words),
      pictures: from.pictures && {
        textures: from.pictures.textures,
        textureOf: new Int16Array(faces),
        places: new Float32Array(faces * 6),
      },
    };
  }

  paint(face: number, corner: number, from: number, x: number, y: number, z: number): void {
    this.#locate(from, x, y, z);
    const shares = this.#shares;
    const words = this.#fromWords;
    const [a, b, c] = [words[from * 3]!, words[from * 3 + 1]!, words[from * 3 + 2]!];
    this.#words[face * 3 + corner] = a === b && b === c ? a : this.#mixed(from);
    const [own, given] = [this.colours.pictures, this.#from.pictures];
    if (own === null || given === null) return;
    own.textureOf[face] = given.textureOf[from]!;
    for (let axis = 0; axis < 2; axis++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += shares[k]! * given.places[from * 6 + k * 2 + axis]!;
      own.places[face * 6 + corner * 2 + axis] = sum;
    }
  }

  #mixed(from: number): number {
    const { corners } = this.#from;
    let word = 0;
    for (let byte = 0; byte < 4; byte++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += this.#shares[k]! * corners[from * 12 + k * 4 + byte]!;
      word |= Math.round(sum) << (byte * 8);
    }
    return word >>> 0;
  }

  /** The share of each corner in a point on a face; a point beyond it counts as on its border. */
  #locate(face: number, x: number, y: number, z: number): void {
    const { positions, indices } = this.#source;
    const [a, b, c] = [indices[face * 3]! * 3, indices[face * 3 + 1]! * 3, indices[face * 3 + 2]! * 3];
    const side = (to: number, axis: number): number => positions[to + axis]! - positions[a + axis]!;
    const away = [x - positions[a]!, y - positions[a + 1]!, z - positions[a + 2]!] as const;
    let [uu, uv, vv, wu, wv] = [0, 0, 0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v, w] = [side(b, axis), side(c, axis), away[axis as 0]!];
      uu += u * u;
      uv += u * v;
      vv += v * v;
      wu += w * u;
      wv += w * v;
    }
    const whole = uu * vv - uv * uv;
    const second = whole > 0 ? Math.max(0, (vv * wu - uv * wv) / whole) : 0;
    const third = whole > 0 ? Math.max(0, (uu * wv - uv * wu) / whole) : 0;
    const first = Math.max(0, 1 - second - third);
    const sum = first + second + third;
    this.#shares.set([first / sum, second / sum, third / sum]);
  }
}
