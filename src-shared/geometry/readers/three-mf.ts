/**
 * 3MF: a ZIP package whose build places objects, which are meshes or consist of other objects, perhaps in
 * other parts. Only what is built counts; supports and leftovers in the resources do not, and neither do the
 * volumes that slicers mark as modifiers. Their negative volumes are cut out.
 */

import { ref } from '../../messages/messages.ts';
import type { LengthUnit } from '../../units/units.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { pickColours, type Texture } from '../mesh/colours.ts';
import { joinMeshes } from '../mesh/join-meshes.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { withColoursOf } from '../mesh/transfer-colours.ts';
import { weldMesh } from '../mesh/weld.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { cutParts } from './cut-parts.ts';
import { decodeText } from './decode-text.ts';
import { asTexture } from './palette.ts';
import { failDamaged, failNoTriangles } from './raw-mesh.ts';
import { identity, type Matrix, multiply, placedMesh } from './scene-mesh.ts';
import { isPaintedBySlicer } from './slicer-colours.ts';
import { SlicerParts, type VolumeRole } from './slicer-parts.ts';
import {
  failExtension,
  type ModelObject,
  type ModelPart,
  type ObjectMesh,
  type PlacedObject,
  readModelPart,
} from './three-mf-part.ts';
import { type ObjectSettings, readSlicerSettings, type SlicerSettings } from './three-mf-settings.ts';
import { XmlScanner } from './xml-scanner.ts';
import { ZipArchive } from './zip.ts';

/** Where XML begins, nothing is packed. */
const lessThan = 60;

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
  const bytes = decodeText(await archive.read(name, progress.part(0, 0.4)));
  const part = await readModelPart(bytes, progress.part(0.4, 1));
  part.isPaintedBySlicer = isPaintedBySlicer(bytes);
  return part;
};

/**
 * The objects that the package builds, at least one with triangles. @throws CodedError as `readModel` does
 */
export async function readInstances(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  read: ReadPart,
): Promise<{ instances: Instance[]; unit: LengthUnit }> {
  if (bytes[0] === lessThan) failDamaged(ref('geometry.notArchive'));
  const archive = new ZipArchive(bytes);
  const root = await findModelName(archive, progress.part(0, 0.02), warnings);
  const parts = await readParts(archive, root, progress.part(0.02, 1), read);
  const main = parts.get(keyOf(root))!;
  if (main.items.length + main.unprintableItems === 0 && main.objects.size > 0)
    throw geometryError('file-no-triangles', ref('geometry.nothingPlaced'));
  if (!main.hasBuild) failDamaged(ref('geometry.noFaces', { format: '3MF' }));
  if (main.unprintableItems > 0) {
    warnings.push(ref('geometry.unprintableObjects', { count: main.unprintableItems }));
  }
  await readTextures(archive, parts.values(), warnings);
  const settings = await readSlicerSettings(archive, progress.part(1, 1));
  const expansion = new Expansion(parts, keyOf(root), settings);
  const volumes = expansion.expand(main.items);
  const instances = await solidsOf(volumes, progress.part(1, 1), warnings);
  warnings.push(...expansion.slicerParts.remarks());
  const hasBeams = [...parts.values()].some((part) => part.hasBeams);
  if (hasBeams) warnings.push(ref('geometry.beamsIgnored'));
  const repeated = [...parts.values()].flatMap((part) => [...part.repeatedIds]);
  if (repeated.length > 0)
    warnings.push(ref('geometry.repeatedIds', { ids: repeated.slice(0, 5).join(', ') }));
  if (settings.filaments > 1 || [...parts.values()].some((part) => part.isPaintedBySlicer))
    warnings.push(ref('geometry.slicerColours'));
  if (settings.plates > 1) warnings.push(ref('geometry.severalPlates', { count: settings.plates }));
  const isSliced = archive.names.some((name) => /\.gcode$/i.test(name));
  if (instances.length === 0) {
    if (isSliced) failNoTriangles(ref('geometry.onlySliced'));
    if (volumes.length + expansion.slicerParts.leftOut + main.unprintableItems > 0) {
      throw geometryError('file-no-triangles', ref('geometry.nothingPrinted'));
    }
    failNoTriangles(hasBeams ? ref('geometry.onlyLattice') : ref('geometry.noFaces', { format: '3MF' }));
  }
  if (isSliced) warnings.push(ref('geometry.slicedToo'));
  return { instances, unit: main.unit };
}

/** Reads the pictures that the parts name, each once. */
async function readTextures(
  archive: ZipArchive,
  parts: Iterable<ModelPart>,
  warnings: GeometryText[],
): Promise<void> {
  const known = new Map<string, Texture | null>();
  for (const { paint } of parts) {
    for (const [number, path] of paint.texturePaths.entries()) {
      const name = decodePercent(path);
      const key = keyOf(name);
      let texture = known.get(key);
      if (texture === undefined) {
        texture = archive.has(name) ? asTexture(await archive.read(name, new TaskProgress({}))) : null;
        if (texture === null) warnings.push(ref('geometry.textureMissing', { file: name.slice(0, 60) }));
        known.set(key, texture);
      }
      if (texture !== null) paint.palette.setTexture(number, texture);
    }
  }
}

/**
 * What each object encloses: all of its parts together, however they overlap (3MF Core Specification 1.3,
 * 4.1.1, positive fill rule), without its negative volumes.
 */
async function solidsOf(
  placed: readonly PlacedVolume[],
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Instance[]> {
  const groups = new Map<number, PlacedVolume[]>();
  for (const volume of placed) groups.set(volume.group, [...(groups.get(volume.group) ?? []), volume]);
  const instances: Instance[] = [];
  let united = 0;
  for (const volumes of groups.values()) {
    const [parts, negatives] = [volumes.filter(isPart), volumes.filter((volume) => !isPart(volume))];
    const isSeveral = parts.length > 1 || parts.some((part) => part.isSeveral);
    if (negatives.length === 0 && !isSeveral) {
      instances.push(...parts);
      continue;
    }
    const inPlace = (some: readonly Instance[]): Promise<Mesh[]> =>
      Promise.all(some.map((volume) => joinInstances([volume], progress)));
    const whole = await inPlace(parts);
    const given = joinMeshes(whole);
    let solid: Mesh | null = null;
    if (negatives.length > 0) solid = await cutParts(whole, await inPlace(negatives), '3MF');
    else {
      const { uniteParts } = await import('./unite-parts.ts');
      const found = await uniteParts(given, progress);
      united += found?.parts ?? 0;
      solid = found?.mesh ?? null;
    }
    if (solid === null) instances.push(...parts);
    else if (solid.indices.length > 0) {
      const made = await withColoursOf(given, solid, progress);
      const mesh = { triangles: made.indices.length / 3, welded: () => made };
      instances.push({ mesh, transform: identity });
    }
  }
  if (united > 0) warnings.push(ref('geometry.partsUnited', { count: united }));
  return instances;
}

const isPart = ({ role }: PlacedVolume): boolean => role === 'part';

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
  readonly transform: Matrix;
}

interface PlacedVolume extends Instance {
  readonly role: 'part' | 'negative';
  /** The mesh has several parts. */
  readonly isSeveral: boolean;
  /** The same for all volumes of one placed object. */
  readonly group: number;
}

/** The state of following components down to an object. */
interface Context {
  readonly partName: string;
  readonly transform: Matrix;
  readonly role: VolumeRole;
  readonly group: number;
}

/** Follows build items through components down to meshes. */
class Expansion {
  readonly #parts: ReadonlyMap<string, ModelPart>;
  readonly #root: string;
  readonly #settings: SlicerSettings;
  readonly #volumes: PlacedVolume[] = [];
  readonly slicerParts = new SlicerParts();
  /** Settings whose types were noted: a copy has none of its own. */
  readonly #noted = new Set<ObjectSettings>();
  readonly #distinct = new Set<ObjectMesh>();
  readonly #path = new Set<ModelObject>();
  #placements = 0;
  #triangles = 0;

  constructor(parts: ReadonlyMap<string, ModelPart>, root: string, settings: SlicerSettings) {
    this.#parts = parts;
    this.#root = root;
    this.#settings = settings;
  }

  expand(items: readonly PlacedObject[]): PlacedVolume[] {
    for (const [group, item] of items.entries()) {
      this.#place(item, { partName: this.#root, transform: identity, role: 'part', group });
    }
    let distinct = 0;
    for (const mesh of this.#distinct) distinct += mesh.triangles;
    if (this.#triangles > mostExpanded && this.#triangles > distinct * 4) failExpanded();
    return this.#volumes;
  }

  #place({ objectId, path, transform, role: itemRole }: PlacedObject, given: Context): void {
    if (++this.#placements > mostPlacements) failExpanded();
    const owner = path === null ? given.partName : keyOf(decodePercent(path));
    const object = this.#parts.get(owner)?.objects.get(objectId);
    if (object === undefined) failDamaged(ref('geometry.missingObject', { format: '3MF', object: objectId }));
    const role = [itemRole, object.role].find((own) => own !== 'part') ?? given.role;
    const context = { ...given, role };
    if (uncountedTypes.has(object.type)) {
      this.slicerParts.count('support');
      return;
    }
    if (object.extension !== null) failExtension(object.extension);
    if (this.#path.has(object)) failDamaged(ref('geometry.endlessNesting', { format: '3MF' }));
    if (this.#path.size >= deepestComponents) failDamaged(ref('geometry.nestedTooDeeply', { format: '3MF' }));
    const combined = multiply(context.transform, transform);
    const own = owner === this.#root ? this.#settings.objects.get(objectId) : undefined;
    if (own !== undefined) this.#noteTypes(own);
    if (object.mesh !== null && object.mesh.triangles > 0) {
      this.#placeMesh(object.mesh, own, { ...context, transform: combined });
    }
    this.#path.add(object);
    for (const component of object.components) {
      // Settings name only what the object itself consists of: further down, ids are those of other files.
      const componentRole = own?.parts.get(component.objectId) ?? role;
      this.#place(component, { ...context, partName: owner, transform: combined, role: componentRole });
    }
    this.#path.delete(object);
  }

  #noteTypes(settings: ObjectSettings): void {
    if (this.#noted.has(settings)) return;
    this.#noted.add(settings);
    for (const type of settings.types) this.slicerParts.noteType(type);
  }

  #placeMesh(
    mesh: ObjectMesh,
    { volumes, partVolumes }: Pick<ObjectSettings, 'volumes' | 'partVolumes'> = unset,
    { role, transform, group }: Context,
  ): void {
    const isIn = (face: number, { first, last }: { first: number; last: number }): boolean =>
      face >= first && face <= last;
    this.#placeVolume(
      volumes.length === 0 ? mesh : partOf(mesh, (face) => !volumes.some((volume) => isIn(face, volume))),
      { role, transform, group },
      partVolumes > 1,
    );
    for (const volume of volumes) {
      const own = volume.role === 'negative' ? partOf(mesh, (face) => isIn(face, volume)) : mesh;
      this.#placeVolume(own, { role: volume.role, transform, group });
    }
  }

  #placeVolume(
    mesh: ObjectMesh,
    { role, transform, group }: Pick<Context, 'role' | 'transform' | 'group'>,
    isSeveral = false,
  ): void {
    if (role === 'modifier' || role === 'support') this.slicerParts.count(role);
    else if (mesh.triangles > 0) {
      this.slicerParts.count(role);
      this.#volumes.push({ mesh, transform, role, group, isSeveral });
      this.#distinct.add(mesh);
      this.#triangles += mesh.triangles;
    }
  }
}

const unset = { volumes: [], partVolumes: 0 };

/** Some triangles of a mesh, as a mesh of their own. */
function partOf(mesh: ObjectMesh, isIncluded: (face: number) => boolean): ObjectMesh {
  const { positions, indices, colours } = mesh.welded();
  const included = indices.filter((_, i) => isIncluded(Math.floor(i / 3)));
  const faces = Uint32Array.from({ length: indices.length / 3 }, (_, face) => face).filter(isIncluded);
  const part = weldMesh({
    positions,
    indices: included,
    ...(colours && { colours: pickColours(colours, faces) }),
  });
  return { triangles: included.length / 3, welded: () => part };
}

/**
 * One mesh of all instances. Vertices are welded within an object but not between objects: objects that touch
 * stay separate parts, as the format intends.
 */
export async function joinInstances(given: readonly Instance[], progress: TaskProgress): Promise<Mesh> {
  const placed: Mesh[] = [];
  for (const { mesh, transform } of given) {
    placed.push(placedMesh(mesh.welded(), transform, '3MF'));
    await progress.step(placed.length / given.length);
  }
  return joinMeshes(placed);
}

const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

/** Part names in XML may be percent-encoded; in the archive they are not. */
const decodePercent = (name: string): string =>
  name.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

function failExpanded(): never {
  throw geometryError('file-too-large', ref('geometry.tooManyCopies', { format: '3MF' }));
}
