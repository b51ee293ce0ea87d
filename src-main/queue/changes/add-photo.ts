/**
 * Adds a photo to a model (spec: Endpoints > POST /models/<modelId>/photos/v1). The interface lists no photos and
 * removes none, so only a person can see whether a photo without an answer arrived (reliability: R12).
 */
import { isSameFile } from '../../../src-shared/api/same-file.ts';

import { priorities } from '../core/priorities.ts';
import { readSpooled } from '../send/spooled-file.ts';
import { type Conclusion, mapOutcome } from '../send/task.ts';
import type { Strategy } from './change.ts';

export const addPhoto: Strategy<'add-photo'> = {
  lane: 'upload',
  priority: priorities.photo,
  isAdditive: false,
  isOverwriting: false,
  async prepare({ payload }, client, { spool }) {
    const { modelId, title, description, materialId } = payload;
    const request = { ...(await readSpooled(spool, payload)), title, description, materialId };
    return {
      send: async (gate) =>
        mapOutcome(
          await client.addPhoto(modelId, request, gate),
          (photo): Conclusion =>
            isSameFile(photo, payload)
              ? { kind: 'result', result: { remoteId: modelId } }
              : { kind: 'mismatch', problem: otherBytes },
        ),
    };
  },
  check: async () => ({ kind: 'ask', problem: unseen }),
};

const unseen = {
  code: 'photo-unseen',
  message:
    'The answer to this photo was lost, and the service does not tell programs which photos a model has. Look at the model’s own page, then say whether the photo is there.',
};
const otherBytes = {
  code: 'checksum-mismatch',
  message:
    'The service stored other bytes than those of the photo. Look at the model’s own page, then say what you find.',
};
