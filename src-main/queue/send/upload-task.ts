/**
 * Uploads a spooled file as a new model (spec: Endpoints > POST /models/v1) and checks the copy that the
 * service reports.
 */
import { createHash } from 'node:crypto';
import type { UploadedModel } from '../../../src-shared/api/models.ts';
import { isSameFile } from '../../../src-shared/api/same-file.ts';
import type { UploadPayload } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { UploadRequest } from '../../api-client/service-client.ts';
import type { UploadRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';
import type { Spool } from '../../files/spool.ts';
import { mainProblem } from '../../main-error.ts';
import { markedName, modelTitle } from '../core/ids.ts';
import { type ConsentOf, requireConsent, whileConsented } from './consent-guard.ts';
import { ownResult } from './own-result.ts';
import { readSpooled } from './spooled-file.ts';
import { type AnswerMeaning, mapOutcome, type Prepare } from './task.ts';

/**
 * Checks only presence and size: the bytes are hashed while they are sent, before the last byte, so that the
 * file is read once. Throws `Held`, `file-missing`, `file-changed`.
 */
export function uploadPreparation({
  spool,
  consentOf,
  jobs,
}: {
  readonly jobs: Pick<JobStore, 'withResult'>;
  readonly spool: Pick<Spool, 'pathOf' | 'sizeOf'>;
  readonly consentOf: ConsentOf;
}): Prepare<UploadRecord> {
  return async (record, client) => {
    const { accountId, payload, mark } = record;
    const request: UploadRequest = {
      consent: requireConsent(consentOf, accountId),
      ...(await readSpooled(spool, payload)),
      // The mark identifies this upload among models of the same name; the title stays as chosen, if it fits.
      fileName: markedName(payload.fileName, mark),
      uploadScale: payload.uploadScale,
      title: modelTitle(payload.title),
    };
    const { fileName, uploadScale, title } = request;
    const facts = JSON.stringify({ file: payload.file, fileName, uploadScale, title });
    return {
      requestSha256: createHash('sha256').update(facts).digest('hex'),
      baseline: null,
      baselineComplete: false,
      reference: null,
      send: async (gate) =>
        mapOutcome(await client.uploadModel(request, whileConsented(gate, consentOf, accountId)), (model) =>
          conclude(model, record, jobs),
        ),
    };
  };
}

function conclude(
  model: UploadedModel,
  record: UploadRecord,
  jobs: Pick<JobStore, 'withResult'>,
): AnswerMeaning {
  const { payload } = record;
  const { modelId, modelVersion, printable } = model;
  if (isSameFile(model, payload)) {
    const own: AnswerMeaning = { kind: 'result', result: { modelId, modelVersion, printable } };
    const other = jobs.withResult(record.accountId, 'upload', modelId, record.id);
    // A service that keeps equal files once answers with the same model: the same bytes in the same size.
    const isEqual = other?.kind === 'upload' && isSamePart(other.payload, payload);
    return isEqual ? own : ownResult(record, { kind: 'upload', remoteId: modelId }, [], jobs, own);
  }
  const text = ref('problems.otherBytes', { model: `${modelId}`, file: payload.fileName });
  return { kind: 'mismatch', problem: mainProblem('checksum-mismatch', text) };
}

const isSamePart = (one: UploadPayload, other: UploadPayload): boolean =>
  one.file === other.file && one.uploadScale === other.uploadScale;
