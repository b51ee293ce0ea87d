/**
 * How the shapes of files relate, read in a thread of its own: handing over a part must not stop the queue.
 */
import { Worker } from 'node:worker_threads';
import type { ShapeRelation } from '../../src-shared/geometry/compare/part-shape.ts';
import type { LengthUnit } from '../../src-shared/units/units.ts';
import { workerUrl } from '../worker-url.ts';

export interface RelatedFile {
  /** Where its bytes are. */
  readonly path: string;
  /** The name of the model, with its extension. */
  readonly name: string;
  /** Counts if the file states none; null: that of the other file. */
  readonly unit: LengthUnit | null;
}

export interface RelateQuestion {
  readonly next: RelatedFile;
  readonly parts: readonly RelatedFile[];
}

export interface FileRelations {
  /** The name of the part in the new file. */
  readonly product: string | null;
  /** For each part its name in the file, and how the new shape relates to it; null if it cannot be read. */
  readonly parts: readonly { readonly product: string | null; readonly shape: ShapeRelation | null }[];
}

/** Reading takes too long beyond this, ms. */
const patience = 60_000;

/** Everything is null where the files cannot be read in time. */
export function relateFiles(question: RelateQuestion): Promise<FileRelations> {
  const worker = new Worker(workerUrl(import.meta.url, './relate-files.worker.ts'), { workerData: question });
  const unknown = { product: null, parts: question.parts.map(() => ({ product: null, shape: null })) };
  return new Promise((resolve) => {
    const end = (answer: FileRelations) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(unknown), patience);
    worker.once('message', end);
    worker.once('error', () => end(unknown));
    worker.once('exit', () => end(unknown));
  });
}
