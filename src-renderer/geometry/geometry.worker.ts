/**
 * Reads, measures, checks and repairs one model at a time outside the window's thread. The geometry itself is
 * in src-shared; this file only moves bytes in and arrays out. Cancelling terminates the worker (client.ts).
 */

import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import { answerBeside, provideSecondThread } from '../../src-shared/geometry/checks/second-thread.ts';
import { type GeometryText, geometryError } from '../../src-shared/geometry/geometry-text.ts';
import { hollowPart } from '../../src-shared/geometry/hollow/hollow-part.ts';
import type { Mesh, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { withColoursOf } from '../../src-shared/geometry/mesh/transfer-colours.ts';
import { findRestingSides } from '../../src-shared/geometry/placement/placement.ts';
import { turnMesh } from '../../src-shared/geometry/placement/turn-mesh.ts';
import { productName } from '../../src-shared/geometry/readers/product-name.ts';
import { provideWasm } from '../../src-shared/geometry/readers/wasm-files.ts';
import { repairMesh } from '../../src-shared/geometry/repair/repair.ts';
import { splitShells } from '../../src-shared/geometry/repair/split-shells.ts';
import { provideManifold } from '../../src-shared/geometry/repair/union-engine.ts';
import { textsIn } from '../../src-shared/geometry/unit-texts.ts';
import { write3mf } from '../../src-shared/geometry/writers/write-3mf.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { toAppError } from '../../src-shared/result.ts';
import { GeometryClient } from './client.ts';
import { makeCoarse } from './coarse-mesh.ts';
import { compareDrawings } from './compare-drawings.ts';
import { checkDrawing } from './deep-check.ts';
import { isWrittenExactly, writeMade } from './made-file.ts';
import { loadManifold } from './manifold-file.ts';
import type {
  Drawing,
  HollowRequest,
  MadeFile,
  MadePart,
  ModelSource,
  Picture,
  WindowModel,
  WorkerMessage,
  WorkerRequest,
  WorkerTask,
  WorkerTasks,
} from './messages.ts';
import { partShapes, relateDrawings } from './part-shapes.ts';
import { copyToPicture, makePicture } from './picture-png.ts';
import { simplifyMesh } from './simplify-mesh.ts';
import { drawWalls } from './wall-drawing.ts';
import { fetchWasmFile } from './wasm-file.ts';

provideWasm(fetchWasmFile);
provideManifold(loadManifold);
if (navigator.hardwareConcurrency > 1) {
  provideSecondThread(() => {
    const second = new GeometryClient(() => new Worker(location.href, { type: 'module', name: 'beside' }), {
      most: 1,
    });
    return {
      run: (task, onProgress) => second.run('answer-beside', task, { onProgress }),
      end: () => second.close(),
    };
  });
}

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

const does: Does = {
  read: ({ name, source }, report) => read(name, source, report),
  'check-deeper': checkDrawing,
  'answer-beside': (task, onProgress) => answerBeside(task, { onProgress }),
  'draw-walls': async (input, report) => drawWalls(input, report),
  async repair({ name, mesh, unit, hasColours, metresPerUnit, shownIn }, report) {
    const {
      changes,
      left: unrepaired,
      before,
      mesh: repaired,
    } = await repairMesh(mesh, {
      ...textsIn(metresPerUnit, shownIn),
      isExact: isWrittenExactly(mesh, unit),
      onProgress: (fraction) => report(fraction * 0.8),
    });
    if (changes.length === 0) {
      return { changes, left: unrepaired, before, model: null, made: null, stl: null };
    }
    const { lost, ...part } = await offer(repaired, { name, unit, hasColours }, (fraction) =>
      report(0.8 + fraction * 0.2),
    );
    return { changes, left: [...unrepaired, ...lost], before, ...part };
  },
  async hollow({ name, mesh, unit, hasColours, wall, holeDiameter, holes }, report) {
    const onProgress = (fraction: number) => report(fraction * 0.7);
    const { mesh: hollow, ...known } = await hollowPart(mesh, { wall, holeDiameter, holes, onProgress });
    const coloured = await withColoursOf(mesh, hollow);
    const { lost, ...part } = await offer(coloured, { name, unit, hasColours }, (fraction) =>
      report(0.7 + fraction * 0.3),
    );
    const { cavities, thinnest, resolution } = known;
    return { cavities, thinnest, resolution, holes: known.holes.length, left: lost, ...part };
  },
  async turn({ name, mesh, unit, orientation }, report) {
    const made = await writeMade(turnMesh(mesh, orientation), unit, name);
    return { model: await readMade(made, name, report), made };
  },
  'resting-sides': async ({ mesh }, onProgress) => findRestingSides(mesh, { onProgress }),
  shapes: partShapes,
  relate: relateDrawings,
  compare: compareDrawings,
  async split({ name, mesh, unit }, onProgress) {
    const parts = await splitShells(mesh, { onProgress });
    return Promise.all(parts.map((part) => writeMade(part, unit, name)));
  },
  simplify: ({ mesh, triangles }) => simplifyMesh(mesh, triangles),
  'write-3mf': ({ mesh, unit, title }, onProgress) => write3mf(mesh, { unit, title, onProgress }),
};

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
    const report = calm((fraction) => port.postMessage({ id, type: 'progress', fraction }));
    const output = await does[task](input as never, report);
    const part = toPicture as ToPicture | null;
    port.postMessage({ id, type: 'done', output, isLast: part === null }, [...buffersOf(output)]);
    if (part) port.postMessage({ id, type: 'picture', picture: await pictureOf(part) });
  } catch (thrown) {
    port.postMessage({ id, type: 'failed', error: toAppError(thrown) });
  }
};

/** Ten times a second is enough to see. A message interrupts the work for about a millisecond. */
function calm(report: Report): Report {
  let last = 0;
  return (fraction) => {
    const now = performance.now();
    if (now - last < 100 && fraction < 1) return;
    last = now;
    report(fraction);
  };
}

/**
 * The file of a new part, and the part as it is in that file: what is shown and priced is the content of
 * these bytes.
 */
async function offer(
  mesh: Mesh,
  { name, unit, hasColours }: Pick<HollowRequest, 'name' | 'unit' | 'hasColours'>,
  report: Report,
): Promise<{ [Key in keyof MadePart]-?: NonNullable<MadePart[Key]> } & { lost: GeometryText[] }> {
  const made = await writeMade(mesh, unit, name);
  const stl = made.format === 'stl' ? made.bytes : (writeBinaryStl(mesh) as Uint8Array<ArrayBuffer>);
  const lost = hasColours && made.format === 'stl' ? [ref('geometry.coloursLost')] : [];
  return { made, stl, lost, model: await readMade(made, name, report) };
}

const readMade = ({ bytes }: MadeFile, name: string, report: Report): Promise<WindowModel> =>
  read(name, { kind: 'bytes', bytes }, report);

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
