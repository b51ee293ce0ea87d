/** Surfaces of X3D and VRML: sets of faces and triangles in many forms, and solids given by a size. */

import { ref } from '../../../messages/messages.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import { GrowingIndices, GrowingNumbers } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { reversed } from '../../mesh/turn-inside-out.ts';
import { withoutCollapsed } from '../../repair/face-list.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { textOf } from '../byte-scanner.ts';
import { isDecimalList } from '../decimal-commas.ts';
import { FaceCollector } from '../face-collector.ts';
import { readNumbers } from '../number-list.ts';
import type { Palette } from '../palette.ts';
import { failDamaged, finishMesh } from '../raw-mesh.ts';
import { addTriangleRun } from '../triangle-run.ts';
import type { Range } from '../xml-tree.ts';
import { type Appearance, type PaintAt, type PaintedSet, paintOfSet } from './appearance.ts';
import type { X3dDocument, X3dNode } from './node.ts';
import { makeCone, makeCuboid, makeSphere } from './solids.ts';
import { makeElevationGrid, makeExtrusion } from './swept-surfaces.ts';

/** `expected`: how many numbers there should be, if known. */
type Numbers = (field: string, expected?: number) => Promise<Float64Array | null>;

const empty: Mesh = { positions: new Float32Array(0), indices: new Uint32Array(0) };

/** The field that holds the corners, and how they make faces; null if corners simply follow one another. */
const faceSets: Readonly<
  Record<string, { corners: string | null; form: 'faces' | 'strips' | 'fans' | 3 | 4 }>
> = {
  IndexedFaceSet: { corners: 'coordIndex', form: 'faces' },
  IndexedTriangleSet: { corners: 'index', form: 3 },
  IndexedTriangleStripSet: { corners: 'index', form: 'strips' },
  IndexedTriangleFanSet: { corners: 'index', form: 'fans' },
  IndexedQuadSet: { corners: 'index', form: 4 },
  TriangleSet: { corners: null, form: 3 },
  TriangleStripSet: { corners: null, form: 'strips' },
  TriangleFanSet: { corners: null, form: 'fans' },
  QuadSet: { corners: null, form: 4 },
};
const solids: ReadonlySet<string> = new Set(['Box', 'Sphere', 'Cylinder', 'Cone']);
const swept: ReadonlySet<string> = new Set(['ElevationGrid', 'Extrusion']);
/** Surfaces that are not read, so their file is refused. Text has no thickness and is left out. */
const unread = /^(Nurbs\w*Surface|GeoElevationGrid)$/;

export const isGeometry = ({ type }: X3dNode): boolean =>
  Object.hasOwn(faceSets, type) ||
  solids.has(type) ||
  swept.has(type) ||
  type === 'Text' ||
  unread.test(type);

/** Points of a Coordinate node, which many sets may use, and which of them the current one has used. */
interface Points {
  readonly values: Float64Array;
  /** The last set that used each point, and the point's number in that set. */
  readonly usedBy: Uint32Array;
  readonly renumbered: Uint32Array;
}

export class X3dGeometries {
  readonly #bytes: Uint8Array;
  readonly #original: Uint8Array;
  readonly #radians: number;
  readonly #progress: TaskProgress;
  readonly #warnings: GeometryText[];
  readonly #points = new Map<X3dNode, Points>();
  readonly #palette: Palette;
  #sets = 0;

  constructor(
    { bytes, original, radians }: X3dDocument,
    palette: Palette,
    progress: TaskProgress,
    warnings: GeometryText[],
  ) {
    this.#palette = palette;
    this.#bytes = bytes;
    this.#original = original;
    this.#radians = radians;
    this.#progress = progress;
    this.#warnings = warnings;
  }

  async read(node: X3dNode, appearance: Appearance): Promise<Mesh> {
    const numbers: Numbers = (field, expected) => this.#numbers(node, field, expected);
    const flag = (field: string): boolean => this.#flag(node, field);
    if (solids.has(node.type) || swept.has(node.type)) {
      const whole = solids.has(node.type)
        ? await makeSolid(node.type, numbers, flag, this.#warnings)
        : await this.#swept(node.type, numbers, flag);
      if (appearance.texture >= 0 || this.#child(node, /^Color(RGBA)?$/)) {
        this.#warnings.push(ref('geometry.coloursUnread'));
      }
      return appearance.texture >= 0 ? whole : this.#uniform(whole, appearance.word);
    }
    if (unread.test(node.type)) {
      throw geometryError('file-unsupported', ref('geometry.surfaceUnknown', { kind: node.type }));
    }
    const set = Object.hasOwn(faceSets, node.type) ? faceSets[node.type]! : null;
    if (set === null) {
      this.#warnings.push(ref('geometry.surfaceIgnored', { kind: node.type }));
      return empty;
    }
    const coordinates = this.#child(node, /^Coordinate(Double)?$/);
    const points = coordinates === undefined ? null : await this.#pointsOf(coordinates);
    const corners = set.corners === null ? null : await numbers(set.corners);
    if (points === null || (set.corners !== null && corners === null)) return empty;
    if (coordinates !== undefined && corners !== null)
      this.#refuseDecimalPoints(coordinates, points, corners);
    const counts = (await numbers('stripCount')) ?? (await numbers('fanCount'));
    const positions = new GrowingNumbers();
    const faces = new FaceCollector(positions, 64);
    const renumber = this.#renumbering(points, positions);
    const paintAt = paintOfSet(this.#palette, appearance, await this.#paintedSet(node, set.corners));
    addFaces(faces, set.form, corners ?? consecutive(points.usedBy.length, counts), renumber, paintAt);
    const turned = flag('ccw') ? (list: Uint32Array) => list : reversed;
    const indices = turned(faces.finish(this.#warnings));
    const { paints } = faces;
    const paint = paints && { palette: this.#palette, corners: turned(paints) };
    return finishMesh(positions.values.subarray(0, positions.length), indices, this.#warnings, paint);
  }

  async #paintedSet(node: X3dNode, cornersField: string | null): Promise<PaintedSet> {
    const colour = this.#child(node, /^Color(RGBA)?$/);
    const places = this.#child(node, /^TextureCoordinate$/);
    const isIndexed = cornersField === 'coordIndex';
    return {
      colours: colour === undefined ? null : await this.#numbers(colour, 'color'),
      components: colour?.type === 'ColorRGBA' ? 4 : 3,
      isPerVertex: this.#flag(node, 'colorPerVertex'),
      colourIndex: isIndexed ? await this.#filled(node, 'colorIndex') : null,
      places: places === undefined ? null : await this.#numbers(places, 'point'),
      placeIndex: isIndexed ? await this.#filled(node, 'texCoordIndex') : null,
    };
  }

  /** Null also for an empty list, which is the default. */
  async #filled(node: X3dNode, field: string): Promise<Float64Array | null> {
    const values = await this.#numbers(node, field);
    return values !== null && values.length > 0 ? values : null;
  }

  #child({ children }: X3dNode, type: RegExp): X3dNode | undefined {
    return children.find((entry) => type.test(entry.node.type))?.node;
  }

  #uniform(mesh: Mesh, word: number): Mesh {
    if (word === 0) return mesh;
    return {
      ...mesh,
      ...this.#palette.coloursOf(new Uint32Array(mesh.indices.length).fill(this.#palette.add(word))),
    };
  }

  async #swept(type: string, numbers: Numbers, flag: (field: string) => boolean): Promise<Mesh> {
    const surface =
      type === 'Extrusion'
        ? makeExtrusion({
            crossSection: (await numbers('crossSection')) ?? [1, 1, 1, -1, -1, -1, -1, 1, 1, 1],
            spine: (await numbers('spine')) ?? [0, 0, 0, 0, 1, 0],
            scale: (await numbers('scale')) ?? [1, 1],
            orientation: (await numbers('orientation')) ?? [0, 0, 1, 0],
            radians: this.#radians,
            beginCap: flag('beginCap'),
            endCap: flag('endCap'),
          })
        : await readElevationGrid(numbers);
    if (surface === null) return empty;
    if (surface === 'too-large') {
      throw geometryError('file-too-large', ref('geometry.fileTooLarge', { format: 'X3D' }));
    }
    const { positions, faces } = surface;
    const indices = faces.finish(this.#warnings);
    // Where a cross-section shrinks to a point, two corners of a triangle are one.
    return withoutCollapsed(
      finishMesh(
        positions.values.subarray(0, positions.length),
        flag('ccw') ? indices : reversed(indices),
        this.#warnings,
      ),
    );
  }

  async #numbers(node: X3dNode, field: string, expected?: number): Promise<Float64Array | null> {
    const range = node.field(field);
    if (range === null) return null;
    const values = await readNumbers(this.#bytes, range.start, range.end, this.#progress);
    if (expected !== undefined && values.length !== expected) this.#refuseDecimals(range, expected);
    return values;
  }

  /** Decimal commas would be read as blanks, and one number as two. */
  #refuseDecimals(range: Range, expected: number): void {
    if (isDecimalList(this.#original, range, expected)) failDamaged(ref('geometry.decimalCommas'));
  }

  /** The corners tell how many points there should be. */
  #refuseDecimalPoints(coordinates: X3dNode, { values }: Points, corners: Float64Array): void {
    let expected = 0;
    for (const corner of corners) if (corner >= expected) expected = corner + 1;
    const range = values.length > expected * 3 ? coordinates.field('point') : null;
    if (range !== null) this.#refuseDecimals(range, expected * 3);
  }

  #flag(node: X3dNode, field: string): boolean {
    const range = node.field(field);
    if (range === null) return true;
    return textOf(this.#bytes, range.start, Math.min(range.end, range.start + 5)).toLowerCase() !== 'false';
  }

  async #pointsOf(coordinates: X3dNode): Promise<Points | null> {
    const known = this.#points.get(coordinates);
    if (known !== undefined) return known;
    const values = await this.#numbers(coordinates, 'point');
    if (values === null) return null;
    const count = Math.floor(values.length / 3);
    const points = { values, usedBy: new Uint32Array(count), renumbered: new Uint32Array(count) };
    this.#points.set(coordinates, points);
    return points;
  }

  /** Takes only points that the set uses, so that a thousand sets over the same points stay cheap. */
  #renumbering(
    { values, usedBy, renumbered }: Points,
    positions: GrowingNumbers,
  ): (corner: number) => number {
    const set = ++this.#sets;
    return (corner) => {
      if (!(Number.isInteger(corner) && corner >= 0 && corner < usedBy.length)) {
        return failDamaged(ref('geometry.missingVertexOf', { format: 'X3D' }));
      }
      if (usedBy[corner] !== set) {
        usedBy[corner] = set;
        renumbered[corner] = positions.length / 3;
        positions.push3(values[corner * 3]!, values[corner * 3 + 1]!, values[corner * 3 + 2]!);
      }
      return renumbered[corner]!;
    };
  }
}

function addFaces(
  faces: FaceCollector,
  form: 'faces' | 'strips' | 'fans' | 3 | 4,
  corners: Float64Array,
  renumber: (corner: number) => number,
  paintAt: PaintAt | null,
): void {
  const run = new GrowingIndices(64);
  const paints = new GrowingIndices(64);
  let face = 0;
  const painted = (): Uint32Array | null => paintAt && paints.values;
  const startNext = (): void => {
    if (run.length > 0) face++;
    run.length = 0;
    paints.length = 0;
  };
  const end = (): void => {
    if (form === 'faces') {
      if (run.length > 0) faces.add(run.values, run.length, painted());
    } else if (form !== 3 && form !== 4) {
      addTriangleRun(faces, run.values.subarray(0, run.length), form === 'fans', painted());
    }
    startNext();
  };
  for (let i = 0; i < corners.length; i++) {
    const corner = corners[i]!;
    if (corner === -1) {
      end();
      continue;
    }
    if (paintAt !== null) paints.push(paintAt(i, corner, face));
    run.push(renumber(corner));
    if (run.length !== form) continue;
    faces.add(run.values, run.length, painted());
    startNext();
  }
  end();
}

/** 0, 1, 2 ..., with an end mark after each group; `counts` come from the file, and their sum is checked. */
function consecutive(vertices: number, counts: Float64Array | null): Float64Array {
  if (counts === null) return Float64Array.from({ length: vertices }, (_, i) => i);
  const corners = new Float64Array(vertices + counts.length);
  let [length, next] = [0, 0];
  for (const count of counts) {
    for (let i = 0; i < count && next < vertices; i++) corners[length++] = next++;
    corners[length++] = -1;
  }
  return corners.subarray(0, length);
}

async function readElevationGrid(numbers: Numbers): Promise<ReturnType<typeof makeElevationGrid>> {
  const columns = (await numbers('xDimension'))?.[0] ?? 0;
  const rows = (await numbers('zDimension'))?.[0] ?? 0;
  return makeElevationGrid(
    [columns, rows],
    [(await numbers('xSpacing', 1))?.[0] ?? 1, (await numbers('zSpacing', 1))?.[0] ?? 1],
    (await numbers('height', columns * rows)) ?? [],
  );
}

const rounded = ref('geometry.solidsAsTriangles');

async function makeSolid(
  type: string,
  numbers: Numbers,
  flag: (field: string) => boolean,
  warnings: GeometryText[],
): Promise<Mesh> {
  const size = async (field: string, otherwise: readonly number[]): Promise<readonly number[]> => {
    const values = [...((await numbers(field, otherwise.length)) ?? otherwise)];
    if (values.length !== otherwise.length || !values.every((value) => value > 0 && value < 1e30)) {
      failDamaged(ref('geometry.invalidNumbers', { format: 'X3D' }));
    }
    return values;
  };
  if (type === 'Box') {
    const [x, y, z] = await size('size', [2, 2, 2]);
    return makeCuboid(x!, y!, z!);
  }
  if (!warnings.includes(rounded)) warnings.push(rounded);
  if (type === 'Sphere') return makeSphere((await size('radius', [1]))[0]!);
  const [height] = await size('height', [2]);
  const [radius] = await size(type === 'Cone' ? 'bottomRadius' : 'radius', [1]);
  return makeCone(radius!, type === 'Cone' ? 0 : radius!, height!, {
    bottom: flag('bottom'),
    side: flag('side'),
    top: flag('top'),
  });
}
