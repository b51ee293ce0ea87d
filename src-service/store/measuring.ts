/**
 * Measures stored files. A single process measures all itself (`OwnMeasuring`); several share the work
 * through the database (`fleet/shared-measuring.ts`). An interrupted measurement is repeated later.
 */
import { Fault } from '../fault.ts';
import type { MeasuredFile } from '../measure/measured-file.ts';
import type { Measurer } from '../measure/measurer.ts';
import type { Store, Tx } from './dialect.ts';
import type { Row } from './schema.ts';
import type { StoredUpload, Uploads } from './uploads.ts';

type ModelFileRow = Row<'model_file'>;

export interface Measuring {
  /** To be called in the transaction that stores the file. */
  enqueue(tx: Tx, file: ModelFileRow, upload: StoredUpload): Promise<void>;
  /** To be called once it is stored. */
  begin(file: ModelFileRow, upload: StoredUpload): void;
  /** Resolves when the version is measured, or after `ms`. */
  wait(modelId: number, version: number, ms: number): Promise<void>;
  /** Measures the files that were left: the service had stopped, or their measures could not be written. */
  resume(): Promise<void>;
  /** How many files wait and how many are being measured, in all processes. */
  count(): Promise<{ readonly waiting: number; readonly running: number }>;
  /** To be called when the measurer is closed. */
  close(): Promise<void>;
}

/** Measures taken while the file arrived. They treat it as STL, so they count if its name ends so. */
export const aheadOf = (file: ModelFileRow, upload: StoredUpload): StoredUpload['ahead'] =>
  /\.stl$/i.test(file.file_name) ? upload.ahead : undefined;

export const writeMeasures = (
  db: Store,
  { model_id, version }: Pick<ModelFileRow, 'model_id' | 'version'>,
  result: MeasuredFile,
): Promise<unknown> =>
  db
    .updateTable('model_file')
    .set({ geometry_json: JSON.stringify(result) })
    .where('model_id', '=', model_id)
    .where('version', '=', version)
    .execute();

export const keyOf = (file: Pick<ModelFileRow, 'model_id' | 'version'>): string =>
  `${file.model_id}/${file.version}`;

/** Rejects if the files cannot be reached. */
export function measureStored(
  uploads: Uploads,
  measurer: Measurer,
  file: Pick<ModelFileRow, 'sha256' | 'file_name'>,
): Promise<MeasuredFile> {
  return uploads.files
    .withPath(file.sha256, (path) => measurer.measure(path, file.file_name))
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Fault && thrown.code === 'gone')) throw thrown;
      return { error: { code: 'file-lost', message: 'The service has lost the file. Upload it again.' } };
    });
}

export class OwnMeasuring implements Measuring {
  readonly #store: Store;
  readonly #uploads: Uploads;
  readonly #measurer: Measurer;
  /** Measurements under way, `modelId/version`. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(store: Store, uploads: Uploads, measurer: Measurer) {
    this.#store = store;
    this.#uploads = uploads;
    this.#measurer = measurer;
  }

  /** Does nothing: a file without measures is one that waits. */
  async enqueue(): Promise<void> {}

  begin(file: ModelFileRow, upload: StoredUpload | null): void {
    const key = keyOf(file);
    const work = async () => {
      const result =
        (await (upload && aheadOf(file, upload))) ??
        (await measureStored(this.#uploads, this.#measurer, file));
      // A closing service leaves the file unmeasured; the next start measures it.
      if (!this.#measurer.closed) await writeMeasures(this.#store, file, result);
    };
    this.#running.set(
      key,
      work()
        .catch(() => undefined)
        .finally(() => this.#running.delete(key)),
    );
  }

  async wait(modelId: number, version: number, ms: number): Promise<void> {
    const running = this.#running.get(`${modelId}/${version}`);
    if (running) await orAfter(ms, running);
  }

  async resume(): Promise<void> {
    const waiting = await this.#store
      .selectFrom('model_file')
      .innerJoin('model', 'model.model_id', 'model_file.model_id')
      .selectAll('model_file')
      .where('model_file.geometry_json', 'is', null)
      .where('model.deleted_at', 'is', null)
      .execute();
    for (const file of waiting) if (!this.#running.has(keyOf(file))) this.begin(file, null);
  }

  async count() {
    const running = Math.min(this.#running.size, this.#measurer.threads);
    return { waiting: this.#running.size - running, running };
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}

/** Resolves with the work, or after `ms`. */
export async function orAfter(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
