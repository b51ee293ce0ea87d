/**
 * Opens the two forms of a glTF 2.0 file: text, and GLB, which contains the text and one binary part. Returns
 * the JSON and the buffers. Buffers in other files are read from the archive that contains the model; without
 * one they are refused, since a dropped file comes alone.
 */

import { ref } from '../../../messages/messages.ts';
import { web } from '../../../web.ts';
import { geometryError } from '../../geometry-text.ts';
import { decodeBase64 } from '../../runtime/base64.ts';
import type { FilesBeside } from '../archive-model.ts';
import { failDamaged } from '../raw-mesh.ts';
import { indexIn, type Json, listIn, objectIn } from './json.ts';

const magic = 0x46546c67;
const [jsonChunk, binaryChunk] = [0x4e4f534a, 0x004e4942];

export interface GltfFile {
  readonly json: Json;
  readonly buffers: readonly Uint8Array[];
}

/** @throws CodedError `file-damaged` or `file-unsupported` */
export async function openGltf(bytes: Uint8Array, beside?: FilesBeside): Promise<GltfFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = bytes.length >= 12 && view.getUint32(0, true) === magic;
  const { text, binary } = isBinary ? readChunks(bytes, view) : { text: bytes, binary: null };
  const json = parse(text);
  const version = String(objectIn(json['asset'])['version'] ?? '');
  if (!version.startsWith('2')) {
    throw geometryError(
      'file-unsupported',
      version.startsWith('1') ? ref('geometry.oldGltf') : ref('geometry.unknownGltf'),
    );
  }
  const buffers: Uint8Array[] = [];
  for (const buffer of listIn(json['buffers'])) {
    buffers.push(await readBuffer(buffer, buffers.length === 0 ? binary : null, beside));
  }
  return { json, buffers };
}

function readChunks(bytes: Uint8Array, view: DataView): { text: Uint8Array; binary: Uint8Array | null } {
  if (view.getUint32(4, true) !== 2) {
    throw geometryError('file-unsupported', ref('geometry.unknownGltf'));
  }
  let text: Uint8Array | null = null;
  let binary: Uint8Array | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) failDamaged(ref('geometry.truncated', { format: 'GLB' }));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === jsonChunk) text ??= content;
    else if (type === binaryChunk) binary ??= content;
    at = nextChunk(view, at + 8 + length);
  }
  if (text === null) return failDamaged(ref('geometry.invalidFile', { format: 'GLB' }));
  return { text, binary };
}

/** Chunks begin at multiples of four, but some writers do not fill up the one before. */
function nextChunk(view: DataView, end: number): number {
  const padded = end + ((4 - (end % 4)) % 4);
  if (padded === end || end + 8 > view.byteLength) return padded;
  const isChunk = [jsonChunk, binaryChunk].includes(view.getUint32(end + 4, true));
  return isChunk && end + 8 + view.getUint32(end, true) <= view.byteLength ? end : padded;
}

function parse(text: Uint8Array): Json {
  try {
    return objectIn(JSON.parse(new web.TextDecoder('utf-8').decode(text)));
  } catch {
    return failDamaged(ref('geometry.truncated', { format: 'glTF' }));
  }
}

async function readBuffer(
  value: unknown,
  binary: Uint8Array | null,
  beside: FilesBeside | undefined,
): Promise<Uint8Array> {
  const { uri, byteLength, extensions } = objectIn(value);
  const length = indexIn(byteLength) ?? 0;
  if (typeof uri !== 'string') {
    // In compressed files, some buffers only declare the decoded size; nothing refers to their bytes.
    const isPlaceholder = Object.keys(objectIn(extensions)).some((name) => /meshopt_compression$/.test(name));
    if (binary === null && !isPlaceholder && length > 0)
      failDamaged(ref('geometry.missingPart', { format: 'glTF' }));
    return (binary ?? new Uint8Array(0)).subarray(0, length);
  }
  const found = await readUri(uri, beside);
  if (found !== null) return found.subarray(0, length);
  const name = uri.slice(0, 60).replace(/^.*[\\/]/, '');
  throw geometryError('file-unsupported', ref('geometry.gltfOtherFile', { file: name }));
}

/** The bytes at an address in the file, within it or in the archive around it; null if it is elsewhere. */
export async function readUri(uri: string, beside: FilesBeside | undefined): Promise<Uint8Array | null> {
  const data = /^data:[^,]*?(;base64)?,/i.exec(uri.slice(0, 200));
  if (data === null) return /^[a-z]+:/i.test(uri) ? null : ((await beside?.(decodePercent(uri))) ?? null);
  if (data[1] === undefined) failDamaged(ref('geometry.invalidNumbers', { format: 'glTF' }));
  return decodeBase64(uri, data[0].length) ?? failDamaged(ref('geometry.truncated', { format: 'glTF' }));
}

function decodePercent(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
