/**
 * 3MF: a ZIP package whose build places objects, which are meshes or consist of other objects, perhaps in other
 * parts. Only what is built counts; supports and leftovers in the resources do not.
 */

import { ref } from '../../messages/messages.ts';
import type { LengthUnit } from '../../units/units.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { decodeText } from './decode-text.ts';
import { failDamaged, failNoTriangles, largestCoordinate } from './raw-mesh.ts';
import {
  type ModelObject,
  type ModelPart,
  type ObjectMesh,
  type Placement,
  readModelPart,
  type Transform,
} from './three-mf-part.ts';
import { XmlScanner } from './xml-scanner.ts';
import { ZipArchive } from './zip.ts';

const relationshipsPart = '_rels/.rels';
const modelRelationship = /\/3dmodel$/i;

/** Objects of these types help printing or do nothing; they are not part of the model. */
const uncountedTypes: ReadonlySet<string> = new Set(['support', 'solidsupport', 'other']);

/** Copies may expand a small file to this many triangles, or to four times what it contains. */
const mostExpanded = 4_000_000;
const mostPlacements = 200_000;
const deepestComponents = 32;

export async function read3mf(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<{ mesh: Mesh; unit: LengthUnit }> {
  const { instances, unit } = await readInstances(bytes, progress.part(0, 0.9), warnings, readPart);
  return { mesh: await joinInstances(instances, progress.part(0.9, 1)), unit };
}

/** Reads one model part of the package. */
export type ReadPart = (archive: ZipArchive, name: string, progress: TaskProgress) => Promise<ModelPart>;

const readPart: ReadPart = async (archive, name, progress) => {
  const bytes = await archive.read(name, progress.part(0, 0.4));
  return readModelPart(decodeText(bytes), progress.part(0.4, 1));
};

/** What the package builds, at least one object with triangles. @throws CodedError as `readModel` does */
export async function readInstances(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  read: ReadPart,
): Promise<{ instances: Instance[]; unit: LengthUnit }> {
  const archive = new ZipArchive(bytes);
  const root = await findModelName(archive, progress.part(0, 0.02), warnings);
  const parts = await readParts(archive, root, progress.part(0.02, 1), read);
  const main = parts.get(keyOf(root))!;
  if (!main.hasBuild) failDamaged(ref('geometry.noFaces', { format: '3MF' }));
  if (main.unprintableItems > 0) {
    warnings.push(ref('geometry.unprintableObjects', { count: main.unprintableItems }));
  }
  const instances = new Expansion(parts, keyOf(root)).expand(main.items);
  const hasBeams = [...parts.values()].some((part) => part.hasBeams);
  if (hasBeams) warnings.push(ref('geometry.beamsIgnored'));
  if (instances.length === 0) {
    failNoTriangles(hasBeams ? ref('geometry.onlyLattice') : ref('geometry.noFaces', { format: '3MF' }));
  }
  return { instances, unit: main.unit };
}

async function findModelName(
  archive: ZipArchive,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<string> {
  if (archive.has(relationshipsPart)) {
    const xml = new XmlScanner(decodeText(await archive.read(relationshipsPart, progress)));
    for (let event = xml.next(); event !== 'end'; event = xml.next()) {
      if (event !== 'open' || !xml.isNamed('Relationship')) continue;
      let [type, target] = ['', ''];
      while (xml.nextAttribute()) {
        if (xml.isAttribute('Type')) type = xml.value;
        else if (xml.isAttribute('Target')) target = decodePercent(xml.value);
      }
      if (modelRelationship.test(type) && archive.has(target)) return target;
    }
  }
  const found = archive.names.find((name) => /\.model$/i.test(name));
  if (found !== undefined) {
    warnings.push(ref('geometry.packageWithoutRoot', { file: found }));
    return found;
  }
  throw geometryError('file-unsupported', ref('geometry.packageWithoutModel'));
}

/** The main part and every part that it refers to. */
async function readParts(
  archive: ZipArchive,
  root: string,
  progress: TaskProgress,
  read: ReadPart,
): Promise<Map<string, ModelPart>> {
  const parts = new Map<string, ModelPart>();
  const wanted = [root];
  for (let name = wanted.shift(); name !== undefined; name = wanted.shift()) {
    if (parts.has(keyOf(name))) continue;
    const known = parts.size + wanted.length + 1;
    const own = progress.part(parts.size / known, (parts.size + 1) / known);
    const part = await read(archive, name, own);
    parts.set(keyOf(name), part);
    const placements = [...part.items, ...[...part.objects.values()].flatMap((object) => object.components)];
    for (const { path } of placements) {
      if (path !== null && !parts.has(keyOf(path))) wanted.push(decodePercent(path));
    }
  }
  return parts;
}

export interface Instance {
  readonly mesh: ObjectMesh;
  readonly transform: Transform | null;
}

/** Follows build items through components down to meshes. */
class Expansion {
  readonly #parts: ReadonlyMap<string, ModelPart>;
  readonly #root: string;
  readonly #instances: Instance[] = [];
  readonly #distinct = new Set<ObjectMesh>();
  readonly #path = new Set<ModelObject>();
  #placements = 0;
  #triangles = 0;

  constructor(parts: ReadonlyMap<string, ModelPart>, root: string) {
    this.#parts = parts;
    this.#root = root;
  }

  expand(items: readonly Placement[]): Instance[] {
    for (const item of items) this.#place(item, this.#root, null);
    let distinct = 0;
    for (const mesh of this.#distinct) distinct += mesh.triangles;
    if (this.#triangles > mostExpanded && this.#triangles > distinct * 4) failExpanded();
    return this.#instances;
  }

  #place({ objectId, path, transform }: Placement, partName: string, outer: Transform | null): void {
    if (++this.#placements > mostPlacements) failExpanded();
    const owner = path === null ? partName : keyOf(decodePercent(path));
    const object = this.#parts.get(owner)?.objects.get(objectId);
    if (object === undefined) failDamaged(ref('geometry.missingObject', { format: '3MF', object: objectId }));
    if (uncountedTypes.has(object.type)) return;
    if (this.#path.has(object) || this.#path.size >= deepestComponents) {
      failDamaged(ref('geometry.endlessNesting', { format: '3MF' }));
    }
    const combined = combine(transform, outer);
    if (object.mesh !== null && object.mesh.triangles > 0) {
      this.#instances.push({ mesh: object.mesh, transform: combined });
      this.#distinct.add(object.mesh);
      this.#triangles += object.mesh.triangles;
    }
    this.#path.add(object);
    for (const component of object.components) this.#place(component, owner, combined);
    this.#path.delete(object);
  }
}

/**
 * One mesh of all instances. Vertices are welded within an object but not between objects: objects that touch
 * stay separate parts, as the format intends.
 */
export async function joinInstances(given: readonly Instance[], progress: TaskProgress): Promise<Mesh> {
  const instances = given.map(({ mesh, transform }) => ({ mesh: mesh.welded(), transform }));
  let [vertexValues, indexValues] = [0, 0];
  for (const { mesh } of instances) {
    vertexValues += mesh.positions.length;
    indexValues += mesh.indices.length;
  }
  const isAlone = instances.length === 1 && instances[0]!.transform === null;
  if (isAlone) return instances[0]!.mesh;
  const positions = new Float64Array(vertexValues);
  const indices = new Uint32Array(indexValues);
  let [vertexAt, indexAt] = [0, 0];
  for (const { mesh, transform } of instances) {
    positions.set(mesh.positions, vertexAt);
    if (transform !== null) applyTransform(positions, vertexAt, mesh.positions.length, transform);
    const first = vertexAt / 3;
    // A mirrored object would otherwise be inside out.
    const isMirrored = transform !== null && determinant(transform) < 0;
    for (let i = 0; i < mesh.indices.length; i += 3) {
      indices[indexAt + i] = mesh.indices[i]! + first;
      indices[indexAt + i + 1] = mesh.indices[i + (isMirrored ? 2 : 1)]! + first;
      indices[indexAt + i + 2] = mesh.indices[i + (isMirrored ? 1 : 2)]! + first;
    }
    vertexAt += mesh.positions.length;
    indexAt += mesh.indices.length;
    await progress.step(indexAt / indexValues);
  }
  if (positions.some((value) => !(Math.abs(value) <= largestCoordinate))) failOutOfBounds();
  return { positions, indices };
}

function applyTransform(positions: Float64Array, start: number, length: number, m: Transform): void {
  const [a, b, c, d, e, f, g, h, i, tx, ty, tz] = m as Transform & { length: 12 };
  for (let at = start; at < start + length; at += 3) {
    const x = positions[at]!;
    const y = positions[at + 1]!;
    const z = positions[at + 2]!;
    positions[at] = x * a! + y * d! + z * g! + tx!;
    positions[at + 1] = x * b! + y * e! + z * h! + ty!;
    positions[at + 2] = x * c! + y * f! + z * i! + tz!;
  }
}

/** First `inner`, then `outer`. */
function combine(inner: Transform | null, outer: Transform | null): Transform | null {
  if (inner === null || outer === null) return inner ?? outer;
  const product: number[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = row === 3 ? outer[9 + column]! : 0;
      for (let k = 0; k < 3; k++) sum += inner[row * 3 + k]! * outer[k * 3 + column]!;
      product.push(sum);
    }
  }
  return product;
}

export const failOutOfBounds = (): never => failDamaged(ref('geometry.outOfBounds', { format: '3MF' }));

export function determinant(m: Transform): number {
  const [a, b, c, d, e, f, g, h, i] = m as Transform & { length: 12 };
  return a! * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!);
}

const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

/** Part names in XML may be percent-encoded; in the archive they are not. */
const decodePercent = (name: string): string =>
  name.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

function failExpanded(): never {
  throw geometryError('file-too-large', ref('geometry.tooManyCopies', { format: '3MF' }));
}
