/**
 * Uploads a spooled file as a new model (spec: Endpoints > POST /models/v1) and checks the copy that the service
 * reports.
 */

import { createHash } from 'node:crypto';
import type { UploadedModel } from '../../../src-shared/api/models.ts';
import { isSameFile } from '../../../src-shared/api/same-file.ts';
import type { UploadPayload } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { UploadRequest } from '../../api-client/service-client.ts';
import type { UploadRecord } from '../../db/job-record.ts';
import type { Spool } from '../../files/spool.ts';
import { mainProblem } from '../../main-error.ts';
import { markedName } from '../core/ids.ts';
import { type ConsentOf, requireConsent, whileConsented } from './consent-guard.ts';
import { readSpooled } from './spooled-file.ts';
import { type Conclusion, mapOutcome, type Prepare } from './task.ts';

/**
 * Checks only presence and size: the bytes are hashed while they are sent, before the last byte, so that the file is
 * read once. Throws `Held`, `file-missing`, `file-changed`.
 */
export function uploadPreparation({
  spool,
  consentOf,
}: {
  readonly spool: Pick<Spool, 'pathOf' | 'sizeOf'>;
  readonly consentOf: ConsentOf;
}): Prepare<UploadRecord> {
  return async ({ accountId, payload, mark }, client) => {
    const request: UploadRequest = {
      consent: requireConsent(consentOf, accountId),
      ...(await readSpooled(spool, payload)),
      // The mark identifies this upload among models of the same name; the title stays as chosen.
      fileName: markedName(payload.fileName, mark),
      uploadScale: payload.uploadScale,
      title: payload.title,
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
          conclude(model, payload),
        ),
    };
  };
}

function conclude(model: UploadedModel, payload: UploadPayload): Conclusion {
  const { modelId, modelVersion, printable } = model;
  if (isSameFile(model, payload)) {
    return { kind: 'result', result: { modelId, modelVersion, printable } };
  }
  const text = ref('problems.otherBytes', { model: `${modelId}`, file: payload.fileName });
  return { kind: 'mismatch', problem: mainProblem('checksum-mismatch', text) };
}
