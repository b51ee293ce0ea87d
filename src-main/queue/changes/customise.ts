/**
 * Makes a customised product from another (spec: Endpoints > POST /shapejs/v1). The new model shows nothing
 * of the request, so a lost answer is resolved by looking for new models. If there are none, it is sent
 * again; otherwise a person decides whether one of them is it (reliability: R12).
 */
import type { ModelListEntry } from '../../../src-shared/api/models.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { pictureData } from '../../api-client/bodies.ts';
import type { ServiceClient } from '../../api-client/service-client.ts';
import { mainProblem } from '../../main-error.ts';
import { markOf } from '../core/ids.ts';
import type { Ledger } from '../core/ledger.ts';
import { priorities } from '../core/priorities.ts';
import { checkQuiescenceOf, concludeAbsent } from '../reconcile/absence-check.ts';
import { KnownFiles, listAll } from '../reconcile/find-upload.ts';
import { candidate } from '../resolve/candidate.ts';
import { ownResult } from '../send/own-result.ts';
import { fullFile, readSpooled } from '../send/spooled-file.ts';
import { mapOutcome } from '../send/task.ts';
import type { RecordOf, Strategy } from './change.ts';

export const customise: Strategy<'customise'> = {
  lane: 'upload',
  priority: priorities.change,
  isAdditive: true,
  isOverwriting: false,
  async prepare(record, client, { spool, ledger }) {
    const { payload } = record;
    const { spin, text } = payload;
    const file = fullFile(payload);
    const picture = file && {
      name: file.fileName,
      data: await pictureData(await readSpooled(spool, file)),
    };
    const { models, isComplete } = await listAll(client);
    const baseline = models.map(({ modelId }) => modelId);
    return {
      baseline,
      baselineComplete: isComplete,
      send: async (gate) =>
        mapOutcome(await client.customise({ spin, text, picture }, gate), ({ modelId: remoteId }) =>
          ownResult(record, { kind: 'upload', remoteId }, baseline, ledger.jobs, {
            kind: 'result',
            result: { remoteId, made: 'model' },
          }),
        ),
    };
  },
  async check(record, client, parts) {
    const seen = await checkQuiescenceOf(record, client, parts);
    const { models, isComplete } = await listAll(client);
    const absent = await concludeAbsent(record, seen, client, parts, unclear);
    if (absent.kind !== 'absent') return absent;
    const isNew = (await newAmong(models, record, client, parts.ledger)).length > 0;
    return isNew || !isComplete ? { kind: 'ask', problem: unclear } : absent;
  },
  async candidates(record, client, ledger) {
    const { models } = await listAll(client);
    return (await newAmong(models, record, client, ledger)).map(({ modelId, title }) =>
      candidate(modelId, title, ref('problems.candidate.product', { model: `${modelId}` })),
    );
  },
};

/**
 * Models that are new since it was sent and that no other job made. Copies of uploads do not count. The
 * newest first.
 */
async function newAmong(
  models: readonly ModelListEntry[],
  { id, accountId }: RecordOf<'customise'>,
  client: ServiceClient,
  ledger: Ledger,
): Promise<ModelListEntry[]> {
  const { jobs } = ledger;
  const before = ledger.baselineOf(id);
  const files = new KnownFiles();
  const found: ModelListEntry[] = [];
  for (const model of [...models].sort((a, b) => b.modelId - a.modelId)) {
    const { modelId } = model;
    if (before.has(modelId) || jobs.withResult(accountId, 'upload', modelId, id) !== null) continue;
    // A late copy of an upload carries the upload's mark.
    const file = await files.read(accountId, modelId, client);
    const mark = file === null ? null : markOf(file.fileName);
    if (mark === null || jobs.byMark(mark) === null) found.push(model);
  }
  return found;
}

const unclear = mainProblem('customised-unclear', ref('problems.customisedUnclear'));
