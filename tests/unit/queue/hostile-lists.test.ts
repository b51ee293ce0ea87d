/** Lists of a service that never end: what a check concludes from them, and what it costs. */
import { expect, it } from 'vitest';
import { findUpload, listAll } from '../../../src-main/queue/reconcile/find-upload.ts';
import { readKnownOrders } from '../../../src-main/queue/reconcile/known-orders.ts';
import { orderListSchema } from '../../../src-shared/api/orders.ts';
import { CodedError } from '../../../src-shared/result.ts';

it('A list of models that never ends is read for 200 pages, and never counts as complete.', async () => {
  let pages = 0;
  const listModels = async (page: number) => {
    pages += 1;
    return Array.from({ length: 36 }, (_, at) => ({ modelId: page * 36 + at, modelVersion: 0, title: 'x' }));
  };
  expect((await listAll({ listModels })).isComplete).toBe(false);
  expect(pages).toBe(200);
});

it('Pages of any length are kept up to a bound, and a repeated page ends the reading.', async () => {
  let pages = 0;
  const entries = (page: number) =>
    Array.from({ length: 3_000 }, (_, at) => ({ modelId: page * 3_000 + at, modelVersion: 0, title: 'x' }));
  const many = await listAll({ listModels: async (page) => entries(page) });
  expect([many.isComplete, many.models.length]).toEqual([false, 9_000]);
  const same = await listAll({
    listModels: async () => {
      pages += 1;
      return entries(1);
    },
  });
  expect([same.isComplete, pages]).toEqual([false, 2]);
});

it('Among endless models of the same title, 500 files are read and absence is not concluded.', async () => {
  let calls = 0;
  const models = Array.from({ length: 7_000 }, (_, modelId) => ({ modelId, modelVersion: 0, title: 'part' }));
  const payload = { title: 'part', fileName: 'part.stl', md5: 'a'.repeat(32), size: 1 };
  const record = { accountId: 'a', mark: 'm', payload } as unknown as Parameters<typeof findUpload>[0];
  const found = await findUpload(
    record,
    { models, isComplete: true },
    {
      getModelFile: async () => {
        calls += 1;
        throw new CodedError('not-found', 'No such file.');
      },
    },
    () => false,
  );
  expect([calls, found.isComplete, found.certain]).toEqual([500, false, []]);
});

it('A list of orders whose count grows for ever is read a bounded number of times.', async () => {
  let calls = 0;
  const listOrders = async () => {
    calls += 1;
    return orderListSchema.parse({
      result: 'success',
      ordersCount: { total: calls * 1_000 },
      ordersStatus: Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [calls * 100 + at, { status: 'placed', items: {} }]),
      ),
      ordersInfo: [],
    });
  };
  expect((await readKnownOrders({ listOrders })).isComplete).toBe(false);
  expect(calls).toBeLessThanOrEqual(61);
});
