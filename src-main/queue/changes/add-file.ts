/**
 * Adds a version to a model's file (spec: Endpoints > POST /models/<modelId>/files/v1). The file name carries
 * the job's mark, so the version can be recognised with certainty. A second identical version does no harm.
 */
import type { ModelFile } from '../../../src-shared/api/models.ts';
import { isSameFile } from '../../../src-shared/api/same-file.ts';
import { ifThere } from '../../api-client/if-there.ts';
import { markedName } from '../core/ids.ts';
import { priorities } from '../core/priorities.ts';
import { requireConsent, whileConsented } from '../send/consent-guard.ts';
import { readSpooled } from '../send/spooled-file.ts';
import { withResult } from '../send/task.ts';
import { found, type RecordOf, type Strategy } from './change.ts';

export const addFile: Strategy<'add-file'> = {
  lane: 'upload',
  priority: priorities.upload,
  isAdditive: false,
  isOverwriting: true,
  async prepare({ accountId, payload, mark }, client, { spool, consentOf }) {
    const { modelId, fileName, uploadScale } = payload;
    const request = {
      consent: requireConsent(consentOf, accountId),
      ...(await readSpooled(spool, payload)),
      fileName: markedName(fileName, mark),
      uploadScale,
    };
    const { modelVersion } = await client.getModelInfo(modelId);
    return {
      baseline: [modelVersion],
      baselineComplete: true,
      send: async (gate) =>
        withResult(await client.addFile(modelId, request, whileConsented(gate, consentOf, accountId)), {
          remoteId: modelId,
        }),
    };
  },
  async check(record, client, { ledger }) {
    const { modelId } = record.payload;
    const first = ledger.evidence.attemptsOf(record.id)[0]?.baseline?.[0] ?? 0;
    const { modelVersion } = await client.getModelInfo(modelId);
    for (let version = modelVersion; version > first; version--) {
      const file = await ifThere(client.getModelFile(modelId, version));
      if (file !== null && isOurs(file, record)) return found({ remoteId: modelId });
    }
    return {
      kind: 'absent',
      proof: 'absent-so-far',
      facts: { by: 'versions', read: [first, modelVersion] },
    };
  },
};

const isOurs = (file: ModelFile, { payload, mark }: RecordOf<'add-file'>) =>
  file.fileName === markedName(payload.fileName, mark) && isSameFile(file, payload);
