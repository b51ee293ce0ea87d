/**
 * Adds a photo to a model (spec: Endpoints > POST /models/<modelId>/photos/v1). The interface lists no photos
 * and removes none, so only a person can see whether a photo without an answer arrived (reliability: R12).
 */
import { isSameFile } from '../../../src-shared/api/same-file.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { mainProblem } from '../../main-error.ts';

import { priorities } from '../core/priorities.ts';
import { readSpooled } from '../send/spooled-file.ts';
import { type AnswerMeaning, mapOutcome } from '../send/task.ts';
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
          (photo): AnswerMeaning =>
            isSameFile(photo, payload)
              ? { kind: 'result', result: { remoteId: modelId } }
              : { kind: 'mismatch', problem: otherBytes },
        ),
    };
  },
  check: async () => ({ kind: 'ask', problem: unseen }),
};

const unseen = mainProblem('photo-unseen', ref('problems.photoUnseen'));
const otherBytes = mainProblem('checksum-mismatch', ref('problems.photoDiffers'));
