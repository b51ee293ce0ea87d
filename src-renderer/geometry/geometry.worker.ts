/**
 * Reads, measures and checks one model at a time away from the window. Everything that geometry knows comes from
 * src-shared; this file only moves bytes in and arrays out. Cancelling ends the whole worker (client.ts).
 */
import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import type { Mesh, Vector } from '../../src-shared/geometry/mesh.ts';
import { provideWasm } from '../../src-shared/geometry/readers/wasm-files.ts';
import { CodedError, toAppError } from '../../src-shared/result.ts';
import { makeCoarse } from './coarse-mesh.ts';
import type { Drawing, ModelSource, ReadRequest, WindowModel, WorkerMessage } from './messages.ts';
import { findSharpEdges } from './sharp-edges.ts';
import { fetchWasmFile } from './wasm-file.ts';

provideWasm(fetchWasmFile);

/** The part of a worker's global that is used here; the DOM's types know the window's only. */
interface WorkerPort {
  onmessage: ((event: MessageEvent<ReadRequest>) => void) | null;
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
}

const port = globalThis as unknown as WorkerPort;

port.onmessage = async ({ data: { id, name, source } }) => {
  try {
    const model = await read(name, source, (fraction) =>
      port.postMessage({ id, type: 'progress', fraction }),
    );
    const { positions, indices, edges, coarse } = model.drawing;
    const buffers = new Set([positions.buffer, indices.buffer, edges.buffer, coarse.buffer] as ArrayBuffer[]);
    port.postMessage({ id, type: 'done', model }, [...buffers]);
  } catch (thrown) {
    port.postMessage({ id, type: 'failed', error: toAppError(thrown) });
  }
};

async function read(
  name: string,
  source: ModelSource,
  report: (fraction: number) => void,
): Promise<WindowModel> {
  const bytes = await bytesOf(source);
  report(0.05);
  const [analysed, sha256] = await Promise.all([
    analyseModel(bytes, name, { onProgress: (fraction) => report(0.05 + fraction * 0.85) }),
    hash(bytes),
  ]);
  const { mesh, ...known } = analysed;
  const drawing = await draw(mesh, analysed.measures.bounds?.min ?? null);
  report(1);
  return { ...known, sha256, drawing };
}

async function bytesOf(source: ModelSource): Promise<Uint8Array<ArrayBuffer>> {
  if (source.kind === 'bytes') return source.bytes;
  try {
    return new Uint8Array(await source.file.arrayBuffer());
  } catch (cause) {
    throw new CodedError(
      'file-unreadable',
      'The file could not be read. It may have been moved, changed or locked since; drop it again.',
      { cause },
    );
  }
}

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const subtle = (globalThis as { crypto?: Crypto }).crypto?.subtle;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function draw(mesh: Mesh, corner: Vector | null): Promise<Drawing> {
  const edges = await findSharpEdges(mesh);
  const coarse = makeCoarse(mesh);
  const { positions, indices } = mesh;
  if (positions instanceof Float32Array) return { positions, indices, origin: [0, 0, 0], edges, coarse };
  const origin = corner ?? [0, 0, 0];
  const rounded = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i++) rounded[i] = positions[i]! - origin[i % 3]!;
  return { positions: rounded, indices, origin, edges, coarse };
}
