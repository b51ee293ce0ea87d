/**
 * Request bodies whose length is known before the first byte. The upload's body is made slice by slice, so
 * that a file of any size costs a few MB of memory (one base64 string fails at 383 MiB).
 */
import { createHash, hash as digest } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import type { ExchangeBody } from './http-exchange.ts';
import type { FileRequest, PhotoRequest, UploadRequest, VersionRequest } from './service-client.ts';

/** A multiple of 3, so that base64 of each slice joins without padding in between. */
const sliceBytes = 768 * 1024;

/** A body whose hash can be signed before it is sent (OAuth 1.0). */
export interface RequestBody extends ExchangeBody {
  /** SHA-1 of all bytes as base64. Reads a file once more, and throws as `parts` does. */
  sha1(): Promise<string>;
}

export function bytesBody(bytes: Buffer): RequestBody {
  const last = bytes.length - 1;
  return {
    length: bytes.length,
    parts: () => [bytes.subarray(0, last)],
    lastByte: bytes.subarray(last),
    sha1: async () => digest('sha1', bytes, 'base64'),
  };
}

export const jsonBody = (value: unknown): RequestBody => bytesBody(Buffer.from(JSON.stringify(value)));

/**
 * Body of POST /models/v1, and without a title of POST /models/<modelId>/files/v1 (spec: Endpoints > Models).
 * Flags travel as 0 and 1 (spec: Resources > Conventions).
 */
export function uploadBody(
  request: UploadRequest | VersionRequest,
  onProgress?: (sent: number) => void,
): RequestBody {
  const { fileName, uploadScale, consent } = request;
  const title = 'title' in request ? { title: request.title } : {};
  const declared = {
    hasRightsToModel: Number(consent.hasRightsToModel),
    acceptTermsAndConditions: Number(consent.acceptTermsAndConditions),
  };
  const fields = { fileName, uploadScale, ...declared, ...title };
  return fileBody(fields, request, onProgress);
}

/** Body of POST /models/<modelId>/photos/v1. */
export function photoBody(request: PhotoRequest, onProgress?: (sent: number) => void): RequestBody {
  const { title, description, materialId } = request;
  return fileBody({ title, description, ...(materialId !== null && { materialId }) }, request, onProgress);
}

/**
 * The fields, then `file` as base64, so that the last byte comes after the whole file. Throws `file-changed`
 * before the last byte when the bytes read are not those of `size` and `sha256`, and `file-missing` when
 * there is no such file.
 */
function fileBody(
  fields: Readonly<Record<string, unknown>>,
  request: FileRequest,
  onProgress?: (sent: number) => void,
): RequestBody {
  const prefix = Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"file":"`);
  const base64Length = 4 * Math.ceil(request.size / 3);
  const lastByte = Buffer.from('}');
  async function* parts(onRead?: (bytes: number) => void) {
    yield prefix;
    yield* base64Slices(request, onRead);
    yield Buffer.from('"');
  }
  return {
    length: prefix.length + base64Length + 2,
    lastByte,
    parts: () => parts(onProgress),
    async sha1() {
      const hash = createHash('sha1');
      for await (const part of parts()) hash.update(part);
      return hash.update(lastByte).digest('base64');
    },
  };
}

/** Largest picture that is sent inside other fields, and therefore held in memory as a whole. Bytes. */
const largestPicture = 16 * 1024 * 1024;

/**
 * A picture as base64 (spec: Endpoints > POST /shapejs/v1). Throws like `fileBody`, and `file-changed` for
 * one that is too large.
 */
export async function pictureData(request: FileRequest): Promise<string> {
  if (request.size > largestPicture) {
    throw mainError('file-changed', ref('errors.file.pictureTooLarge'));
  }
  const slices: string[] = [];
  for await (const slice of base64Slices(request)) slices.push(slice.toString('latin1'));
  return slices.join('');
}

/** The file as base64; each slice is valid only until the next one is requested. */
async function* base64Slices({ path, size, sha256 }: FileRequest, onProgress?: (sent: number) => void) {
  const hash = createHash('sha256');
  const file = await open(path).catch((cause: unknown) => {
    throw mainError('file-missing', ref('errors.file.copyUnreadable'), { cause });
  });
  try {
    if ((await file.stat()).size !== size) throw changed();
    // Allocated once: new memory for each slice costs more than encoding it.
    const bytes = Buffer.allocUnsafeSlow(Math.min(sliceBytes, size));
    const text = Buffer.allocUnsafeSlow(4 * Math.ceil(bytes.length / 3));
    for (let sent = 0; sent < size; ) {
      const slice = bytes.subarray(0, Math.min(bytes.length, size - sent));
      await fill(file, slice);
      hash.update(slice);
      yield text.subarray(0, writeBase64(slice, text));
      sent += slice.length;
      onProgress?.(sent);
    }
    if (hash.digest('hex') !== sha256) throw changed();
  } finally {
    await file.close();
  }
}

/** Strings of this many bytes stay in V8's young generation, which halves the cost. A multiple of 3. */
const pieceBytes = 24 * 1024;

function writeBase64(bytes: Buffer, text: Buffer): number {
  let written = 0;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.toString('base64', from, Math.min(from + pieceBytes, bytes.length));
    written += text.write(piece, written, 'latin1');
  }
  return written;
}

/** A read may return fewer bytes than requested; a slice must be full so that its base64 joins the next. */
async function fill(file: FileHandle, target: Buffer): Promise<void> {
  for (let filled = 0; filled < target.length; ) {
    const { bytesRead } = await file.read(target, filled, target.length - filled);
    if (bytesRead === 0) throw changed();
    filled += bytesRead;
  }
}

const changed = () => mainError('file-changed', ref('errors.file.copyDamagedUnsent'));
