/**
 * Which side of its surface a face of a STEP file shows, compared with the triangles that were made of it. A
 * border on a sphere or a torus has two finite sides, and OpenCascade sometimes takes the wrong one and turns
 * the rest until the solid closes: another solid, and nothing in its triangles tells. The file states for
 * each face whether it looks the way its surface does (ISO 10303-42, face_surface.same_sense).
 */
import { longestSide } from '../../measure/measure.ts';
import type { Vector } from '../../mesh/mesh.ts';
import {
  cornersOf,
  cross,
  directionOf,
  dot,
  minus,
  perpendicularTo,
  plus,
  times,
  unit,
} from '../../mesh/vectors.ts';
import type { RawShape } from '../cad-shapes.ts';
import type { Matrix } from '../scene-mesh.ts';
import { AddedEntities, editStep, real, type StepEdit } from './edit-step.ts';
import { inverseOf, StepPlaces } from './step-places.ts';
import type { Span, StepText } from './step-text.ts';

/** Corners lie on their surface, to this share of the part's longest side. */
const onSurface = 1e-5;

/** More faces are not compared with all surfaces: a second. */
const mostPairs = 20_000_000;

/** In how many positions the spheres of a file are tried. */
const positions = 8;

/** Surfaces that close in both directions, of which OpenCascade may take the other part. */
const closing = /^(SPHERICAL_SURFACE|TOROIDAL_SURFACE|DEGENERATE_TOROIDAL_SURFACE)$/;

/** The normal in a point of a surface, in its own coordinates, and how far the point is from it. */
type Surface = (point: Vector) => { readonly distance: number; readonly normal: Vector };

interface StatedFace {
  readonly surface: Surface;
  /** From millimetres to the coordinates of the surface. */
  readonly local: Matrix;
  /** -1 if the face looks against the normal of its surface. */
  readonly sense: 1 | -1;
  /** The sphere, and where the file says its place; null for other surfaces. */
  readonly sphere: { readonly id: number; readonly place: Span } | null;
}

/** Triangles of a shape. */
export interface FacePlace {
  readonly shape: RawShape;
  readonly first: number;
  readonly end: number;
}

export class FaceSides {
  readonly #file: StepText;
  readonly #faces: readonly StatedFace[];

  /** @param isPlaced whether solids may be in another place than their coordinates say */
  constructor(file: StepText, isPlaced: boolean) {
    this.#file = file;
    this.#faces = file.all(closing).size === 0 ? [] : facesIn(file, isPlaced);
  }

  /** The faces that show another side than the file says. */
  wrongIn(shapes: readonly RawShape[]): FacePlace[] {
    const made = facesOf(shapes);
    if (made.length * this.#faces.length > mostPairs) return [];
    const tolerance = toleranceOf(shapes);
    return made.filter((place) => {
      const found = this.#faces.map((face) => agreement(face, place, tolerance)).filter((one) => one !== 0);
      return found.length > 0 && found.every((one) => one < 0);
    });
  }

  /**
   * The same solids without edges that a border follows there and back, and then with their spheres turned:
   * with a pole in what OpenCascade took before, and with the seam away from it. It then often takes the
   * right part.
   */
  *turned(shapes: readonly RawShape[]): Generator<Uint8Array> {
    const file = this.#file;
    const wrong = this.wrongIn(shapes);
    const spheresOn = (faces: readonly FacePlace[]) =>
      new Map(
        this.#faces.flatMap((face) => {
          const middle = face.sphere && middleOf(face, faces, toleranceOf(shapes));
          return middle ? [[face.sphere!.id, { place: face.sphere!.place, middle }] as const] : [];
        }),
      );
    const taken = spheresOn(wrong);
    const spheres = taken.size > 0 ? taken : spheresOn(facesOf(shapes));
    const borders = withoutSpurs(file);
    if (borders.length > 0) yield editStep(file.bytes, borders, new AddedEntities(file)) ?? file.bytes;
    if (wrong.length === 0) return;
    for (let position = -1; position < positions; position++) {
      const angle = (Math.PI * position) / positions;
      const added = new AddedEntities(file);
      const edits = [...borders];
      for (const { place, middle } of spheres.values()) {
        const side = perpendicularTo(middle);
        const across = plus(times(side, Math.cos(angle)), times(cross(middle, side), Math.sin(angle)));
        const axes = position < 0 ? [middle, side] : [across, times(middle, -1)];
        const [origin] = file.references(valuesOf(file, file.reference(place))[1] ?? null);
        const [z, x] = axes.map((v) => added.add(`DIRECTION('',(${v.map(real).join()}))`));
        edits.push({ span: place, text: added.add(`AXIS2_PLACEMENT_3D('',#${origin},${z},${x})`) });
      }
      yield editStep(file.bytes, edits, added) ?? file.bytes;
    }
  }
}

const facesOf = (shapes: readonly RawShape[]): FacePlace[] =>
  shapes.flatMap((shape) => shape.faces.map((range) => ({ shape, ...range })));

const toleranceOf = (shapes: readonly RawShape[]): number =>
  onSurface * Math.max(0, ...shapes.map(longestSide));

const valuesOf = (file: StepText, id: number | null): readonly Span[] => {
  const entity = file.entity(id);
  return entity?.size === 1 ? [...entity.values()][0]! : [];
};

/** The faces of closed shells whose surface has a simple formula. */
function facesIn(file: StepText, isPlaced: boolean): StatedFace[] {
  const places = new StepPlaces(file);
  const contexts = [...file.all(/^GLOBAL_UNIT_ASSIGNED_CONTEXT$/)];
  const [millimetres = 1, ...others] = new Set(contexts.map((id) => places.millimetres(id)));
  if (others.length > 0) return [];
  const faces: StatedFace[] = [];
  const addShell = (id: number | null, sense: 1 | -1): void => {
    const values = valuesOf(file, id);
    if (file.entity(id)?.has('ORIENTED_CLOSED_SHELL')) {
      const isSame = file.text(values[3] ?? null) === '.T.';
      const shell = file.reference(values[2] ?? null);
      if (!file.entity(shell)?.has('ORIENTED_CLOSED_SHELL'))
        addShell(shell, isSame ? sense : (-sense as 1 | -1));
      return;
    }
    for (const face of file.references(values[1] ?? null)) {
      const [, , surface, same] = valuesOf(file, face);
      const found = surfaceOf(file, file.reference(surface ?? null), millimetres, isPlaced);
      if (found === null) continue;
      const isSame = file.text(same ?? null) === '.T.';
      const local = inverseOf(places.frame(file.reference(found.place), millimetres));
      const { id, place, surface: own } = found;
      const sphere = file.entity(id)?.has('SPHERICAL_SURFACE') ? { id, place } : null;
      faces.push({ surface: own, local, sense: isSame ? sense : (-sense as 1 | -1), sphere });
    }
  };
  for (const id of file.all(/^(MANIFOLD_SOLID_BREP|BREP_WITH_VOIDS)$/)) {
    const [, outer, voids] = valuesOf(file, id);
    addShell(file.reference(outer ?? null), 1);
    for (const shell of file.references(voids ?? null)) addShell(shell, 1);
  }
  return faces;
}

/** ISO 10303-42: elementary_surface. */
function surfaceOf(file: StepText, id: number | null, millimetres: number, isPlaced: boolean) {
  const [type] = file.entity(id)?.keys() ?? [];
  const [, place, ...sizes] = valuesOf(file, id);
  if (id === null || !place) return null;
  const [radius = 0, minor = 0] = sizes.map((span) => Number(file.text(span)) * millimetres);
  const make = (surface: Surface) => ({ id, place, surface });
  switch (type) {
    case 'PLANE':
      // Every assembly has planes that lie in others once they are placed.
      return isPlaced ? null : make(([, , z]) => ({ distance: z, normal: [0, 0, 1] }));
    case 'CYLINDRICAL_SURFACE':
      return make(([x, y]) => ({ distance: Math.hypot(x, y) - radius, normal: [x, y, 0] }));
    case 'SPHERICAL_SURFACE':
      return make((point) => ({ distance: Math.hypot(...point) - radius, normal: point }));
    case 'TOROIDAL_SURFACE':
      return make(([x, y, z]) => {
        const across = Math.hypot(x, y);
        const share = 1 - radius / across;
        return { distance: Math.hypot(across - radius, z) - minor, normal: [x * share, y * share, z] };
      });
    default:
      return null;
  }
}

/** Middle and normal of each triangle, in the surface's coordinates; null if one does not lie on it. */
function trianglesOn({ surface, local }: StatedFace, { shape, first, end }: FacePlace, tolerance: number) {
  const found: { readonly middle: Vector; readonly normal: Vector }[] = [];
  for (let face = first; face < end; face++) {
    const corners = cornersOf(shape, face).map((corner) => apply(local, corner));
    if (corners.some((corner) => !(Math.abs(surface(corner).distance) <= tolerance))) return null;
    const [a, b, c] = corners as [Vector, Vector, Vector];
    found.push({ middle: times(plus(plus(a, b), c), 1 / 3), normal: cross(minus(b, a), minus(c, a)) });
  }
  return found;
}

/** 1 if the triangles lie on the surface and look its way, -1 if they look the other way, 0 for others. */
function agreement(face: StatedFace, place: FacePlace, tolerance: number): number {
  let [sum, area] = [0, 0];
  for (const { middle, normal } of trianglesOn(face, place, tolerance) ?? []) {
    sum += dot(normal, unit(face.surface(middle).normal));
    area += Math.hypot(...normal);
  }
  return Math.abs(sum) > area / 2 ? Math.sign(sum) * face.sense : 0;
}

/** The direction from the middle of a sphere to that of these faces on it; null if none is on it. */
function middleOf(face: StatedFace, places: readonly FacePlace[], tolerance: number): Vector | null {
  const on = places.flatMap((place) => trianglesOn(face, place, tolerance) ?? []);
  const sum = on.reduce<Vector>(
    (all, { middle, normal }) => plus(all, times(middle, Math.hypot(...normal))),
    [0, 0, 0],
  );
  const middle = directionOf(sum);
  if (middle === null) return null;
  // Back from the coordinates of the sphere.
  const along = (axis: number): number =>
    dot([face.local[axis]!, face.local[4 + axis]!, face.local[8 + axis]!], middle);
  return [along(0), along(1), along(2)];
}

const apply = (m: Matrix, [x, y, z]: Vector): Vector => [
  m[0]! * x + m[1]! * y + m[2]! * z + m[3]!,
  m[4]! * x + m[5]! * y + m[6]! * z + m[7]!,
  m[8]! * x + m[9]! * y + m[10]! * z + m[11]!,
];

/** Borders without edges that are followed by themselves, the other way round. */
function withoutSpurs(file: StepText): StepEdit[] {
  const edits: StepEdit[] = [];
  for (const id of file.all(/^EDGE_LOOP$/)) {
    const [, list] = valuesOf(file, id);
    const all = file.references(list ?? null);
    const isSpur = (one: number, other: number): boolean => {
      const [a, b] = [one, other].map((edge) =>
        valuesOf(file, edge)
          .slice(3)
          .map((span) => file.text(span)),
      );
      return a?.length === 2 && a[0] === b![0] && a[1] !== b![1];
    };
    let rest = all;
    for (let at = 0; at < rest.length && rest.length > 2; ) {
      const next = (at + 1) % rest.length;
      if (isSpur(rest[at]!, rest[next]!)) {
        rest = rest.filter((_, i) => i !== at && i !== next);
        at = 0;
      } else at++;
    }
    if (list && rest.length < all.length)
      edits.push({ span: list, text: `(${rest.map((edge) => `#${edge}`).join()})` });
  }
  return edits;
}
