/**
 * Sends answers that contain a model file: `fileData` is sent as base64 piece by piece, never held in memory as a
 * whole.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A multiple of 3, so that the base64 of the pieces joins without padding. */
const pieceSize = 3 * 256 * 1024;

/** Sends `answer` with the file's content as its last field. */
export async function sendWithFileData(
  reply: FastifyReply,
  answer: Readonly<Record<string, unknown>>,
  path: string,
): Promise<FastifyReply> {
  const { size } = await stat(path);
  const head = Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"fileData":"`);
  const tail = Buffer.from('"}');
  return reply
    .type('application/json; charset=utf-8')
    .header('Content-Length', head.length + Math.ceil(size / 3) * 4 + tail.length)
    .send(Readable.from(pieces(head, path, tail), { objectMode: false }));
}

async function* pieces(head: Buffer, path: string, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
  yield tail;
}
