/**
 * Makes a product of one's own from another (spec: Endpoints > POST /shapejs/v1). Nothing of the request shows in
 * the model that comes of it, so a lost answer is settled by new models: none, and it goes again; some, and a person
 * says whether one of them is it (reliability.md 2.5).
 */
import type { ModelListEntry } from '../../../src-shared/api/models.ts';
import { pictureData } from '../../api-client/bodies.ts';
import { concludeAbsent, fenceOf } from '../fenced-look.ts';
import { listAll } from '../find-upload.ts';
import type { Ledger } from '../ledger.ts';
import { fullFile, readSpooled } from '../spooled-file.ts';
import { mapOutcome } from '../task.ts';
import type { RecordOf, Strategy } from './change.ts';

export const customise: Strategy<'customise'> = {
  async prepare({ payload }, client, { spool }) {
    const { spin, text } = payload;
    const file = fullFile(payload);
    const picture = file && {
      name: file.fileName,
      data: await pictureData(await readSpooled(spool, file)),
    };
    const { models, isComplete } = await listAll(client);
    return {
      baseline: models.map(({ modelId }) => modelId),
      baselineComplete: isComplete,
      send: async (gate) =>
        mapOutcome(await client.customise({ spin, text, picture }, gate), ({ modelId }) => ({
          kind: 'result',
          result: { remoteId: modelId, made: 'model' },
        })),
    };
  },
  async look(record, client, parts) {
    const seen = await fenceOf(record, client, parts);
    const { models, isComplete } = await listAll(client);
    const problem = { code: 'customised-unclear', message: unclear };
    const isNew = newAmong(models, record, parts.ledger).length > 0;
    const absent = await concludeAbsent(record, seen, client, parts, problem);
    return absent.kind === 'absent' && (isNew || !isComplete) ? { kind: 'ask', problem } : absent;
  },
  async candidates(record, client, ledger) {
    const { models } = await listAll(client);
    return newAmong(models, record, ledger).map(({ modelId, title }) => ({
      remoteId: modelId,
      title,
      detail: `Model ${modelId}. It was not there before the product was asked for.`,
    }));
  },
};

/** Models that came after it was sent and that no other job made. The newest first. */
function newAmong(
  models: readonly ModelListEntry[],
  { id, accountId }: RecordOf<'customise'>,
  ledger: Ledger,
): ModelListEntry[] {
  const before = new Set(ledger.evidence.attemptsOf(id)[0]?.baseline ?? []);
  return models
    .filter(({ modelId }) => !before.has(modelId))
    .filter(({ modelId }) => ledger.jobs.withResult(accountId, 'upload', modelId, id) === null)
    .sort((a, b) => b.modelId - a.modelId);
}

const unclear =
  'The answer was lost, and Fabdesk cannot tell which new model of the service, if any, is this product. Look in the Library, then say what you find.';
