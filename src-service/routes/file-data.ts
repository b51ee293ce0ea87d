/**
 * Sends answers that contain a model file: `fileData` is sent as base64 piece by piece, never held in memory as a
 * whole.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Fault } from '../fault.ts';

/** A multiple of 3, so that the base64 of the pieces joins without padding. */
const pieceSize = 3 * 256 * 1024;

/**
 * Opens a stored content, which stays readable although its model is deleted from now on.
 * @throws Fault 404 if it was deleted before
 */
export async function openContent(path: string): Promise<{ file: FileHandle; size: number }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Fault(404, 'gone', 'The model was deleted meanwhile.');
    throw error;
  });
  const { size } = await file.stat();
  return { file, size };
}

/** Sends `answer` with the file's content as its last field. */
export async function sendWithFileData(
  reply: FastifyReply,
  answer: Readonly<Record<string, unknown>>,
  path: string,
): Promise<FastifyReply> {
  const { file, size } = await openContent(path);
  const head = Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"fileData":"`);
  const tail = Buffer.from('"}');
  const answered = Readable.from(pieces(head, file, tail), { objectMode: false });
  // A client that leaves before the first piece would leave the file open.
  answered.once('close', () => void file.close().catch(() => undefined));
  return reply
    .type('application/json; charset=utf-8')
    .header('Content-Length', head.length + Math.ceil(size / 3) * 4 + tail.length)
    .send(answered);
}

async function* pieces(head: Buffer, file: FileHandle, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file.createReadStream({ highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
  yield tail;
}
