/**
 * A data folder of a service on SQLite with a row in every table: made by calls, where calls make such rows.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { png } from './images.ts';
import { boxStl } from './models.ts';
import { orderBody } from './order.ts';
import { startOwnService } from './own-service.ts';
import { signUp } from './sign-up.ts';
import { uploadBody } from './upload.ts';

export interface FullFolder {
  /** The credentials of the owner's application. */
  readonly bearer: string;
  readonly paymentId: string;
  /** A model that can be ordered. */
  readonly modelId: number;
  readonly lastOrder: number;
}

/** The last ids of these tables are higher than those of their rows: rows were removed. */
export const idsGiven = { ledger: 5000, photo: 900 };
/** More than are copied in one transaction. */
export const nonces = 3000;

export async function fillFolder(dataDir: string): Promise<FullFolder> {
  const own = await startOwnService({ dataDir, productionSeed: 7 });
  const { call, service, url } = own;
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const model = (name: string) => ask('POST', '/models/v1', uploadBody(boxStl(10, 20, 30, name)));
  const { modelId } = await model('gear “ä” 🦊');
  const second = (await model('second')).modelId;
  const removed = (await model('removed')).modelId;
  await ask('POST', `/models/${modelId}/files/v1`, uploadBody(boxStl(11, 20, 30, 'version 1')));
  await ask('PUT', `/models/${second}/info/v1`, { title: 'Zweitens', tags: ['a', 'b'] });
  const photo = { file: png(30, 20).toString('base64'), title: 'On my desk', materialId: 6 };
  await ask('POST', `/models/${modelId}/photos/v1`, photo);
  await ask('POST', '/orders/cart/v1', { modelId: second, materialId: 6, quantity: 2 });
  const paymentId = service.credentials.payment_verification_id;
  const order = (id: number, quantity = 2) =>
    ask('POST', '/orders/v1', orderBody([{ modelId: id, materialId: 6, quantity }], paymentId));
  const shipped = await order(modelId);
  await order(removed);
  const cancelled = await order(second);
  await ask('PUT', `/orders/${cancelled.orderId}/v1`, { status: 'cancelled' });
  await ask('DELETE', `/models/${removed}/v1`);
  for (const act of ['start', 'complete', 'ship'] as const)
    await service.operator.act({ act, orderId: shipped.orderId });
  const { body: status } = await call('GET', `/orders/${shipped.orderId}/v1`);
  const [orderProductId] = Object.keys(status.ordersStatus[shipped.orderId].items);
  await ask('POST', `/orders/${shipped.orderId}/reprint/v1`, {
    reprintReasonId: 503,
    reprintComment: 'It broke.',
    quantity: 1,
    orderProductId: Number(orderProductId),
  });
  const { orderId: lastOrder } = await order(second, 3);
  await signUp(url, 'Zaphod');
  await service.close();
  addByHand(join(dataDir, 'service.sqlite'));
  return { bearer: own.bearer, paymentId, modelId, lastOrder };
}

/** Rows that would take long to make by calls, or are soon removed. */
function addByHand(file: string): void {
  const database = new Sqlite(file);
  const client = database.prepare('select client_id from application limit 1').pluck().get();
  const run = (text: string, ...values: unknown[]) => database.prepare(text).run(...values);
  run(`insert into authorization_code values ('code', ?, 1, 'oob', null, 'family', 9e15, null)`, client);
  run(`insert into refresh_token values ('refresh', ?, 1, 'family', 1, null)`, client);
  run(`insert into unused_file values (?, 1, null, null)`, 'f'.repeat(64));
  run(
    `insert into oauth1_nonce with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      select ?, 'token', 1700000000 + i, 'n' || i from n`,
    nonces,
    client,
  );
  // A scale with all digits, and ids whose rows are gone.
  run('update model_file set upload_scale = 0.0254000508001016 where model_id = 1 and version = 0');
  for (const [table, seq] of Object.entries(idsGiven))
    run('update sqlite_sequence set seq = ? where name = ?', seq, table);
  database.close();
}
