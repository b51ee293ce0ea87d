/** Changes to request, the model that they change, and what was sent, for the tests of changes. */
import type { ChangeRequest } from '../../../src-main/queue/core/enqueue-change.ts';
import type { QueueBench } from '../../support/queue-bench.ts';
import { anOrder } from '../api-client/client-under-test.ts';

interface Case {
  /** Makes the thing that is to be changed. */
  readonly payload: (bench: QueueBench) => Promise<ChangeRequest>;
  /** How often it took effect at the service. */
  readonly effects: (bench: QueueBench) => number;
}

/** Repeating these does no harm, so one that was lost on the way is sent again automatically. */
export const harmless: Readonly<Record<string, Case>> = {
  'cancelling an order': {
    payload: async ({ service }) => ({ op: 'cancel-order', orderId: service.deliverLate(anOrder) }),
    effects: ({ service }) => service.cancelled.size,
  },
  'removing a model': {
    payload: async (bench) => ({ op: 'delete-model', ...(await aModel(bench)) }),
    effects: ({ service }) => Number(service.models.length === 0),
  },
  'changing the details of a model': {
    payload: async (bench) => ({
      op: 'edit-model',
      ...(await aModel(bench)),
      before: { title: 'bracket.stl', tags: [], isPublic: false },
      after: { title: 'Halter', tags: ['shelf', 'wall'], isPublic: true },
    }),
    effects: ({ service }) => Number(service.details.get(100)?.title === 'Halter'),
  },
  'adding a file version': {
    payload: async (bench) => {
      return {
        op: 'add-file',
        ...(await aModel(bench)),
        ...(await bench.stored('solid second', 'second.stl')),
        uploadScale: 0.001,
      };
    },
    effects: ({ service }) => service.versions.get(100)?.length ?? 0,
  },
};

/** The model that the first upload makes. */
export async function aModel(bench: QueueBench) {
  const job = await bench.upload();
  await bench.clock.settle();
  const done = bench.job(job.id);
  return { modelId: done.kind === 'upload' ? (done.result?.modelId ?? 0) : 0, modelTitle: 'bracket' };
}

export const sentChanges = (bench: QueueBench) =>
  bench.service.sent.filter((what) => !what.startsWith('upload'));
