/** Sends answers with a model file: `fileData` goes out as base64 piece by piece, never held whole. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type ByteRange, type FileStore, goneFile, type OpenedFile } from '../files/file-store.ts';

/**
 * Opens a stored content, which stays readable although its model is deleted from now on.
 * @throws Fault 404 if it was deleted before, 503 if the files cannot be reached
 */
export async function openContent(files: FileStore, sha256: string, range?: ByteRange): Promise<OpenedFile> {
  const opened = await files.open(sha256, range);
  if (opened === null) throw goneFile();
  return opened;
}

/** Sends `answer` with the file's content as its last field. */
export async function sendWithFileData(
  reply: FastifyReply,
  answer: Readonly<Record<string, unknown>>,
  files: FileStore,
  sha256: string,
): Promise<FastifyReply> {
  const { stream, length } = await openContent(files, sha256);
  const head = Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"fileData":"`);
  const tail = Buffer.from('"}');
  const answered = Readable.from(pieces(head, stream, tail), { objectMode: false });
  // A client that leaves before the first piece would leave the file open.
  answered.once('close', () => stream.destroy());
  return reply
    .type('application/json; charset=utf-8')
    .header('Content-Length', head.length + Math.ceil(length / 3) * 4 + tail.length)
    .send(answered);
}

async function* pieces(head: Buffer, stream: Readable, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
  yield tail;
}
