/**
 * One model part of a 3MF package: its unit, its objects with meshes or components, and its build. Reads only
 * the XML; `three-mf.ts` combines parts. (3MF Core Specification 1.3, Production Extension 1.1)
 */

import { ref } from '../../messages/messages.ts';
import type { LengthUnit } from '../../units/units.ts';
import { geometryError } from '../geometry-text.ts';
import { GrowingIndices, GrowingNumbers } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { textOf } from './byte-scanner.ts';
import { hasDecimalCommas } from './decimal-commas.ts';
import { failDamaged, largestCoordinate } from './raw-mesh.ts';
import { identity, type Matrix } from './scene-mesh.ts';
import type { VolumeRole } from './slicer-parts.ts';
import { type PaintKind, paintKinds, ThreeMfPaint } from './three-mf-paint.ts';
import { roleOfCura } from './three-mf-settings.ts';
import { XmlScanner } from './xml-scanner.ts';

export interface PlacedObject {
  readonly objectId: string;
  /** The part that contains the object (production extension); null for the same part. */
  readonly path: string | null;
  readonly transform: Matrix;
  /** Its role according to Cura; `part` if Cura says nothing. */
  role: VolumeRole;
}

export interface ModelObject {
  readonly type: string;
  /** Null if the object only has components. */
  mesh: ObjectMesh | null;
  readonly components: PlacedObject[];
  /** The extension that describes its shape in another way; without that, it must not be printed. */
  extension: string | null;
  /** Its role according to Cura; `part` if Cura says nothing. */
  role: VolumeRole;
}

/** The mesh of an object. The fast core (core/three-mf.ts) makes it only on request. */
export interface ObjectMesh {
  readonly triangles: number;
  welded(): Mesh;
}

/** Meshes taken out of the XML before, by the position behind their `<vertices>` tag, if there are any. */
export type ExtractedMeshes = (place: number) => ObjectMesh | undefined;

export interface ModelPart {
  unit: LengthUnit;
  readonly objects: Map<string, ModelObject>;
  readonly items: PlacedObject[];
  hasBuild: boolean;
  hasBeams: boolean;
  /** Build items that are marked as not to be printed. */
  unprintableItems: number;
  readonly paint: ThreeMfPaint;
  /** Faces have colours that only slicers know. */
  isPaintedBySlicer: boolean;
  /** Ids of objects that another object had before; none of them is certain. */
  readonly repeatedIds: Set<string>;
}

const blockBytes = 1 << 20;

const units: Readonly<Record<string, LengthUnit>> = {
  micron: 'um',
  millimeter: 'mm',
  centimeter: 'cm',
  meter: 'm',
  inch: 'in',
  foot: 'ft',
};

/**
 * Extensions that a file may require, because what they add does not change the triangles or is recognised:
 * materials, production, slices, triangle sets, and beams (which get a warning).
 */
const knownExtensions = /\/3dmanufacturing\/(core|material|production|slice|trianglesets|beamlattice)\//i;

/** Elements of objects with which extensions describe a shape: operations, displacements and formulas. */
const otherShapes = ['booleanshape', 'displacementmesh', 'levelset'];

type Kind =
  | 'model'
  | 'resources'
  | 'object'
  | 'mesh'
  | 'vertices'
  | 'triangles'
  | 'components'
  | 'build'
  | 'item'
  | 'metadatagroup'
  | 'metadata'
  | 'settings'
  | 'setting'
  | PaintKind
  | 'other';

/** The elements that count, by the element around them; everything else is skipped with its content. */
const children: Readonly<Record<Kind, readonly Kind[]>> = {
  model: ['resources', 'build'],
  resources: ['object', ...paintKinds],
  object: ['mesh', 'components', 'metadatagroup', 'settings'],
  mesh: ['vertices', 'triangles'],
  vertices: [],
  triangles: [],
  components: [],
  build: ['item'],
  item: ['metadatagroup'],
  // How Cura describes objects: as the standard wants it, and as old versions did.
  metadatagroup: ['metadata'],
  metadata: [],
  settings: ['setting'],
  setting: [],
  basematerials: [],
  colorgroup: [],
  texture2d: [],
  texture2dgroup: [],
  compositematerials: [],
  multiproperties: [],
  other: [],
};

const isPaint = (kind: Kind | undefined): kind is PaintKind => paintKinds.includes(kind as PaintKind);

/** Real files are never nested more deeply. */
const deepest = 256;

export async function readModelPart(
  bytes: Uint8Array,
  progress: TaskProgress,
  extracted: ExtractedMeshes = () => undefined,
): Promise<ModelPart> {
  const reader = new PartReader(bytes, extracted);
  while (!reader.isDone) {
    reader.readBlock();
    await progress.step(reader.fraction);
  }
  return reader.part;
}

class PartReader {
  readonly part: ModelPart = {
    unit: 'mm',
    objects: new Map(),
    items: [],
    hasBuild: false,
    hasBeams: false,
    unprintableItems: 0,
    paint: new ThreeMfPaint(),
    isPaintedBySlicer: false,
    repeatedIds: new Set(),
  };
  isDone = false;
  readonly #xml: XmlScanner;
  readonly #open: Kind[] = [];
  #object: ModelObject | null = null;
  #item: PlacedObject | null = null;
  #settingName = '';
  #vertices = new GrowingNumbers();
  #triangles = new GrowingIndices();
  /** The palette's number for each corner of each triangle. */
  readonly #paints = new GrowingIndices();
  /** Group and member with which the current object is painted where its triangles name none. */
  #usual: readonly [group: string, member: number] = ['', 0];

  readonly #extracted: ExtractedMeshes;
  #extractedMesh: ObjectMesh | undefined;

  constructor(bytes: Uint8Array, extracted: ExtractedMeshes) {
    this.#xml = new XmlScanner(bytes);
    this.#extracted = extracted;
  }

  get fraction(): number {
    return this.#xml.at / this.#xml.bytes.length;
  }

  readBlock(): void {
    const xml = this.#xml;
    const stop = xml.at + blockBytes;
    while (xml.at < stop) {
      const event = xml.next();
      if (event === 'open') this.#enter();
      else if (event === 'close') this.#leave();
      else {
        if (this.#open.length > 0 || !this.#hasRoot) failDamaged(ref('geometry.xmlIncomplete'));
        this.isDone = true;
        return;
      }
    }
  }

  #hasRoot = false;

  #enter(): void {
    const xml = this.#xml;
    const parent = this.#open.at(-1);
    const kind = this.#kindOf(parent);
    if (parent === 'vertices') this.#readVertex();
    else if (parent === 'triangles') this.#readTriangle();
    else if (parent === 'components' && xml.isNamed('component'))
      this.#object?.components.push(this.#readPlacement());
    else if (kind === 'item') this.#readItem();
    else if (kind === 'metadata' || kind === 'setting') this.#readSettingName();
    else if (parent === 'mesh' && xml.isNamed('beamlattice')) this.part.hasBeams = true;
    else if (parent === 'object' && kind === 'other') this.#readOtherShape();
    else if (kind === 'model') this.#readRoot();
    else if (kind === 'object') this.#readObject();
    else if (kind === 'build') this.part.hasBuild = true;
    else if (isPaint(kind)) this.part.paint.open(kind, xml);
    else if (isPaint(parent)) this.part.paint.member(xml);
    while (xml.nextAttribute());
    if (kind === 'mesh') {
      this.#vertices.length = 0;
      this.#triangles.length = 0;
      this.#paints.length = 0;
      this.#extractedMesh = undefined;
    } else if (kind === 'vertices') this.#extractedMesh = this.#extracted(xml.at);
    if (this.#open.length >= deepest) failDamaged(ref('geometry.xmlTooDeep'));
    this.#open.push(kind);
    if (xml.isSelfClosing) this.#leave();
  }

  #leave(): void {
    const kind = this.#open.pop();
    if (kind === undefined) failDamaged(ref('geometry.xmlUnbalanced'));
    if (kind === 'mesh') this.#finishMesh();
    if (kind === 'object') this.#object = null;
    if (kind === 'item') this.#item = null;
    if (kind === 'metadata' || kind === 'setting') this.#endSetting();
  }

  #kindOf(parent: Kind | undefined): Kind {
    const xml = this.#xml;
    if (parent === undefined) {
      if (this.#hasRoot || !xml.isNamed('model')) failDamaged(ref('geometry.invalidFile', { format: '3MF' }));
      this.#hasRoot = true;
      return 'model';
    }
    return children[parent].find((kind) => xml.isNamed(kind)) ?? 'other';
  }

  #readRoot(): void {
    const xml = this.#xml;
    const namespaces = new Map<string, string>();
    let required: string[] = [];
    while (xml.nextAttribute()) {
      const name = xml.attributeName;
      if (name.startsWith('xmlns:')) namespaces.set(name.slice(6), xml.value);
      else if (name === 'requiredextensions') required = xml.value.split(/\s+/).filter(Boolean);
      else if (name === 'unit') {
        const unit = units[xml.value.toLowerCase()];
        if (unit === undefined) failDamaged(ref('geometry.unknownUnit', { format: '3MF' }));
        else this.part.unit = unit;
      }
    }
    for (const prefix of required) {
      const extension = namespaces.get(prefix) ?? prefix;
      if (!knownExtensions.test(extension)) failExtension(extension);
    }
  }

  #readObject(): void {
    const xml = this.#xml;
    let [id, type, group, member] = ['', 'model', '', 0];
    let extension: string | null = null;
    while (xml.nextAttribute()) {
      if (xml.isAttribute('id')) id = xml.value;
      else if (xml.isAttribute('type')) type = xml.value;
      // Its slices are what is printed; the mesh is a coarse picture of them.
      else if (xml.isAttribute('meshresolution') && xml.value === 'lowres') extension = 'slice';
      else if (xml.isAttribute('pid')) group = xml.value;
      else if (xml.isAttribute('pindex')) member = Number(xml.value);
    }
    this.#usual = [group, member];
    this.#object = { type, mesh: null, components: [], extension, role: 'part' };
    if (this.part.objects.has(id)) this.part.repeatedIds.add(id);
    this.part.objects.set(id, this.#object);
  }

  #readOtherShape(): void {
    const name = otherShapes.find((shape) => this.#xml.isNamed(shape));
    if (name !== undefined && this.#object !== null) this.#object.extension = name;
  }

  #readItem(): void {
    const placement = this.#readPlacement();
    this.#item = placement;
    if (placement.isPrintable) this.part.items.push(placement);
    else this.part.unprintableItems++;
  }

  #readSettingName(): void {
    const xml = this.#xml;
    this.#settingName = '';
    while (xml.nextAttribute()) {
      if (xml.isAttribute('name') || xml.isAttribute('key')) this.#settingName = xml.value;
    }
  }

  /** Ends a setting of the open object or build item. */
  #endSetting(): void {
    const { bytes, textStart, textEnd } = this.#xml;
    const role = roleOfCura(this.#settingName, textOf(bytes, textStart, textEnd));
    const owner = this.#item ?? this.#object;
    if (role !== null && owner !== null) owner.role = role;
  }

  #readPlacement(): PlacedObject & { isPrintable: boolean } {
    const xml = this.#xml;
    let objectId = '';
    let path: string | null = null;
    let transform = identity;
    let isPrintable = true;
    while (xml.nextAttribute()) {
      if (xml.isAttribute('objectid')) objectId = xml.value;
      else if (xml.isAttribute('path')) path = xml.value;
      else if (xml.isAttribute('transform')) transform = parseTransform(xml.value);
      // Slicers write this for parts that are on the plate but switched off.
      else if (xml.isAttribute('printable')) isPrintable = xml.value !== '0' && xml.value !== 'false';
    }
    return { objectId, path, transform, isPrintable, role: 'part' };
  }

  #readVertex(): void {
    const xml = this.#xml;
    if (!xml.isNamed('vertex')) return;
    let [x, y, z] = [Number.NaN, Number.NaN, Number.NaN];
    while (xml.nextAttribute()) {
      if (xml.attributeEnd - xml.attributeStart !== 1) continue;
      const name = xml.bytes[xml.attributeStart];
      if (name === 120) x = xml.numberValue;
      else if (name === 121) y = xml.numberValue;
      else if (name === 122) z = xml.numberValue;
    }
    const reach = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (!(reach <= largestCoordinate)) {
      failDamaged(
        hasDecimalCommas(xml.bytes, '3mf')
          ? ref('geometry.decimalCommas')
          : ref('geometry.invalidNumbers', { format: '3MF' }),
      );
    }
    this.#vertices.push3(x, y, z);
  }

  #readTriangle(): void {
    const xml = this.#xml;
    if (!xml.isNamed('triangle')) return;
    let [a, b, c] = [-1, -1, -1];
    let group: string | null = null;
    let [p1, p2, p3] = [-1, -1, -1];
    while (xml.nextAttribute()) {
      const start = xml.attributeStart;
      if (this.#isPainted && xml.isAttribute('pid')) group = xml.value;
      else if (this.#isPainted && xml.isAttribute('p1')) p1 = xml.indexValue;
      else if (this.#isPainted && xml.isAttribute('p2')) p2 = xml.indexValue;
      else if (this.#isPainted && xml.isAttribute('p3')) p3 = xml.indexValue;
      if (xml.attributeEnd - start !== 2 || xml.bytes[start] !== 118) continue;
      const number = xml.bytes[start + 1];
      if (number === 49) a = xml.indexValue;
      else if (number === 50) b = xml.indexValue;
      else if (number === 51) c = xml.indexValue;
    }
    if (a < 0 || b < 0 || c < 0) failDamaged(ref('geometry.faceWithoutVertices', { format: '3MF' }));
    this.#triangles.push3(a, b, c);
    if (this.#isPainted) this.#paint(group, p1, p2, p3);
  }

  /** Resources come before the objects that use them. */
  get #isPainted(): boolean {
    return !this.part.paint.isEmpty;
  }

  #paint(group: string | null, first: number, second: number, third: number): void {
    const { paint } = this.part;
    const [usualGroup, usualMember] = this.#usual;
    if (first < 0) {
      const usual = paint.numberOf(group ?? usualGroup, group === null ? usualMember : 0);
      this.#paints.push3(usual, usual, usual);
      return;
    }
    const number = (member: number): number =>
      paint.numberOf(group ?? usualGroup, member < 0 ? first : member);
    this.#paints.push3(number(first), number(second), number(third));
  }

  #finishMesh(): void {
    if (this.#object === null) return;
    if (this.#extractedMesh !== undefined) {
      this.#object.mesh = this.#extractedMesh;
      return;
    }
    const positions = this.#vertices.values.subarray(0, this.#vertices.length);
    const indices = this.#triangles.values.subarray(0, this.#triangles.length);
    const vertices = positions.length / 3;
    for (let i = 0; i < indices.length; i++) {
      if (indices[i]! >= vertices) {
        failDamaged(ref('geometry.missingVertex', { vertices }));
      }
    }
    const mesh = weldMesh({ positions, indices });
    const paints = this.#isPainted ? this.#paints.values.slice(0, this.#paints.length) : null;
    const { palette } = this.part.paint;
    // Textures are read after the XML.
    let painted: Mesh | null = paints === null ? mesh : null;
    const welded = (): Mesh => {
      painted ??= { ...mesh, ...palette.coloursOf(paints!) };
      return painted;
    };
    this.#object.mesh = { triangles: indices.length / 3, welded };
  }
}

/** A file has the columns of the matrix one after another. */
function parseTransform(text: string): Matrix {
  const numbers = text.trim().split(/\s+/).map(Number);
  if (numbers.length !== 12 || !numbers.every((value) => Math.abs(value) <= largestCoordinate)) {
    failDamaged(ref('geometry.invalidTransform', { format: '3MF' }));
  }
  return [0, 1, 2].flatMap((axis) => [0, 3, 6, 9].map((column) => numbers[column + axis]!));
}

export function failExtension(extension: string): never {
  const name = /\/3dmanufacturing\/([a-z]+)\//i.exec(extension)?.[1] ?? extension;
  throw geometryError(
    'file-unsupported',
    ref('geometry.unknownExtension', { format: '3MF', extension: name }),
  );
}
