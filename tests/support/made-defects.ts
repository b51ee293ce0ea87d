/**
 * Defects made from sound solids: for each the broken mesh, and the solid that was meant. Everything follows
 * from one number.
 */
import type { Mesh, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../src-shared/geometry/mesh/weld.ts';
import {
  joinMeshes,
  makeBox,
  makeCylinder,
  makeIcosphere,
  makeTorus,
  moveMesh,
  turnInsideOut,
} from '../fixtures/geometry/solids.ts';

export const defectKinds = [
  'T-split',
  'crack',
  'shared edge',
  'doubled faces',
  'flipped patch',
  'missing cap',
  'crossing shells',
  'two at once',
] as const;
export type DefectKind = (typeof defectKinds)[number];

export interface MadeDefect {
  readonly kind: DefectKind;
  readonly broken: Mesh;
  /** What was meant, as float32. */
  readonly sound: Mesh;
  /** The volume of what was meant, which shells that cross count twice. */
  readonly volume: number;
  /** How much of the volume the defect hides: a missing cap may have had any shape. */
  readonly hidden: number;
}

type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed (Mulberry). */
export function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const below = (random: Random, count: number): number => Math.min(count - 1, Math.floor(random() * count));

/** Solids of a usual part, in units of about 10. */
function makeSolid(random: Random): Mesh {
  const side = () => 2 + 8 * random();
  const box = makeBox([0, 0, 0], [side(), side(), side()]);
  return [
    () => box,
    () => makeCylinder(side() / 2, side(), 6 + below(random, 30)),
    () => makeIcosphere(side() / 2, 1 + below(random, 3)),
    () => makeTorus(4 + side(), 1 + side() / 4, 8 + below(random, 20), 5 + below(random, 10)),
    () =>
      joinMeshes([
        makeBox([0, 0, 0], [10, 10, 10]),
        turnInsideOut(makeBox([2, 3, 2], [7, 8, 6 + side() / 4])),
      ]),
    () => joinMeshes([box, moveMesh(makeIcosphere(side() / 3, 2), [20, 0, 0])]),
  ][below(random, 6)]!();
}

/** Turned and scaled at random, as float32. */
function placed(mesh: Mesh, random: Random): Mesh {
  const [a, b, c] = [random() * 6.3, random() * 6.3, random() * 6.3];
  const scale = 10 ** (random() * 4 - 2);
  const shift = [0, 1, 2].map(() => (random() - 0.5) * scale * 20);
  const positions = new Float32Array(mesh.positions.length);
  const turn = (v: number[], i: number, j: number, angle: number): void => {
    const [p, q] = [v[i]!, v[j]!];
    v[i] = p * Math.cos(angle) - q * Math.sin(angle);
    v[j] = p * Math.sin(angle) + q * Math.cos(angle);
  };
  for (let i = 0; i < positions.length; i += 3) {
    const v = [...mesh.positions.subarray(i, i + 3)];
    turn(v, 0, 1, a);
    turn(v, 1, 2, b);
    turn(v, 0, 2, c);
    for (let axis = 0; axis < 3; axis++) positions[i + axis] = v[axis]! * scale + shift[axis]!;
  }
  return weldMesh({ positions, indices: mesh.indices });
}

const facesOf = ({ indices }: Mesh): number[][] =>
  Array.from({ length: indices.length / 3 }, (_, face) => [...indices.subarray(face * 3, face * 3 + 3)]);

function meshOf(positions: ArrayLike<number>, faces: readonly (readonly number[])[]): Mesh {
  return weldMesh({ positions: Float32Array.from(positions), indices: Uint32Array.from(faces.flat()) });
}

/** Faces around one, as many as asked for. */
function patchOf(faces: readonly number[][], first: number, size: number): Set<number> {
  const patch = new Set([first]);
  for (const face of patch) {
    for (const [other, corners] of faces.entries()) {
      if (patch.size >= size) return patch;
      if (!patch.has(other) && corners.filter((corner) => faces[face]!.includes(corner)).length === 2)
        patch.add(other);
    }
  }
  return patch;
}

/** About the origin of the mesh. */
export function volumeOf({ positions, indices }: Mesh): number {
  let six = 0;
  const at = (i: number, axis: number): number => positions[indices[i]! * 3 + axis]! - positions[axis]!;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => at(i + k, axis))) as [
      number[],
      number[],
      number[],
    ];
    six +=
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
  }
  return six / 6;
}

export const longestSideOf = ({ positions }: Mesh): number =>
  Math.max(
    ...[0, 1, 2].map((axis) => {
      const values = Array.from({ length: positions.length / 3 }, (_, v) => positions[v * 3 + axis]!);
      return Math.max(...values) - Math.min(...values);
    }),
  );

/** Some edges get a corner in one of their faces that the other one does not have. */
function splitSome(mesh: Mesh, random: Random): Mesh {
  const positions = [...mesh.positions];
  let faces = facesOf(mesh);
  for (let left = 1 + below(random, 6); left > 0; left--) {
    const at = below(random, faces.length);
    const turned = below(random, 3);
    const [a, b, c] = [0, 1, 2].map((k) => faces[at]![(k + turned) % 3]!) as [number, number, number];
    const share = 0.2 + 0.6 * random();
    const middle = positions.length / 3;
    for (let axis = 0; axis < 3; axis++) {
      positions.push(positions[a * 3 + axis]! * (1 - share) + positions[b * 3 + axis]! * share);
    }
    faces = [...faces.slice(0, at), ...faces.slice(at + 1), [a, middle, c], [middle, b, c]];
  }
  return meshOf(positions, faces);
}

/** A patch with corners of its own, which are a little off. */
function crack(mesh: Mesh, random: Random): Mesh {
  const faces = facesOf(mesh);
  const patch = patchOf(faces, below(random, faces.length), 1 + below(random, faces.length / 3));
  const width = longestSideOf(mesh) * 10 ** (-6 + 3 * random());
  const positions = [...mesh.positions];
  const copies = new Map<number, number>();
  for (const face of patch) {
    faces[face] = faces[face]!.map((corner) => {
      if (!copies.has(corner)) {
        copies.set(corner, positions.length / 3);
        for (let axis = 0; axis < 3; axis++)
          positions.push(positions[corner * 3 + axis]! + ((random() - 0.5) * width) / 2);
      }
      return copies.get(corner)!;
    });
  }
  return meshOf(positions, faces);
}

function doubleSome(mesh: Mesh, random: Random): Mesh {
  const faces = facesOf(mesh);
  const isAll = random() < 0.2;
  const chosen = isAll
    ? faces
    : Array.from({ length: 1 + below(random, 5) }, () => faces[below(random, faces.length)]!);
  const isBack = random() < 0.4;
  return meshOf(mesh.positions, [
    ...faces,
    ...chosen.map(([a, b, c]) => (isBack ? [a!, c!, b!] : [b!, c!, a!])),
  ]);
}

function flipSome(mesh: Mesh, random: Random): Mesh {
  const faces = facesOf(mesh);
  const patch = patchOf(faces, below(random, faces.length), 1 + below(random, faces.length * 0.4));
  return meshOf(
    mesh.positions,
    faces.map(([a, b, c], face) => (patch.has(face) ? [a!, c!, b!] : [a!, b!, c!])),
  );
}

function withoutSome(mesh: Mesh, random: Random): { broken: Mesh; hidden: number } {
  const faces = facesOf(mesh);
  const patch = patchOf(faces, below(random, faces.length), 1 + below(random, faces.length / 8));
  const gone = [...patch].map((face) => faces[face]!);
  const lost = meshOf(mesh.positions, gone);
  const radius = longestSideOf(lost);
  return {
    broken: meshOf(
      mesh.positions,
      faces.filter((_, face) => !patch.has(face)),
    ),
    hidden: isFlat(lost) ? 0 : radius ** 3,
  };
}

/** All in one plane. */
function isFlat(mesh: Mesh): boolean {
  const { positions } = mesh;
  const from = (v: number): number[] => [0, 1, 2].map((axis) => positions[v * 3 + axis]! - positions[axis]!);
  const [u, v] = [from(mesh.indices[1]!), from(mesh.indices[2]!)];
  const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
  const length = Math.hypot(...n);
  return Array.from({ length: positions.length / 3 }, (_, i) => from(i)).every(
    (p) => Math.abs(p[0]! * n[0]! + p[1]! * n[1]! + p[2]! * n[2]!) <= length * longestSideOf(mesh) * 1e-4,
  );
}

/** Two solids along one edge: a prism, and itself turned by half a turn about one of its edges. */
function sharedEdge(random: Random): Mesh {
  const [x, y, z] = [2 + 8 * random(), 2 + 8 * random(), 2 + 8 * random()];
  const one = random() < 0.5 ? makeBox([0, 0, 0], [x, y, z]) : wedge(x, y, z);
  const turned = { ...one, positions: one.positions.map((value, i) => (i % 3 < 2 ? -value : value)) };
  return joinMeshes([one, turned]);
}

function wedge(x: number, y: number, z: number): Mesh {
  return {
    positions: Float64Array.of(0, 0, 0, x, 0, 0, 0, y, 0, 0, 0, z, x, 0, z, 0, y, z),
    indices: Uint32Array.of(0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5),
  };
}

/** Two boxes, the common part of which is known. */
function crossing(random: Random): { mesh: Mesh; share: number } {
  const size = [0, 1, 2].map(() => 3 + 7 * random()) as unknown as Vector;
  const shift = size.map((side) => (random() - 0.5) * 1.6 * side) as unknown as Vector;
  const common = size.reduce((product, side, axis) => product * (side - Math.abs(shift[axis]!)), 1);
  const box = makeBox([0, 0, 0], size);
  const whole = size[0] * size[1] * size[2];
  return { mesh: joinMeshes([box, moveMesh(box, shift)]), share: (2 * whole - common) / (2 * whole) };
}

export function makeDefect(number: number): MadeDefect {
  const random = randomNumbers(number * 7919 + 17);
  const kind = defectKinds[number % defectKinds.length]!;
  if (kind === 'shared edge') {
    const sound = placed(sharedEdge(random), random);
    return { kind, broken: sound, sound, volume: volumeOf(sound), hidden: 0 };
  }
  if (kind === 'crossing shells') {
    const { mesh, share } = crossing(random);
    const sound = placed(mesh, random);
    return { kind, broken: sound, sound, volume: volumeOf(sound) * share, hidden: 0 };
  }
  const sound = placed(makeSolid(random), random);
  let [broken, hidden] = [sound, 0];
  const damage = (what: DefectKind): void => {
    if (what === 'T-split') broken = splitSome(broken, random);
    if (what === 'crack') broken = crack(broken, random);
    if (what === 'doubled faces') broken = doubleSome(broken, random);
    if (what === 'flipped patch') broken = flipSome(broken, random);
    if (what === 'missing cap') {
      const less = withoutSome(broken, random);
      broken = less.broken;
      hidden += less.hidden;
    }
  };
  const single = ['T-split', 'crack', 'doubled faces', 'flipped patch', 'missing cap'] as const;
  if (kind === 'two at once') for (let i = 0; i < 2; i++) damage(single[below(random, single.length)]!);
  else damage(kind);
  return { kind, broken, sound, volume: volumeOf(sound), hidden };
}

/** Whether a point is inside: the exact winding number, by the solid angle of every face. */
export function windingAt({ positions, indices }: Mesh, point: readonly number[]): number {
  let angle = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      [0, 1, 2].map((axis) => positions[indices[i + k]! * 3 + axis]! - point[axis]!),
    ) as [number[], number[], number[]];
    const dot = (p: number[], q: number[]): number => p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!;
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const triple =
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
    angle += 2 * Math.atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (4 * Math.PI);
}
