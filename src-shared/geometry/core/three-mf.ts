/**
 * Reads 3MF through the fast core, which takes vertices and triangles out of the XML while a part of the
 * package is inflated. The rest, and what is not written plainly, goes to the readers in TypeScript.
 */

import { CodedError } from '../../result.ts';
import type { LengthUnit } from '../../units/units.ts';
import type { GeometryText } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import { largestCoordinate } from '../readers/raw-mesh.ts';
import { determinant, failOutOfBounds, identity } from '../readers/scene-mesh.ts';
import { isPaintedBySlicer } from '../readers/slicer-colours.ts';
import { type Instance, joinInstances, readInstances } from '../readers/three-mf.ts';
import { type ModelPart, type ObjectMesh, readModelPart } from '../readers/three-mf-part.ts';
import type { ZipArchive } from '../readers/zip.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type Core, region } from './core.ts';
import { weldIndexed } from './indexed-mesh.ts';
import { Feeder } from './pieces.ts';

/** Thrown only inside this file: the other reader must take the package. */
class NotPlain extends Error {}

/** `mesh` is null if the core holds it, welded. */
export interface PackageRead {
  readonly unit: LengthUnit;
  readonly mesh: Mesh | null;
}

/** Null if the reader in TypeScript must take the package. @throws as `read3mf` does */
export async function read3mfWithCore(
  core: Core,
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<PackageRead | null> {
  try {
    const read = (archive: ZipArchive, name: string, own: TaskProgress) => readPart(core, archive, name, own);
    const { instances, unit } = await readInstances(bytes, progress.part(0, 0.7), warnings, read);
    const [instance] = instances;
    const isAlone = instances.length === 1 && core.exports.meshesRead() === 1;
    if (isAlone && instance?.mesh instanceof ExtractedMesh) {
      await place(core, instance, progress.part(0.7, 1));
      return { unit, mesh: null };
    }
    return { unit, mesh: await joinInstances(instances, progress.part(0.7, 1)) };
  } catch (thrown) {
    // The other reader reports where the XML breaks off, since the core skips what it does not need.
    const isDamaged = thrown instanceof CodedError && thrown.code === 'file-damaged';
    if (thrown instanceof NotPlain || isDamaged) return null;
    throw thrown;
  }
}

async function readPart(
  core: Core,
  archive: ZipArchive,
  name: string,
  progress: TaskProgress,
): Promise<ModelPart> {
  const { exports } = core;
  const first = exports.meshesRead();
  exports.beginPart();
  const feeder = new Feeder(core, (start, end, isLast) => {
    const used = exports.readXml(start, end, isLast ? 1 : 0) >>> 0;
    return used === 0 ? null : used;
  });
  let isFirst = true;
  let isPainted = false;
  await archive.stream(name, progress.part(0, 0.9), (piece) => {
    const text = isFirst ? withoutMark(piece) : piece;
    isFirst = false;
    isPainted ||= isPaintedBySlicer(piece);
    if (!feeder.feed(text)) throw new NotPlain();
  });
  if (!feeder.finish()) throw new NotPlain();
  const rest = core.bytes(core.address(region.scratch), exports.restBytes()).slice();
  const meshes = extractedMeshes(core, first);
  const part = await readModelPart(rest, progress.part(0.9, 1), (at) => meshes.get(at));
  // The core has no colours.
  if (!part.paint.isEmpty) throw new NotPlain();
  part.isPaintedBySlicer = isPainted;
  return part;
}

function withoutMark(piece: Uint8Array): Uint8Array {
  if (piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf) return piece.subarray(3);
  // UTF-16 has a zero byte in every tag.
  if (piece.subarray(0, 8).includes(0) || piece[0] === 0xff || piece[0] === 0xfe) throw new NotPlain();
  return piece;
}

function extractedMeshes(core: Core, first: number): Map<number, ExtractedMesh> {
  const { exports } = core;
  const count = exports.meshesRead();
  const table = core.words(exports.meshesAddress(), count * 3).slice();
  const found = new Map<number, ExtractedMesh>();
  for (let i = first; i < count; i++) {
    const [place, vertex, triangle] = table.subarray(i * 3) as unknown as [number, number, number];
    const lastVertex = table[i * 3 + 4] ?? exports.readVertices();
    const lastTriangle = table[i * 3 + 5] ?? exports.readTriangles();
    found.set(place, new ExtractedMesh(core, vertex, lastVertex - vertex, triangle, lastTriangle - triangle));
  }
  return found;
}

/** A mesh in the core as it was read, with vertex numbers of its own object. */
class ExtractedMesh implements ObjectMesh {
  readonly triangles: number;
  readonly #core: Core;
  readonly #vertex: number;
  readonly #vertices: number;
  readonly #triangle: number;
  #welded: Mesh | null = null;

  constructor(core: Core, vertex: number, vertices: number, triangle: number, triangles: number) {
    this.#core = core;
    this.#vertex = vertex;
    this.#vertices = vertices;
    this.#triangle = triangle;
    this.triangles = triangles;
    const highest = core.exports.highestIndex(triangle * 3, (triangle + triangles) * 3) >>> 0;
    // The other reader reports which vertex is missing.
    if (triangles > 0 && highest >= vertices) throw new NotPlain();
  }

  welded(): Mesh {
    const core = this.#core;
    this.#welded ??= weldMesh({
      positions: core.doubles(core.address(region.raw) + this.#vertex * 24, this.#vertices * 3),
      indices: this.#indices(),
    });
    return this.#welded;
  }

  #indices(): Uint32Array {
    return this.#core.words(this.#core.address(region.indices) + this.#triangle * 12, this.triangles * 3);
  }
}

/** Welds the only mesh in the core and moves it to its place in the build. */
async function place(core: Core, { transform }: Instance, progress: TaskProgress): Promise<void> {
  if (!(await weldIndexed(core, progress))) throw new NotPlain();
  if (transform === identity) return;
  const matrix = core.address(region.input);
  const columns = [0, 1, 2, 3].flatMap((column) => [0, 4, 8].map((row) => transform[row + column]!));
  core.doubles(matrix, 12).set(columns);
  core.exports.transform64(matrix, determinant(transform) < 0 ? 1 : 0);
  if (isOutOfBounds(core)) failOutOfBounds('3MF');
}

function isOutOfBounds(core: Core): boolean {
  core.exports.findBox(64);
  return core.doubles(core.exports.boxAddress(), 6).some((value) => !(Math.abs(value) <= largestCoordinate));
}
