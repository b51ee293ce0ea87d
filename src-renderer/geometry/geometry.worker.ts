/**
 * Reads, measures, checks and repairs one model at a time outside the window's thread. The geometry itself is
 * in src-shared; this file only moves bytes in and arrays out. Cancelling terminates the worker (client.ts).
 */

import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import { geometryError } from '../../src-shared/geometry/geometry-text.ts';
import type { Mesh, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { provideWasm } from '../../src-shared/geometry/readers/wasm-files.ts';
import { provideManifold } from '../../src-shared/geometry/repair/manifold-library.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { toAppError } from '../../src-shared/result.ts';
import { makeCoarse } from './coarse-mesh.ts';
import { loadManifold } from './manifold-file.ts';
import type {
  Drawing,
  MadeFile,
  ModelSource,
  Picture,
  WindowModel,
  WorkerMessage,
  WorkerRequest,
  WorkerTask,
  WorkerTasks,
} from './messages.ts';
import { copyToPicture, makePicture } from './picture-png.ts';
import { seldom } from './seldom.ts';
import { fetchWasmFile } from './wasm-file.ts';

provideWasm(fetchWasmFile);
provideManifold(loadManifold);

/** The part of a worker's global scope that is used here; the DOM's types describe only the window. */
interface WorkerPort {
  onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
}

const port = globalThis as unknown as WorkerPort;

type Report = (fraction: number) => void;
type Does = {
  readonly [T in WorkerTask]: (input: WorkerTasks[T]['in'], report: Report) => Promise<WorkerTasks[T]['out']>;
};

/** Only reading is loaded from the start. */
const does: Does = {
  read: ({ name, source }, report) => read(name, source, report),
  'check-deeper': async (...task) => (await import('./deep-check.ts')).checkDrawing(...task),
  'answer-beside': async (...task) => (await import('./deep-check.ts')).helpToCheck(...task),
  'draw-walls': async (...task) => (await import('./wall-drawing.ts')).drawWalls(...task),
  repair: async (...task) => (await import('./make-part.ts')).repair(...task, readMade),
  hollow: async (...task) => (await import('./make-part.ts')).hollow(...task, readMade),
  turn: async (...task) => (await import('./make-part.ts')).turn(...task, readMade),
  split: async (...task) => (await import('./make-part.ts')).split(...task),
  'write-3mf': async (...task) => (await import('./make-part.ts')).writePart(...task),
  'resting-sides': async ({ mesh }, onProgress) => {
    const { findRestingSides } = await import('../../src-shared/geometry/placement/placement.ts');
    return findRestingSides(mesh, { onProgress });
  },
  shapes: async (task) => (await import('./part-shapes.ts')).partShapes(task),
  relate: async (task) => (await import('./part-shapes.ts')).relateDrawings(task),
  compare: async (...task) => (await import('./compare-drawings.ts')).compareDrawings(...task),
  simplify: async ({ mesh, triangles }) => (await import('./simplify-mesh.ts')).simplifyMesh(mesh, triangles),
};

const readMade = ({ bytes }: MadeFile, name: string, report: Report): Promise<WindowModel> =>
  read(name, { kind: 'bytes', bytes }, report);

interface ToPicture {
  readonly sha256: string;
  readonly mesh: Mesh;
}

/** The part that the running task has read. Its picture is made once the window has the part. */
let toPicture: ToPicture | null = null;

async function pictureOf({ sha256, mesh }: ToPicture): Promise<Picture | null> {
  const png = await makePicture(mesh).catch(() => null);
  return png && { sha256, png };
}

port.onmessage = async ({ data: { id, task, input } }) => {
  toPicture = null;
  try {
    // A message interrupts the work for about a millisecond.
    const report = seldom((fraction) => port.postMessage({ id, type: 'progress', fraction }));
    const output = await does[task](input as never, report);
    const part = toPicture as ToPicture | null;
    port.postMessage({ id, type: 'done', output, isLast: part === null }, [...buffersOf(output)]);
    if (part) port.postMessage({ id, type: 'picture', picture: await pictureOf(part) });
  } catch (thrown) {
    port.postMessage({ id, type: 'failed', error: toAppError(thrown) });
  }
};

/** Transferred instead of copied. Memory that two workers share stays where it is. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  // Long lists hold numbers or plain records, never arrays for the graphics card.
  if (Array.isArray(value) && value.length > 1000) return found;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) buffersOf(member, found);
  }
  return found;
}

async function read(
  name: string,
  source: ModelSource,
  report: (fraction: number) => void,
): Promise<WindowModel> {
  const bytes = await bytesOf(source);
  // Browsers hash in a thread of their own.
  const hashing = hash(bytes);
  const analysed = await analyseModel(bytes, name, {
    sharpEdges: true,
    onProgress: (fraction) => report(fraction * 0.9),
  });
  const sha256 = await hashing;
  const { mesh, sharpEdges = new Uint32Array(0), ...known } = analysed;
  const drawing = {
    ...draw(mesh, sharpEdges, analysed.measures.bounds?.min ?? null),
    ...(analysed.colours?.isColoured && coloursToDraw(mesh)),
  };
  if (sha256 !== null) toPicture = { sha256, mesh: copyToPicture(mesh, drawing.coarse) };
  report(1);
  const { productName } = await import('../../src-shared/geometry/readers/product-name.ts');
  return { ...known, product: await productName(bytes, known.format), sha256, drawing };
}

async function bytesOf(source: ModelSource): Promise<Uint8Array<ArrayBuffer>> {
  if (source.kind === 'bytes') return source.bytes;
  try {
    return new Uint8Array(await source.file.arrayBuffer());
  } catch (cause) {
    throw geometryError('file-unreadable', ref('geometry.fileUnreadable'), { cause });
  }
}

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const subtle = (globalThis as { crypto?: Crypto }).crypto?.subtle;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Coloured triangles share no corners, which takes three times the memory. */
const mostColoured = 3_000_000;

function coloursToDraw({ indices, colours }: Mesh): Pick<Drawing, 'colours'> {
  const isDrawn = colours?.corners.length === indices.length * 4 && indices.length <= mostColoured * 3;
  return colours && isDrawn ? { colours } : {};
}

function draw(mesh: Mesh, edges: Uint32Array, corner: Vector | null): Drawing {
  const coarse = makeCoarse(mesh);
  const { positions, indices } = mesh;
  if (positions instanceof Float32Array) return { positions, indices, origin: [0, 0, 0], edges, coarse };
  const origin = corner ?? [0, 0, 0];
  const rounded = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i++) rounded[i] = positions[i]! - origin[i % 3]!;
  return { positions: rounded, indices, origin, edges, coarse };
}
