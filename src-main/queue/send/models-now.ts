/** Reads what the service says now about the models of an order. */
import type { ModelInfo } from '../../../src-shared/api/models.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { ifThere } from '../../api-client/if-there.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';

export interface ModelNow {
  /** The newest file, which is the one that is printed: an order cannot name a version. */
  readonly version: number;
  /** Null: the service does not say [Assumption: file-without-md5]. */
  readonly file: { readonly md5: string; readonly size: number } | null;
  readonly materials: ModelInfo['materials'];
  /**
   * False while the service measures it; until then it may refuse an order [Assumption: printable-values].
   */
  readonly isMeasured: boolean;
}

/** Models by id; null: not there, or not visible. */
export type ModelsNow = ReadonlyMap<number, ModelNow | null>;

type Reads = Pick<ServiceClient, 'getModelInfo' | 'getModelFile'>;

/**
 * How long reading an order may take in total if the rate limit interrupts it, in ms. What is read counts
 * until the order leaves, so this stays within the five minutes that a price counts; only orders of many
 * models need longer.
 */
const readingLasts = { few: 3 * 60_000, many: 15 * 60_000 };
const fewModels = 10;

interface Reading {
  /** Epoch ms. */
  readonly since: number;
  readonly models: Map<number, ModelNow | null>;
}

/**
 * Reads the models of orders. Where the rate limit interrupts an order, the next attempt goes on with what
 * this one has read: an order that needs more calls than the limit allows at once would never leave
 * otherwise. An order that waits until its models are measured reads only those again that were not.
 */
export class ModelReader {
  readonly #interrupted = new Map<string, Reading>();

  /**
   * Reads, then works with what was read. `keep`: says that the rate limit interrupted the order after this
   * work, so that the next attempt need not read again.
   */
  async with<T>(
    jobId: string,
    modelIds: readonly number[],
    client: Reads,
    now: () => number,
    work: (models: ModelsNow, keep: () => void) => Promise<T>,
  ): Promise<T> {
    const before = this.#interrupted.get(jobId);
    this.#interrupted.delete(jobId);
    const lasts = modelIds.length > fewModels ? readingLasts.many : readingLasts.few;
    const isRecent = before !== undefined && Math.abs(now() - before.since) < lasts;
    const reading: Reading = isRecent ? before : { since: now(), models: new Map() };
    const { models } = reading;
    const keep = () => void this.#interrupted.set(jobId, reading);
    try {
      for (const modelId of modelIds)
        if (models.get(modelId)?.isMeasured === false || !models.has(modelId))
          models.set(modelId, await readModel(modelId, client));
      return await work(models, keep);
    } catch (thrown) {
      const { code } = toAppError(thrown);
      if (code === 'rate-limited' || code === 'still-measuring') keep();
      throw thrown;
    }
  }
}

async function readModel(modelId: number, client: Reads): Promise<ModelNow | null> {
  const info = await ifThere(client.getModelInfo(modelId));
  if (info === null) return null;
  const { modelVersion: version, materials, printable } = info;
  const reported = await ifThere(client.getModelFile(modelId, version));
  const md5 = reported?.fileMd5Checksum.toLowerCase() ?? '';
  return {
    version,
    file: reported && md5 !== '' ? { md5, size: reported.contentLength } : null,
    materials,
    isMeasured: printable !== 'processing',
  };
}
