/**
 * FreeCAD documents (.FCStd): archives with an exact shape (BREP) or a mesh for each object. The visible
 * parts are read in their places, as FreeCAD would export them; it counts in millimetres.
 */
import { ref } from '../../../messages/messages.ts';
import type { Finding } from '../../geometry.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import { packColour } from '../../mesh/colours.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { type CadModel, readCad } from '../cad.ts';
import { latin1 } from '../decode-text.ts';
import { notRead } from '../find-folds.ts';
import { Palette } from '../palette.ts';
import { failDamaged, failNoTriangles, finishMesh } from '../raw-mesh.ts';
import { determinant, type Matrix, SceneMesh } from '../scene-mesh.ts';
import { ZipArchive } from '../zip.ts';
import { FreeCadDocument, type FreeCadObject } from './document.ts';
import { meshFile, shapeFile, VisibleParts } from './visible-parts.ts';

const mostNamed = 8;

/** @throws CodedError `file-damaged`, `file-unsupported`, `file-too-large` or `file-no-triangles` */
export async function readFreeCad(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<CadModel> {
  const archive = new ZipArchive(bytes);
  const reading = progress.part(0, 0.2);
  const document = await FreeCadDocument.read(archive, reading);
  const files = await readFiles(archive, document, reading);
  const scene = new SceneMesh('FreeCAD');
  const { parts, missing } = new VisibleParts(document, shapeFiles(files), scene);
  if (parts.length === 0) failNoTriangles(ref('geometry.noVisibleParts'));
  const models = new Map<string, CadModel>();
  const known: GeometryText[] = [];
  const findings: Finding[] = [];
  let [volume, area] = [0, 0];
  for (const [i, { object, matrix }] of parts.entries()) {
    const file = shapeFile(object) ?? meshFile(object)!;
    const part = progress.part(0.2 + (0.7 * i) / parts.length, 0.2 + (0.7 * (i + 1)) / parts.length);
    const model = models.get(file) ?? (await readPart(object, files.get(file)!, part, known));
    models.set(file, model);
    const scale = Math.abs(determinant(matrix));
    volume += scale * (model.curved?.volume ?? 0);
    area += scale ** (2 / 3) * (model.curved?.area ?? 0);
    findings.push(...(model.findings ?? []).map((finding) => placed(finding, matrix, scale)));
    scene.place(painted(model.mesh, colourOf(document, files, object, warnings)), matrix);
  }
  warnings.push(
    ...withOneAccuracy(known),
    ref('geometry.visibleParts', { count: parts.length, parts: namesOf(parts) }),
  );
  if (missing > 0) findings.push(notRead('geometry.missingLinks', missing));
  return {
    mesh: await scene.finish(progress.part(0.9, 1)),
    unit: 'mm',
    ...((volume !== 0 || area !== 0) && { curved: { volume, area } }),
    ...(findings.length > 0 && { findings }),
  };
}

const accuracies: ReadonlySet<string> = new Set(['geometry.tessellated', 'geometry.tessellatedExact']);

/** One remark about triangles instead of one for each shape: their sum, and the least exact of all. */
function withOneAccuracy(warnings: readonly GeometryText[]): GeometryText[] {
  const own = warnings.filter(({ key }) => accuracies.has(key));
  const others = warnings.filter(({ key }) => !accuracies.has(key));
  if (own.length === 0) return others;
  const numbers = (name: string): number[] => own.map((text) => numberIn(text, name));
  const most = (name: string): number => Math.max(...numbers(name));
  const count = numbers('count').reduce((sum, each) => sum + each, 0);
  const all = { count, deviation: most('deviation') };
  return own.every(({ key }) => key === 'geometry.tessellatedExact')
    ? [...others, ref('geometry.tessellatedExact', { ...all, percent: most('percent') })]
    : [...others, ref('geometry.tessellated', all)];
}

const numberIn = (text: GeometryText, name: string): number =>
  'params' in text ? Number((text.params as Readonly<Record<string, unknown>>)[name] ?? 0) : 0;

type Files = ReadonlyMap<string, Uint8Array>;

/** The shapes and meshes, and the short lists of links and colours. */
async function readFiles(
  archive: ZipArchive,
  document: FreeCadDocument,
  progress: TaskProgress,
): Promise<Files> {
  const files = new Map<string, Uint8Array>();
  for (const object of document.objects.values()) {
    const { properties } = object;
    const names = [shapeFile(object), meshFile(object), properties.file('PlacementList')];
    for (const name of [...names, document.view(object)?.file('DiffuseColor')]) {
      if (!name || files.has(name)) continue;
      if (name.endsWith('.bin')) throw geometryError('file-unsupported', ref('geometry.binaryShapes'));
      files.set(name, await archive.read(name, progress));
    }
  }
  return files;
}

/** In the text of a BREP file, each solid and face has a line that begins with its kind. */
const shapeFiles = (files: Files) => ({
  hasSolids: (file: string) => hasLine(files.get(file), 'So'),
  hasFaces: (file: string) => hasLine(files.get(file), 'Fa'),
  numbers: (file: string) => doublesIn(files.get(file)!),
});

const hasLine = (bytes: Uint8Array | undefined, kind: string): boolean =>
  bytes !== undefined && new RegExp(`^${kind}\\s*$`, 'm').test(latin1(bytes));

function doublesIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers: number[] = [];
  for (let at = 4; at + 8 <= bytes.length; at += 8) numbers.push(view.getFloat64(at, true));
  return numbers;
}

async function readPart(
  object: FreeCadObject,
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<CadModel> {
  if (meshFile(object) !== null) return { mesh: readMeshKernel(bytes, warnings), unit: 'mm' };
  return readCad('brep', bytes, progress, warnings);
}

/**
 * The binary form of FreeCAD's meshes (MeshKernel.bms): a signature, a version, 256 bytes of text, two
 * counts, points as three float32, and faces as three points and three neighbours.
 */
function readMeshKernel(bytes: Uint8Array, warnings: GeometryText[]): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes.length >= 272 && view.getUint32(0, true) === 0xa0b0c0d0;
  const [points, faces] = isLittle ? [view.getUint32(264, true), view.getUint32(268, true)] : [0, 0];
  if (!isLittle || 272 + points * 12 + faces * 24 > bytes.length) failDamaged(ref('geometry.freeCadMesh'));
  const positions = new Float64Array(points * 3);
  for (let i = 0; i < positions.length; i++) positions[i] = view.getFloat32(272 + i * 4, true);
  const indices = new Uint32Array(faces * 3);
  for (let face = 0; face < faces; face++) {
    for (let corner = 0; corner < 3; corner++)
      indices[face * 3 + corner] = view.getUint32(272 + points * 12 + face * 24 + corner * 4, true);
  }
  if (indices.some((corner) => corner >= points)) failDamaged(ref('geometry.freeCadMesh'));
  return finishMesh(positions, indices, warnings);
}

/** FreeCAD's grey for what nobody has coloured. */
const uncoloured = 0xcccccc;

/** The colour of an object as 0xrrggbb; null if nobody gave it one. Faces of several colours are named. */
function colourOf(
  document: FreeCadDocument,
  files: Files,
  object: FreeCadObject,
  warnings: GeometryText[],
): number | null {
  const view = document.view(object);
  // FreeCAD 1.0 and later.
  if (view?.has('ShapeAppearance')) warnings.push(ref('geometry.coloursUnread'));
  const list = files.get(view?.file('DiffuseColor') ?? '');
  const faces = list === undefined ? [] : wordsIn(list).map((word) => word >>> 8);
  if (new Set(faces).size > 1) {
    warnings.push(ref('geometry.faceColoursUnread'));
    return null;
  }
  const plain = view?.number('ShapeColor');
  const colour = faces[0] ?? (typeof plain === 'number' ? plain >>> 8 : uncoloured);
  return colour === uncoloured ? null : colour;
}

function wordsIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words: number[] = [];
  for (let at = 4; at + 4 <= bytes.length; at += 4) words.push(view.getUint32(at, true));
  return words;
}

function painted(mesh: Mesh, colour: number | null): Mesh {
  if (colour === null) return mesh;
  const palette = new Palette();
  const number = palette.numberOf(packColour(colour >>> 16, (colour >>> 8) & 255, colour & 255));
  return { ...mesh, ...palette.coloursOf(new Uint32Array(mesh.indices.length).fill(number)) };
}

/** A finding of a part, where the part is. */
function placed(finding: Finding, matrix: Matrix, scale: number): Finding {
  const { edges, sphere } = finding;
  const moved: number[] = [];
  for (let at = 0; at < edges.length; at += 3) moved.push(...moveBy(matrix, edges.slice(at, at + 3)));
  const centre = sphere && moveBy(matrix, sphere.centre);
  return {
    ...finding,
    edges: moved,
    sphere: sphere && { centre: centre!, radius: sphere.radius * Math.cbrt(scale) },
  };
}

const moveBy = (m: Matrix, [x, y, z]: ArrayLike<number> & Iterable<number>): [number, number, number] => {
  const row = (at: number): number => m[at]! * x! + m[at + 1]! * y! + m[at + 2]! * z! + m[at + 3]!;
  return [row(0), row(4), row(8)];
};

function namesOf(parts: VisibleParts['parts']): string {
  const names = parts.slice(0, mostNamed).map(({ label }) => label);
  return parts.length > mostNamed ? `${names.join(', ')}, …` : names.join(', ');
}
