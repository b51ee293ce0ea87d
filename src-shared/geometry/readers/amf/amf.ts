/**
 * AMF (ISO/ASTM 52915): objects with vertices and volumes of triangles, perhaps curved. The files beside this
 * one decide which volumes count, what paints them and where the objects are. Text only: `archive-model.ts`
 * decompresses the zipped form.
 */

import { ref } from '../../../messages/messages.ts';
import type { LengthUnit } from '../../../units/units.ts';
import type { GeometryText } from '../../geometry-text.ts';
import { GrowingIndices, GrowingNumbers } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { ByteScanner, isBlank, textOf } from '../byte-scanner.ts';
import { cutCurves, directedKey } from '../curve-triangles.ts';
import { failDamaged, failNoTriangles, finishMesh } from '../raw-mesh.ts';
import { XmlScanner } from '../xml-scanner.ts';
import { AmfConstellations } from './constellations.ts';
import { AmfPaint } from './paint.ts';
import { AmfVolumes } from './volumes.ts';

const blockBytes = 1 << 20;

const units: Readonly<Record<string, LengthUnit>> = {
  millimeter: 'mm',
  millimetre: 'mm',
  mm: 'mm',
  inch: 'in',
  in: 'in',
  feet: 'ft',
  foot: 'ft',
  meter: 'm',
  metre: 'm',
  micron: 'um',
  micrometer: 'um',
};

const unread = ref('geometry.coloursUnread');

/** Real files are never nested more deeply. */
const deepest = 256;

export async function readAmf(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<{ mesh: Mesh; unit: LengthUnit }> {
  const reader = new AmfReader(bytes, warnings);
  while (!reader.isDone) {
    reader.readBlock();
    await progress.step(0.85 * reader.fraction);
  }
  if (reader.isCurved) warnings.push(ref('geometry.curvesCut'));
  const { objects, paint, volumes, constellations } = reader;
  paint.paintObjects(objects);
  await volumes.cutOut(objects, progress.part(0.85, 0.85));
  const scene = constellations.place(objects);
  if (scene.isEmpty) failNoTriangles(ref('geometry.noTriangles', { format: 'AMF' }));
  return { mesh: await scene.finish(progress.part(0.85, 1)), unit: reader.unit };
}

const numberNames = [
  ...['x', 'y', 'z', 'v1', 'v2', 'v3', 'deltax', 'deltay', 'deltaz', 'rx', 'ry', 'rz'],
  ...['nx', 'ny', 'nz', 'dx1', 'dy1', 'dz1', 'dx2', 'dy2', 'dz2', 'r', 'g', 'b'],
];

const firstColour = numberNames.indexOf('r');
const firstOfInstance = numberNames.indexOf('deltax');

/** A direction with a missing component counts as none. */
const isComplete = (vector: readonly number[]): boolean =>
  vector.every(Number.isFinite) && vector.some((value) => value !== 0);

class AmfReader {
  unit: LengthUnit = 'mm';
  isDone = false;
  isCurved = false;
  /** By their ids. */
  readonly objects = new Map<string, Mesh>();
  readonly paint = new AmfPaint();
  readonly volumes: AmfVolumes;
  readonly constellations = new AmfConstellations();
  readonly #xml: XmlScanner;
  readonly #numbers: ByteScanner;
  readonly #warnings: GeometryText[];
  readonly #open: string[] = [];
  readonly #point: [number, number, number] = [0, 0, 0];
  readonly #corners: [number, number, number] = [0, 0, 0];
  /** The normal of the current vertex; below, the tangents of the current edge at both ends. */
  readonly #normal: [number, number, number] = [0, 0, 0];
  readonly #tangents: [[number, number, number], [number, number, number]] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  readonly #normals = new Map<number, readonly [number, number, number]>();
  readonly #edges = new Map<
    number,
    readonly [readonly [number, number, number], readonly [number, number, number]]
  >();
  #vertices = new GrowingNumbers();
  #triangles = new GrowingIndices();
  #objectId = '';
  #hasRoot = false;
  #metadataType = '';

  constructor(bytes: Uint8Array, warnings: GeometryText[]) {
    this.#xml = new XmlScanner(bytes, { allowsDocumentType: true });
    this.#numbers = new ByteScanner(bytes);
    this.#warnings = warnings;
    this.volumes = new AmfVolumes(warnings);
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

  #enter(): void {
    const xml = this.#xml;
    const parent = this.#open.at(-1);
    const name = this.#nameOf(parent);
    if (parent === undefined) this.#hasRoot = true;
    if (name === 'amf') this.#readRoot();
    else if (name === 'object') this.#beginObject(this.#readAttribute('id'));
    else if (name === 'volume') this.#beginVolume();
    else if (name === 'metadata') this.#metadataType = this.#readAttribute('type');
    else if (name === 'material') this.paint.beginMaterial(this.#readAttribute('id'));
    else if (name === 'color') this.paint.beginColour();
    else if (name === 'texmap' && !this.#warnings.includes(unread)) this.#warnings.push(unread);
    else if (name === 'vertex') {
      this.#point.fill(Number.NaN);
      this.#normal.fill(Number.NaN);
    } else if (name === 'triangle' || name === 'edge') {
      this.#corners.fill(-1);
      for (const tangent of this.#tangents) tangent.fill(Number.NaN);
    } else if (name === 'constellation') this.constellations.begin(this.#readAttribute('id'));
    else if (name === 'instance') this.constellations.beginInstance(this.#readAttribute('objectid'));
    while (xml.nextAttribute());
    if (this.#open.length >= deepest) failDamaged(ref('geometry.xmlTooDeep'));
    this.#open.push(name);
    if (xml.isSelfClosing) this.#leave();
  }

  /** The element's name if it counts inside its parent, otherwise a name without meaning. */
  #nameOf(parent: string | undefined): string {
    const xml = this.#xml;
    const found = (children[parent ?? ''] ?? []).find((name) => xml.isNamed(name)) ?? '-';
    if (parent === undefined && (found === '-' || this.#hasRoot)) {
      failDamaged(ref('geometry.invalidFile', { format: 'AMF' }));
    }
    return found;
  }

  #leave(): void {
    const name = this.#open.pop();
    if (name === undefined) failDamaged(ref('geometry.xmlUnbalanced'));
    if (name === 'color') this.paint.endColour(this.#open.at(-1) ?? '');
    else if (name === 'vertex') this.#endVertex();
    else if (name === 'edge') this.#endEdge();
    else if (name === 'metadata') this.#endMetadata();
    else if (name === 'volume') this.volumes.end();
    else if (name === 'triangle') this.#endTriangle();
    else if (name === 'object') this.#endObject();
    else if (name !== '-' && numberNames.includes(name)) this.#readNumber(name);
  }

  #readRoot(): void {
    const name = this.#readAttribute('unit').trim().toLowerCase();
    if (name === '') return;
    const unit = units[name];
    if (unit === undefined) failDamaged(ref('geometry.unknownUnit', { format: 'AMF' }));
    this.unit = unit;
  }

  #readAttribute(name: string): string {
    const xml = this.#xml;
    let value = '';
    while (xml.nextAttribute()) if (xml.isAttribute(name)) value = xml.value;
    return value;
  }

  #readNumber(name: string): void {
    const numbers = this.#numbers;
    const { textStart, textEnd } = this.#xml;
    numbers.at = textStart;
    while (numbers.at < textEnd && isBlank(numbers.bytes[numbers.at]!)) numbers.at++;
    const value = numbers.at < textEnd ? numbers.number() : Number.NaN;
    const place = numberNames.indexOf(name);
    if (place < 3) this.#point[place as 0] = value;
    else if (place < 6) this.#corners[(place - 3) as 0] = value;
    else if (place >= firstColour) this.paint.setShare(place - firstColour, value);
    else if (place >= 15) this.#tangents[place < 18 ? 0 : 1][(place % 3) as 0] = value;
    else if (place >= 12) this.#normal[(place - 12) as 0] = value;
    else this.constellations.setNumber(place - firstOfInstance, value);
  }

  #endVertex(): void {
    const [x, y, z] = this.#normal;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (isComplete(this.#normal) && length > 0) {
      this.#normals.set(this.#vertices.length / 3, [x / length, y / length, z / length]);
    }
    this.#vertices.push3(...this.#point);
    this.paint.endVertex(this.#vertices.length / 3 - 1);
  }

  #beginVolume(): void {
    const xml = this.#xml;
    let [type, material] = ['', ''];
    while (xml.nextAttribute()) {
      if (xml.isAttribute('type')) type = xml.value;
      else if (xml.isAttribute('materialid')) material = xml.value;
    }
    this.volumes.begin(type);
    this.paint.beginVolume(material);
  }

  #endMetadata(): void {
    const { bytes, textStart, textEnd } = this.#xml;
    this.volumes.describe(this.#metadataType, textOf(bytes, textStart, textEnd).trim());
  }

  #endEdge(): void {
    const [from, to] = this.#corners;
    const [first, second] = this.#tangents;
    if (isIndex(from) && isIndex(to) && isComplete(first) && isComplete(second)) {
      this.#edges.set(directedKey(from, to), [[...first], [...second]]);
    }
  }

  #endTriangle(): void {
    const [a, b, c] = this.#corners;
    if (!isIndex(a) || !isIndex(b) || !isIndex(c)) {
      failDamaged(ref('geometry.faceWithoutVertices', { format: 'AMF' }));
    }
    if (!this.volumes.isPart(a, b, c)) return;
    this.#triangles.push3(a, b, c);
    this.paint.paintTriangle(this.#corners);
  }

  #beginObject(id: string): void {
    this.#objectId = id;
    this.#vertices.length = 0;
    this.#triangles.length = 0;
    this.volumes.beginObject();
    this.paint.beginObject();
    this.#normals.clear();
    this.#edges.clear();
  }

  #endObject(): void {
    const positions = this.#vertices.values.subarray(0, this.#vertices.length);
    const indices = this.#triangles.values.subarray(0, this.#triangles.length);
    const vertices = positions.length / 3;
    if ([indices, this.volumes.negative].some((list) => list.some((index) => index >= vertices))) {
      failDamaged(ref('geometry.missingVertex', { vertices }));
    }
    // Objects without an id cannot be placed, but they count.
    const key = this.#objectId === '' ? `\0${this.objects.size}` : this.#objectId;
    const curves = { normals: this.#normals, edges: this.#edges };
    const isCurved = this.#normals.size > 0 || this.#edges.size > 0;
    this.isCurved ||= isCurved;
    const flat = isCurved ? cutCurves(positions, indices, curves) : { positions, indices };
    if (this.objects.has(key)) this.#warnings.push(ref('geometry.repeatedIds', { ids: key.slice(0, 60) }));
    this.objects.set(key, finishMesh(flat.positions, flat.indices, this.#warnings));
    this.paint.endObject(key, flat.indices.length);
    this.volumes.endObject(key, positions);
  }
}

const isIndex = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 0xffffffff;

/** The elements that count, by the element around them; everything else is skipped with its content. */
const children: Readonly<Record<string, readonly string[]>> = {
  '': ['amf'],
  amf: ['object', 'constellation', 'material'],
  material: ['color'],
  color: ['r', 'g', 'b'],
  object: ['mesh', 'color'],
  mesh: ['vertices', 'volume'],
  vertices: ['vertex', 'edge'],
  vertex: ['coordinates', 'normal', 'color'],
  normal: ['nx', 'ny', 'nz'],
  edge: ['v1', 'v2', 'dx1', 'dy1', 'dz1', 'dx2', 'dy2', 'dz2'],
  coordinates: ['x', 'y', 'z'],
  volume: ['triangle', 'color', 'metadata'],
  triangle: ['v1', 'v2', 'v3', 'color', 'texmap'],
  constellation: ['instance'],
  instance: ['deltax', 'deltay', 'deltaz', 'rx', 'ry', 'rz'],
};
