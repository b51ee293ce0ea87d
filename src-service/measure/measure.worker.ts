/**
 * The thread for the heavy work of the service: it receives files (decode, hash, write) and measures them.
 * Started by `thread.ts`; takes and sends the messages of `messages.ts`; knows no HTTP and no database.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';
import { provideWasm } from '../../src-shared/geometry/readers/wasm-files.ts';
import { provideManifold } from '../../src-shared/geometry/repair/manifold-library.ts';
import { toAppError } from '../../src-shared/result.ts';
import { customiseModel } from '../customise/customise-model.ts';
import { readWasmFile } from '../wasm/wasm-file.ts';
import { Arrival } from './arrival.ts';
import { withArrivingFile, withFileSource } from './file-source.ts';
import { loadManifold } from './manifold.ts';
import { measureFile } from './measure-file.ts';
import type { MeasuredFile } from './measured-file.ts';
import type { ThreadAnswer, ThreadRequest } from './messages.ts';
import { FileReceiver, RefusedFile } from './receive-file.ts';

provideWasm(readWasmFile);
provideManifold(loadManifold);

const port = parentPort;
const receivers = new Map<number, FileReceiver>();

/** The niceness of a measuring thread, of at most 19: it gives way to those who send files and requests. */
const patient = 10;

let givesWay = false;
/** Only Linux has a priority per thread; elsewhere this would change the whole process. */
function giveWay(): void {
  if (givesWay || process.platform !== 'linux') return;
  setPriority(patient);
  givesWay = true;
}

const answer = (message: ThreadAnswer, transfer: ArrayBuffer[] = []): void =>
  port?.postMessage(message, transfer);

function discard(id: number): void {
  void receivers.get(id)?.discard();
  receivers.delete(id);
}

function refuse(id: number, thrown: unknown): void {
  discard(id);
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
        // The last pieces of a refused file may still arrive. They are acknowledged and dropped.
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
      const file = await receiver.end();
      receivers.delete(request.id);
      answer({ kind: 'received', id: request.id, file });
      return;
    }
    case 'abort':
      discard(request.id);
      return;
    case 'customise': {
      const base = readFileSync(request.path);
      const receiver = new FileReceiver(request.target, Number.MAX_SAFE_INTEGER, 'raw');
      try {
        receiver.write(await customiseModel(base, request.fileName, request));
        answer({ kind: 'customised', id: request.id, result: await receiver.end() });
      } catch (thrown) {
        await receiver.discard();
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
