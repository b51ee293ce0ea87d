/**
 * Orders that wait for their uploads: they continue when all are done, and are rejected when one can never be
 * done.
 */
import { finalStates } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { mainProblem, textOf } from '../../main-error.ts';
import type { Ledger } from './ledger.ts';

/**
 * Called in the transaction that changed upload `id`, or found its record damaged. Does nothing while it may
 * still succeed.
 */
export function afterUpload(ledger: Ledger, id: string): void {
  const upload = ledger.jobs.read(id);
  if (upload === null) {
    for (const order of ledger.jobs.dependents(id))
      ledger.change(order.id, { type: 'fail-dependency', problem: recordLost });
    return;
  }
  const { state } = upload.condition;
  if (upload.kind !== 'upload' || !finalStates.has(state)) return;
  for (const order of ledger.jobs.dependents(id)) {
    if (state !== 'done') {
      ledger.change(order.id, { type: 'fail-dependency', problem: endedWithout(upload) });
    } else if (order.condition.wait === 'dependency' && allDone(ledger, order)) {
      ledger.change(order.id, { type: 'release' });
    }
  }
}

export const allDone = (ledger: Ledger, { dependsOn }: Pick<JobRecord, 'dependsOn'>): boolean =>
  dependsOn.every((id) => ledger.jobs.read(id)?.condition.state === 'done');

const recordLost = mainProblem('upload-failed', ref('problems.uploadRecordLost'));

function endedWithout(upload: JobRecord) {
  const file = upload.kind === 'upload' ? upload.payload.fileName : upload.id;
  const { problem } = upload.condition;
  const why = problem === null ? ref('problems.youEndedIt') : textOf(problem);
  return mainProblem('upload-failed', ref('problems.uploadEnded', { file, why }));
}
