/** Which picture a model, a line of the cart or a job shows: that of the file this machine sent. */
import { expect, it } from 'vitest';
import { fileOfModel, filesOfJob } from '../../../src-renderer/ui/models/file-of-model.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { orderPayload, uploadPayload } from '../../support/jobs.ts';
import { changeJob } from '../../support/samples.ts';

const common = {
  accountId: 'local',
  state: 'done',
  wait: null,
  notBefore: null,
  attempt: 1,
  createdAt: 0,
  updatedAt: 0,
  problem: null,
} as const;
const first = 'a1'.repeat(32);
const second = 'b2'.repeat(32);
const upload = (id: string, file: string, modelId: number | null, accountId = 'local'): Job => ({
  ...common,
  dependsOn: [],
  accountId,
  id,
  kind: 'upload',
  payload: { ...uploadPayload, file },
  result: modelId === null ? null : { modelId, modelVersion: 0, printable: 'yes' },
});
const app = (...jobs: Job[]) => ({ jobs, status: sampleStatus() });

it('A model shows the file that was uploaded as it, and the newest of its files.', () => {
  const uploaded = upload('u1', first, 12);
  expect(fileOfModel(app(uploaded), 12)).toBe(first);
  expect(fileOfModel(app(uploaded), 13)).toBeNull();
  const replaced = changeJob({
    state: 'done',
    payload: { ...uploadPayload, op: 'add-file', modelId: 12, modelTitle: 'bracket', file: second },
  });
  // Jobs are listed newest first.
  expect(fileOfModel(app(replaced, uploaded), 12)).toBe(second);
  expect(fileOfModel(app({ ...replaced, state: 'rejected' } as Job, uploaded), 12)).toBe(first);
});

it('The same number in another account is another model.', () => {
  const foreign = upload('u1', first, 12, 'other');
  expect(fileOfModel(app(foreign), 12)).toBeNull();
  expect(fileOfModel(app(foreign), 12, 'other')).toBe(first);
});

it('An order shows each of its parts, also while they are not uploaded yet.', () => {
  const [line] = orderPayload.lines;
  const order: Job = {
    ...common,
    dependsOn: [],
    id: 'o1',
    kind: 'order',
    payload: { ...orderPayload, lines: [{ ...line!, source: { uploadJobId: 'u2' } }, line!] },
    result: null,
    offer: null,
  };
  expect(filesOfJob(order, app(order, upload('u2', second, null)))).toEqual([second, null]);
  expect(filesOfJob(order, app(order, upload('u1', first, 12), upload('u2', second, null)))).toEqual([
    second,
    first,
  ]);
});
