/**
 * The thread that does the heavy work of the service: receiving files (decode, hash, write) and measuring
 * them. Started by `thread.ts`; talks in the messages of `messages.ts`; knows no HTTP and no database.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';
import { provideWasm } from '../../src-shared/geometry/readers/wasm-files.ts';
import { toAppError } from '../../src-shared/result.ts';
import { customiseModel } from '../customise/customise-model.ts';
import { Arrival } from './arrival.ts';
import { withArrivingFile, withFileSource } from './file-source.ts';
import { measureFile } from './measure-file.ts';
import type { MeasuredFile, ThreadAnswer, ThreadRequest } from './messages.ts';
import { FileReceiver, RefusedFile } from './receive-file.ts';
import { readWasmFile } from './wasm-file.ts';

provideWasm(readWasmFile);

const port = parentPort;
const receivers = new Map<number, FileReceiver>();

/** Of 20: a thread that measures takes what is left beside those who send files and ask questions, not half of it. */
const patient = 10;

let givesWay = false;
/** Only Linux knows the priority of one thread: elsewhere it would be that of the whole process. */
function giveWay(): void {
  if (givesWay || process.platform !== 'linux') return;
  setPriority(patient);
  givesWay = true;
}

const answer = (message: ThreadAnswer, transfer: ArrayBuffer[] = []): void =>
  port?.postMessage(message, transfer);

function refuse(id: number, thrown: unknown): void {
  receivers.get(id)?.discard();
  receivers.delete(id);
  if (thrown instanceof RefusedFile)
    answer({ kind: 'refused', id, code: thrown.code, message: thrown.message });
  else answer({ kind: 'refused', id, code: 'disk', message: String(thrown) });
}

async function handle(request: ThreadRequest): Promise<void> {
  switch (request.kind) {
    case 'open':
      receivers.set(
        request.id,
        new FileReceiver(request.path, request.limit, request.encoding, new Arrival(request.arrival)),
      );
      return;
    case 'data': {
      const { id, bytes } = request;
      try {
        // A refused file's last pieces are still under way; they are acknowledged and dropped.
        const size = receivers.get(id)?.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
        if (typeof size === 'number') answer({ kind: 'announced', id, size });
      } finally {
        const page = bytes.buffer as ArrayBuffer;
        answer({ kind: 'ack', id, bytes: bytes.length, page }, [page]);
      }
      return;
    }
    case 'end': {
      const receiver = receivers.get(request.id);
      if (!receiver) return;
      const file = receiver.end();
      receivers.delete(request.id);
      answer({ kind: 'received', id: request.id, file });
      return;
    }
    case 'abort':
      receivers.get(request.id)?.discard();
      receivers.delete(request.id);
      return;
    case 'customise': {
      const base = readFileSync(request.path);
      const receiver = new FileReceiver(request.target, Number.MAX_SAFE_INTEGER, 'raw');
      try {
        receiver.write(await customiseModel(base, request.fileName, request));
        answer({ kind: 'customised', id: request.id, result: receiver.end() });
      } catch (thrown) {
        receiver.discard();
        answer({ kind: 'customised', id: request.id, result: { error: toAppError(thrown) } });
      }
      return;
    }
    case 'measure': {
      giveWay();
      const { id, path, fileName, ahead } = request;
      const measure = (file: ByteSource): Promise<MeasuredFile> => measureFile(file, fileName);
      const result =
        ahead === undefined
          ? await withFileSource(path, measure)
          : await withArrivingFile(path, ahead.size, new Arrival(ahead.arrival), measure);
      answer({ kind: 'measured', id, result });
    }
  }
}

port?.on('message', (request: ThreadRequest) => {
  handle(request).catch((thrown: unknown) => {
    if (request.kind === 'measure' || request.kind === 'customise') {
      const message = 'The file could not be read from the disk of the service.';
      const result = { error: { code: 'file-lost', message } };
      answer({ kind: request.kind === 'measure' ? 'measured' : 'customised', id: request.id, result });
    } else refuse(request.id, thrown);
  });
});
