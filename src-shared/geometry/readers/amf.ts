/**
 * AMF (ISO/ASTM 52915): objects with vertices and volumes of triangles, placed by constellations. An object that
 * no constellation places counts once, where it is, as slicers read it. Supports and what slicers mark as modifiers are
 * left out. Text only: `archive-model.ts` decompresses the zipped form.
 */

import { ref } from '../../messages/messages.ts';
import type { LengthUnit } from '../../units/units.ts';
import type { GeometryText } from '../geometry-text.ts';
import { packColour } from '../mesh/colours.ts';
import { GrowingIndices, GrowingNumbers } from '../mesh/growable.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { withColoursOf } from '../mesh/transfer-colours.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { ByteScanner, isBlank, textOf } from './byte-scanner.ts';
import { cutCurves, edgeKey } from './curve-triangles.ts';
import { cutParts } from './cut-parts.ts';
import { Palette } from './palette.ts';
import { failDamaged, failNoTriangles, finishMesh } from './raw-mesh.ts';
import { identity, type Matrix, multiply, rotation, SceneMesh, translation } from './scene-mesh.ts';
import { roleOf, type VolumeRole } from './three-mf-settings.ts';
import { XmlScanner } from './xml-scanner.ts';

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
  reader.paintObjects();
  await reader.cutNegatives(progress.part(0.85, 0.85));
  const scene = reader.place();
  if (scene.isEmpty) failNoTriangles(ref('geometry.noTriangles', { format: 'AMF' }));
  return { mesh: await scene.finish(progress.part(0.85, 1)), unit: reader.unit };
}

interface Instance {
  id: string;
  readonly delta: [number, number, number];
  readonly turn: [number, number, number];
}

const numberNames = [
  ...['x', 'y', 'z', 'v1', 'v2', 'v3', 'deltax', 'deltay', 'deltaz', 'rx', 'ry', 'rz'],
  ...['nx', 'ny', 'nz', 'dx1', 'dy1', 'dz1', 'dx2', 'dy2', 'dz2', 'r', 'g', 'b'],
];

const firstColour = numberNames.indexOf('r');

/** A direction of which a part is missing counts as none. */
const isComplete = (vector: readonly number[]): boolean =>
  vector.every(Number.isFinite) && vector.some((value) => value !== 0);

class AmfReader {
  unit: LengthUnit = 'mm';
  isDone = false;
  isCurved = false;
  readonly #xml: XmlScanner;
  readonly #numbers: ByteScanner;
  readonly #warnings: GeometryText[];
  readonly #open: string[] = [];
  readonly #objects = new Map<string, Mesh>();
  readonly #constellations = new Map<string, Instance[]>();
  readonly #point: [number, number, number] = [0, 0, 0];
  readonly #corners: [number, number, number] = [0, 0, 0];
  /** Of the current vertex, and of the current edge at both ends. */
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
  readonly #palette = new Palette();
  readonly #colour: [number, number, number] = [0, 0, 0];
  /** The palette's number of what is open, by the name of its element. */
  readonly #painted = new Map<string, number>();
  readonly #vertexPaints = new Map<number, number>();
  /** Of each material, perhaps before its colour is known. */
  readonly #materials = new Map<string, number>();
  #materialId = '';
  #volumeMaterial = '';
  /** For each corner of each triangle of the current object, then of each object. */
  readonly #paints = new GrowingIndices();
  readonly #painting = new Map<string, Uint32Array>();
  #vertices = new GrowingNumbers();
  #triangles = new GrowingIndices();
  #objectId = '';
  #role: VolumeRole = 'part';
  #metadataType = '';
  /** What is cut out of the current object, then out of each object. */
  readonly #negativeTriangles = new GrowingIndices();
  readonly #negatives = new Map<string, Mesh>();
  readonly #left = { modifier: 0, support: 0 };
  #instances: Instance[] = [];
  #instance: Instance | null = null;

  constructor(bytes: Uint8Array, warnings: GeometryText[]) {
    this.#xml = new XmlScanner(bytes, { allowsDocumentType: true });
    this.#numbers = new ByteScanner(bytes);
    this.#warnings = warnings;
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
        if (this.#open.length > 0 || this.#objects.size === 0) {
          failDamaged(ref('geometry.xmlIncomplete'));
        }
        this.isDone = true;
        return;
      }
    }
  }

  #enter(): void {
    const xml = this.#xml;
    const parent = this.#open.at(-1);
    const name = this.#nameOf(parent);
    if (name === 'amf') this.#readRoot();
    else if (name === 'object') this.#beginObject(this.#readAttribute('id'));
    else if (name === 'volume') this.#beginVolume();
    else if (name === 'metadata') this.#metadataType = this.#readAttribute('type');
    else if (name === 'material') this.#materialId = this.#readAttribute('id');
    else if (name === 'color') this.#colour.fill(Number.NaN);
    else if (name === 'texmap' && !this.#warnings.includes(unread)) this.#warnings.push(unread);
    else if (name === 'vertex') {
      this.#point.fill(Number.NaN);
      this.#normal.fill(Number.NaN);
    } else if (name === 'triangle' || name === 'edge') {
      this.#corners.fill(-1);
      for (const tangent of this.#tangents) tangent.fill(Number.NaN);
    } else if (name === 'constellation') {
      this.#instances = [];
      this.#constellations.set(this.#readAttribute('id'), this.#instances);
    } else if (name === 'instance') {
      this.#instance = { id: this.#readAttribute('objectid'), delta: [0, 0, 0], turn: [0, 0, 0] };
      this.#instances.push(this.#instance);
    }
    while (xml.nextAttribute());
    if (this.#open.length >= deepest) failDamaged(ref('geometry.xmlTooDeep'));
    this.#open.push(name);
    if (xml.isSelfClosing) this.#leave();
  }

  /** The element's name if it counts inside its parent, otherwise a name without meaning. */
  #nameOf(parent: string | undefined): string {
    const xml = this.#xml;
    const found = (children[parent ?? ''] ?? []).find((name) => xml.isNamed(name)) ?? '-';
    if (parent === undefined && (found === '-' || this.#objects.size > 0)) {
      failDamaged(ref('geometry.invalidFile', { format: 'AMF' }));
    }
    return found;
  }

  #leave(): void {
    const name = this.#open.pop();
    if (name === undefined) failDamaged(ref('geometry.xmlUnbalanced'));
    if (name === 'color') this.#endColour(this.#open.at(-1) ?? '');
    else if (name === 'vertex') this.#endVertex();
    else if (name === 'edge') this.#endEdge();
    else if (name === 'metadata') this.#endMetadata();
    else if (name === 'volume') this.#endVolume();
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
    else if (place >= firstColour) this.#colour[(place - firstColour) as 0] = value;
    else if (place >= 15) this.#tangents[place < 18 ? 0 : 1][(place % 3) as 0] = value;
    else if (place >= 12) this.#normal[(place - 12) as 0] = value;
    else if (this.#instance !== null) {
      if (Number.isNaN(value)) failDamaged(ref('geometry.invalidTransform', { format: 'AMF' }));
      (place < 9 ? this.#instance.delta : this.#instance.turn)[(place % 3) as 0] = value;
    }
  }

  #endVertex(): void {
    const [x, y, z] = this.#normal;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (isComplete(this.#normal) && length > 0) {
      this.#normals.set(this.#vertices.length / 3, [x / length, y / length, z / length]);
    }
    this.#vertices.push3(...this.#point);
    const painted = this.#painted.get('vertex');
    this.#painted.delete('vertex');
    if (painted !== undefined) this.#vertexPaints.set(this.#vertices.length / 3 - 1, painted);
  }

  #beginVolume(): void {
    const xml = this.#xml;
    let [type, material] = ['', ''];
    while (xml.nextAttribute()) {
      if (xml.isAttribute('type')) type = xml.value;
      else if (xml.isAttribute('materialid')) material = xml.value;
    }
    this.#role = /support/i.test(type) ? 'support' : 'part';
    this.#painted.delete('volume');
    this.#volumeMaterial = material;
  }

  /** What Slic3r and PrusaSlicer say of a volume, before its triangles. */
  #endMetadata(): void {
    const { bytes, textStart, textEnd } = this.#xml;
    const value = textOf(bytes, textStart, textEnd).trim();
    if (this.#metadataType === 'slic3r.volume_type') this.#role = roleOf(value);
    else if (this.#metadataType === 'slic3r.modifier' && value === '1') this.#role = 'modifier';
  }

  #endVolume(): void {
    if (this.#role === 'modifier' || this.#role === 'support') this.#left[this.#role]++;
  }

  /** The colour of what is open around it. Formulas, which the standard allows, are not read. */
  #endColour(owner: string): void {
    const [red, green, blue] = this.#colour;
    if (!this.#colour.every(Number.isFinite)) return;
    const word = packColour(red * 255, green * 255, blue * 255);
    if (owner === 'material') this.#palette.setWord(this.#material(this.#materialId), word);
    else this.#painted.set(owner, this.#palette.add(word));
  }

  /** Triangle, then vertex, volume, object and material: the innermost counts. */
  #paint(corners: readonly number[]): void {
    const own = this.#painted.get('triangle');
    this.#painted.delete('triangle');
    const around = this.#painted.get('volume') ?? this.#painted.get('object');
    for (const corner of corners) {
      this.#paints.push(
        own ?? this.#vertexPaints.get(corner) ?? around ?? this.#material(this.#volumeMaterial),
      );
    }
  }

  #material(id: string): number {
    if (id === '') return 0;
    const known = this.#materials.get(id) ?? this.#palette.add(0);
    this.#materials.set(id, known);
    return known;
  }

  /** The paint of every corner after curved triangles were cut: all pieces have that of their first corner. */
  #spread(corners: number): Uint32Array {
    const given = this.#paints.values.subarray(0, this.#paints.length);
    const pieces = corners / Math.max(1, given.length);
    if (pieces === 1) return given.slice();
    return Uint32Array.from({ length: corners }, (_, i) => given[Math.floor(i / 3 / pieces) * 3] ?? 0);
  }

  #endEdge(): void {
    const [from, to] = this.#corners;
    const [first, second] = this.#tangents;
    if (isIndex(from) && isIndex(to) && isComplete(first) && isComplete(second)) {
      this.#edges.set(edgeKey(from, to), [[...first], [...second]]);
    }
  }

  #endTriangle(): void {
    const [a, b, c] = this.#corners;
    if (!isIndex(a) || !isIndex(b) || !isIndex(c)) {
      failDamaged(ref('geometry.faceWithoutVertices', { format: 'AMF' }));
    }
    if (this.#role === 'negative') this.#negativeTriangles.push3(a, b, c);
    if (this.#role !== 'part') return;
    this.#triangles.push3(a, b, c);
    this.#paint(this.#corners);
  }

  #beginObject(id: string): void {
    this.#objectId = id;
    this.#vertices.length = 0;
    this.#triangles.length = 0;
    this.#negativeTriangles.length = 0;
    this.#paints.length = 0;
    this.#vertexPaints.clear();
    this.#painted.clear();
    this.#normals.clear();
    this.#edges.clear();
  }

  #endObject(): void {
    const positions = this.#vertices.values.subarray(0, this.#vertices.length);
    const indices = this.#triangles.values.subarray(0, this.#triangles.length);
    const negative = this.#negativeTriangles.values.slice(0, this.#negativeTriangles.length);
    const vertices = positions.length / 3;
    if ([indices, negative].some((list) => list.some((index) => index >= vertices))) {
      failDamaged(ref('geometry.missingVertex', { vertices }));
    }
    // Objects without an id cannot be placed, but they count.
    const key = this.#objectId === '' ? `\0${this.#objects.size}` : this.#objectId;
    const curves = { normals: this.#normals, edges: this.#edges };
    const isCurved = this.#normals.size > 0 || this.#edges.size > 0;
    this.isCurved ||= isCurved;
    const flat = isCurved ? cutCurves(positions, indices, curves) : { positions, indices };
    this.#objects.set(key, finishMesh(flat.positions, flat.indices, this.#warnings));
    this.#painting.set(key, this.#spread(flat.indices.length));
    if (negative.length > 0) this.#negatives.set(key, finishMesh(positions, negative, this.#warnings));
  }

  /** Only at the end, since materials may come last in the file. */
  paintObjects(): void {
    for (const [id, paints] of this.#painting) {
      const mesh = this.#objects.get(id)!;
      const isWhole = mesh.indices.length === paints.length;
      if (isWhole) this.#objects.set(id, { ...mesh, ...this.#palette.coloursOf(paints) });
    }
  }

  /** @throws CodedError if an object is open, so that nobody knows what is inside */
  async cutNegatives(progress: TaskProgress): Promise<void> {
    for (const [id, negative] of this.#negatives) {
      const mesh = this.#objects.get(id)!;
      const left = await cutParts([mesh], [negative], 'AMF');
      this.#objects.set(id, await withColoursOf(mesh, left, progress));
    }
    const { modifier, support } = this.#left;
    if (this.#negatives.size > 0) {
      this.#warnings.push(ref('geometry.negativesCut', { count: this.#negatives.size }));
    }
    if (modifier > 0) this.#warnings.push(ref('geometry.modifiersIgnored', { count: modifier }));
    if (support > 0) this.#warnings.push(ref('geometry.supportsIgnored', { count: support }));
  }

  /** Places objects and constellations to which no constellation refers. */
  place(): SceneMesh {
    const scene = new SceneMesh('AMF');
    const placed = new Set([...this.#constellations.values()].flat().map(({ id }) => id));
    for (const id of [...this.#objects.keys(), ...this.#constellations.keys()]) {
      if (!placed.has(id)) this.#place(scene, id, identity);
    }
    // Constellations that only refer to one another have no beginning; entering them reports why.
    for (const id of scene.isEmpty ? this.#constellations.keys() : []) this.#place(scene, id, identity);
    return scene;
  }

  #place(scene: SceneMesh, id: string, outer: Matrix): void {
    const mesh = this.#objects.get(id);
    if (mesh !== undefined) {
      scene.place(mesh, outer);
      return;
    }
    const instances = this.#constellations.get(id);
    if (instances === undefined) failDamaged(ref('geometry.missingObject', { format: 'AMF', object: id }));
    scene.enter(instances);
    for (const instance of instances) this.#place(scene, instance.id, multiply(outer, matrixOf(instance)));
    scene.leave(instances);
  }
}

/** Rotated about x, then y, then z (degrees), then moved. */
function matrixOf({ delta, turn }: Instance): Matrix {
  const radians = turn.map((degrees) => (degrees * Math.PI) / 180);
  const rotated = multiply(
    rotation([0, 0, 1], radians[2]!),
    multiply(rotation([0, 1, 0], radians[1]!), rotation([1, 0, 0], radians[0]!)),
  );
  return multiply(translation(...delta), rotated);
}

const isIndex = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 0xffffffff;

/** Which elements count inside which; everything else is skipped with its content. */
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
