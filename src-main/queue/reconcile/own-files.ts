/**
 * Whether an order of the service contains a file of one of our lines, by the bytes that the service reports.
 * For a database that may not know all uploads of an order: its models then say nothing, their files do.
 */
import type { OrderInfo } from '../../../src-shared/api/orders.ts';
import { ifThere } from '../../api-client/if-there.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';

type Client = Pick<ServiceClient, 'getModelFile'>;

export class OwnFiles {
  readonly #md5s: ReadonlySet<string>;
  readonly #client: Client;
  readonly #known = new Map<number, boolean>();

  constructor({ payload }: OrderRecord, jobs: Pick<JobStore, 'read'>, client: Client) {
    const uploads = payload.lines.map(({ source }) =>
      'uploadJobId' in source ? jobs.read(source.uploadJobId) : null,
    );
    this.#md5s = new Set(uploads.flatMap((job) => (job?.kind === 'upload' ? [job.payload.md5] : [])));
    this.#client = client;
  }

  /** Throws what the client throws. */
  async areIn({ orderProducts }: OrderInfo): Promise<boolean> {
    if (this.#md5s.size === 0) return false;
    for (const { models } of orderProducts)
      for (const { modelId } of models) if (await this.#isOurs(modelId)) return true;
    return false;
  }

  async #isOurs(modelId: number): Promise<boolean> {
    const known = this.#known.get(modelId);
    if (known !== undefined) return known;
    // The first version is the one that was uploaded. The model may be gone, or not visible to us.
    const file = await ifThere(this.#client.getModelFile(modelId, 0));
    const isOurs = file !== null && this.#md5s.has(file.fileMd5Checksum.toLowerCase());
    this.#known.set(modelId, isOurs);
    return isOurs;
  }
}
