/**
 * Finds the models of the service that an upload made. A model is the upload's with certainty if its file
 * name carries the mark and its length and MD5 match (reliability: R12). A model with only the same title may
 * be it.
 */
import { type ModelFile, type ModelListEntry, modelsPerPage } from '../../../src-shared/api/models.ts';
import { isSameFile } from '../../../src-shared/api/same-file.ts';
import { ifThere } from '../../api-client/if-there.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import type { UploadRecord } from '../../db/job-record.ts';
import { markedName, modelTitle } from '../core/ids.ts';

/** More than these are never listed completely; 36 on a page. Without pauses, 200 pages. */
const [mostModels, mostAtOnce] = [20_000, 7_200];
/** Files that one check reads; each costs a call. */
const mostFiles = 500;
/**
 * [Assumption: upload-title] A model keeps the title that it was sent with until the outcome of its upload is
 * known. If somebody changed it at once, the model is still among this many of the newest.
 */
const maxCandidates = 24;
/** Files that were read already. A version of a file never changes. */
const mostRemembered = 5_000;

export interface ModelList {
  readonly models: readonly ModelListEntry[];
  /** These are all models. */
  readonly isComplete: boolean;
}

export interface FoundModels {
  /** With the mark, the length and the MD5; the oldest first. */
  readonly certain: readonly ModelListEntry[];
  /** With the mark and other bytes: the service stored something else than was sent. */
  readonly wrong: ModelListEntry | null;
  /** With the same title and nothing that rules them out; the newest first. */
  readonly possible: readonly ModelListEntry[];
  /** All models were listed, so what was not found is not there. */
  readonly isComplete: boolean;
}

type FileClient = Pick<ServiceClient, 'getModelFile'>;

/** First versions of files, by account and model. */
export class KnownFiles {
  readonly #files = new Map<string, ModelFile>();

  /** Null if the service has no such file or shows no files. */
  async read(accountId: string, modelId: number, client: FileClient): Promise<ModelFile | null> {
    const key = `${accountId} ${modelId}`;
    const known = this.#files.get(key);
    if (known) return known;
    const file = await ifThere(client.getModelFile(modelId, 0));
    if (file === null) return null;
    if (this.#files.size >= mostRemembered) this.#files.clear();
    this.#files.set(key, file);
    return file;
  }
}

/**
 * `isTaken`: models that other jobs made. `areNewest`: the list begins with the newest. Throws what the
 * client throws.
 */
export async function findUpload(
  { accountId, payload, mark }: UploadRecord,
  { models, isComplete }: ModelList,
  client: FileClient,
  isTaken: (modelId: number) => boolean,
  files = new KnownFiles(),
  areNewest = true,
): Promise<FoundModels> {
  const sentName = markedName(payload.fileName, mark);
  const open = models.filter(({ modelId }) => !isTaken(modelId)).sort((a, b) => b.modelId - a.modelId);
  const newest = new Set(areNewest ? open.slice(0, maxCandidates) : []);
  const certain: ModelListEntry[] = [];
  const possible: ModelListEntry[] = [];
  let wrong: ModelListEntry | null = null;
  let read = 0;
  for (const model of open) {
    const sameTitle = model.title === modelTitle(payload.title);
    if (!sameTitle && !newest.has(model)) continue;
    read += 1;
    if (read > mostFiles) return { certain, wrong, possible, isComplete: false };
    const file = await files.read(accountId, model.modelId, client);
    if (file === null) {
      if (sameTitle) possible.push(model);
      continue;
    }
    const sameBytes = isSameFile(file, payload);
    if (file.fileName !== sentName) {
      if (sameBytes && sameTitle) possible.push(model);
    } else if (sameBytes) certain.unshift(model);
    else wrong = model;
  }
  return { certain, wrong, possible, isComplete };
}

/**
 * Whether these models answer the question, so that the rest is not read. `areNewest`: they begin the list.
 */
export type IsEnough = (models: readonly ModelListEntry[], areNewest: boolean) => Promise<boolean>;

/** Reads all models page by page, the newest first. Another call goes on where one was interrupted. */
export class ModelReading {
  readonly #models = new Map<number, ModelListEntry>();
  readonly #most: number;
  /** What was listed was enough: there may be more. */
  isStopped = false;
  #page = 1;

  constructor(most = mostModels) {
    this.#most = most;
  }

  /** `mayRead`: called before each page; what it throws ends the call. Throws what the client throws. */
  async readOn(
    client: Pick<ServiceClient, 'listModels'>,
    mayRead = () => {},
    isEnough: IsEnough = async () => false,
  ): Promise<ModelList> {
    // Models that were removed since have shifted the pages.
    this.#page = Math.max(1, this.#page - 1);
    const before = this.#list(false);
    this.isStopped = before.models.length > 0 && (await isEnough(before.models, true));
    if (this.isStopped) return before;
    for (let isFirst = true; ; isFirst = false) {
      mayRead();
      const entries = await client.listModels(this.#page);
      const known = this.#models.size;
      for (const entry of entries) this.#models.set(entry.modelId, entry);
      if (entries.length < modelsPerPage) return this.#list(true);
      this.isStopped = await isEnough(entries, this.#page === 1);
      if (this.isStopped) return this.#list(false);
      // A service that ignores the page number returns the same page forever.
      const isStuck = this.#models.size === known && !(isFirst && known > 0);
      if (isStuck || this.#models.size >= this.#most) return this.#list(false);
      this.#page += 1;
    }
  }

  #list(isComplete: boolean): ModelList {
    return { models: [...this.#models.values()], isComplete };
  }
}

/** Pages may shift while they are read, so a model can appear twice. Throws what the client throws. */
export const listAll = (client: Pick<ServiceClient, 'listModels'>): Promise<ModelList> =>
  new ModelReading(mostAtOnce).readOn(client);
