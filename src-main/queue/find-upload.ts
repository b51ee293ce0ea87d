/**
 * Looks through the models of the service for one that an upload has made. A model whose file carries the
 * upload's mark in its name, and has its length and MD5, is that upload's with certainty (reliability.md 2.5);
 * one that only has its title may be it. Asks, decides nothing.
 */
import { type ModelFile, type ModelListEntry, modelsPerPage } from '../../src-shared/api/models.ts';
import type { UploadPayload } from '../../src-shared/jobs/job.ts';
import { toAppError } from '../../src-shared/result.ts';
import type { ServiceClient } from '../api-client/service-client.ts';
import type { UploadRecord } from '../db/job-record.ts';
import { markedName } from './ids.ts';

/** Pages that are looked through; 36 models each. */
const mostPages = 50;
/** Models of the same title whose files are looked at, the newest first. */
const mostLookedAt = 20;

type Client = Pick<ServiceClient, 'listModels' | 'getModelFile'>;

export interface FoundModels {
  /** Carries the mark, the length and the MD5. */
  readonly certain: ModelListEntry | null;
  /** Have the same title, and nothing that speaks against them; the newest first. */
  readonly possible: readonly ModelListEntry[];
}

/** `isTaken`: models that other jobs made. Throws what the client throws. */
export async function findUpload(
  { payload, mark }: UploadRecord,
  client: Client,
  isTaken: (modelId: number) => boolean,
): Promise<FoundModels> {
  const sentName = markedName(payload.fileName, mark);
  const sameTitle = (await listAll(client))
    .filter(({ modelId, title }) => title === payload.title && !isTaken(modelId))
    .sort((a, b) => b.modelId - a.modelId);
  const possible: ModelListEntry[] = [];
  for (const model of sameTitle.slice(0, mostLookedAt)) {
    const file = await firstFile(model.modelId, client);
    if (file === null) possible.push(model);
    else if (isSame(file, payload)) {
      if (file.fileName === sentName) return { certain: model, possible: [] };
      possible.push(model);
    }
  }
  return { certain: null, possible };
}

const isSame = ({ fileMd5Checksum, contentLength }: ModelFile, { md5, size }: UploadPayload): boolean =>
  fileMd5Checksum.toLowerCase() === md5 && contentLength === size;

/** Pages may shift while they are read, so a model can come twice. */
async function listAll(client: Client): Promise<ModelListEntry[]> {
  const models = new Map<number, ModelListEntry>();
  for (let page = 1; page <= mostPages; page++) {
    const entries = await client.listModels(page);
    for (const entry of entries) models.set(entry.modelId, entry);
    if (entries.length < modelsPerPage) break;
  }
  return [...models.values()];
}

/** Null where the service has no such file, or does not tell about files. */
async function firstFile(modelId: number, client: Client): Promise<ModelFile | null> {
  try {
    return await client.getModelFile(modelId, 0);
  } catch (thrown) {
    if (toAppError(thrown).code === 'not-found') return null;
    throw thrown;
  }
}
