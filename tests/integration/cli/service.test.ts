/**
 * Rehearsals from the command line: on the local service of a real application, and on a separate service.
 * @release
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../src-main/app.ts';
import type { OperatorState } from '../../../src-shared/api/operator.ts';
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { modelFolder } from '../../support/cli.ts';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

const address = addressOptions(usAddress);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const fabdesk = (argv: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  runFabdesk(argv, { cwd, env: { FABDESK_DATA: join(cwd, 'data'), ...env } });

describe('the local service of Fabdesk', () => {
  async function placedOrder(cwd: string): Promise<number> {
    const argv = ['order', '--json', '--yes', '--unit', 'mm', ...address, 'cube.stl:6:2'];
    const { stderr, json } = await fabdesk(argv, cwd);
    expect(stderr).toBe('');
    return (json() as { orderId: number }).orderId;
  }
  const statusOf = async (cwd: string, orderId: number) =>
    ((await fabdesk(['orders', '--json', String(orderId)], cwd)).json() as OrderView).status;

  it('An order goes from placed to shipped as time passes, command by command.', async () => {
    const cwd = modelFolder();
    const orderId = await placedOrder(cwd);
    expect(await statusOf(cwd, orderId)).toBe('placed');

    const day = (await fabdesk(['service', 'advance', '--json', '13h'], cwd)).json() as OperatorState;
    expect(day.clockOffsetSeconds).toBe(13 * 3600);
    expect(await statusOf(cwd, orderId)).toBe('in_production');

    const later = await fabdesk(['service', 'advance', '30d'], cwd);
    expect(later).toMatchObject({ code: 0, stderr: '' });
    expect(later.stdout).toMatch(/For the service it is .*, 30 d 13 h ahead\./);
    expect(later.stdout).toMatch(new RegExp(`^\\s*${orderId}\\s+shipped .*Lovelace.*2 complete`, 'm'));
    expect(await statusOf(cwd, orderId)).toBe('shipped');

    const again = await fabdesk(['service', 'ship', String(orderId)], cwd);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toBe(`fabdesk: Order ${orderId} is shipped and does not change any more.\n`);
  });

  it('An order is made and charged as placed, whatever happened to its model.', async () => {
    const cwd = modelFolder({ 'big.stl': boxStl(30, 30, 30) });
    const books = () => {
      const database = new Sqlite(join(cwd, 'data', 'service', 'service.sqlite'), { readonly: true });
      const last = database
        .prepare(
          'SELECT model_id, model_version, sha256, unit_price_cents FROM order_product ORDER BY order_product_id DESC',
        )
        .get();
      database.close();
      return last as { model_id: number; model_version: number; sha256: string; unit_price_cents: number };
    };
    await placedOrder(cwd);
    const first = books();
    const asBefore = { sha256: first.sha256, unit_price_cents: first.unit_price_cents, model_version: 0 };
    const changes = [
      (id: string) => ['models', 'add-file', id, 'big.stl', '--unit', 'mm'],
      (id: string) => ['models', 'edit', id, '--markup', '6=100'],
      (id: string) => ['models', 'delete', '--yes', id],
    ];
    for (const change of changes) {
      const { model_id } = books();
      const changed = await fabdesk(change(String(model_id)), cwd);
      expect(changed).toMatchObject({ code: 0, stderr: '' });
      await placedOrder(cwd);
      expect(books()).toMatchObject(asBefore);
      expect(books().model_id).toBeGreaterThan(model_id);
    }
  }, 60_000);

  it('The operator loses, finds and rejects an order by hand.', async () => {
    const cwd = modelFolder();
    const app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0' });
    closers.push(() => app.close());
    const orderId = await placedOrder(cwd);
    expect((await fabdesk(['service', 'lose', String(orderId)], cwd)).stdout).toContain(
      `Order ${orderId}: unknown`,
    );
    await fabdesk(['service', 'advance', '60d'], cwd);
    expect(await statusOf(cwd, orderId)).toBe('unknown');
    expect((await fabdesk(['service', 'find', String(orderId)], cwd)).code).toBe(0);
    const reason = 'A wall is thinner than 0.7 mm.';
    const rejected = await fabdesk(['service', 'reject', String(orderId), '--reason', reason], cwd);
    expect(rejected).toMatchObject({ code: 0, stderr: '' });
    expect(rejected.stdout).toContain(`rejected  ${reason}`);
    expect(await statusOf(cwd, orderId)).toBe('cancelled');
  });

  it('service makes a running Fabdesk’s calls fail, and refuses if nothing would keep running.', async () => {
    const cwd = modelFolder();
    const add = ['service', 'faults', 'add', 'status-before', '--status', '429', '--path', '/price'];
    const alone = await fabdesk(add, cwd);
    expect(alone).toMatchObject({ code: 1, stdout: '' });
    expect(alone.stderr).toContain('Open Fabdesk first');

    const app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0' });
    closers.push(() => app.close());
    const added = await fabdesk([...add, '--times', '2'], cwd);
    expect(added).toMatchObject({
      code: 0,
      stdout: '  fault: status-before with 429 on any call of /price…, 2 calls left\n',
    });
    expect((await fabdesk(['service', 'faults', 'clear'], cwd)).stdout).toBe('No pending faults.\n');
  });
});

describe('a service that runs alone', () => {
  async function alone(): Promise<{ service: TestService; env: Record<string, string> }> {
    const service = await startService();
    closers.push(() => service.close());
    const url = await service.service.operator.listen(0);
    return { service, env: { FABDESK_OPERATOR: url, FABDESK_OPERATOR_KEY: service.service.operator.key } };
  }

  it('A separate service is operated through its operator interface, without the application.', async () => {
    const cwd = modelFolder();
    const { service, env } = await alone();
    const modelId = await upload(service, boxStl(10, 10, 10));
    const { body } = await service.call(
      'POST',
      '/orders/v1',
      orderBody([{ modelId, materialId: 6, quantity: 3 }], service.credentials.payment_verification_id),
    );
    const shipped = await fabdesk(['service', 'ship', String(body.orderId)], cwd, env);
    expect(shipped).toMatchObject({ code: 0, stderr: '' });
    expect(shipped.stdout).toMatch(/3 complete\n {2}shipment: .*tracking/);

    await fabdesk(['service', 'faults', 'add', 'drop-after', '--method', 'get'], cwd, env);
    await expect(service.call('GET', '/api/v1/')).rejects.toThrow('fetch failed');
    expect((await service.call('GET', '/api/v1/')).status).toBe(200);
  });

  it('The service is the one named after the step.', async () => {
    const cwd = modelFolder();
    const { env } = await alone();
    const { FABDESK_OPERATOR = '', ...key } = env;
    // Not the local one, whose clock was not to be moved.
    await fabdesk(['service', 'advance', '1h', '--operator', FABDESK_OPERATOR], cwd, key);
    expect((await fabdesk(['service', 'state'], cwd, env)).stdout).toContain('1 h ahead');
  });

  it('A wrong key, a key in a file, and a missing service are reported.', async () => {
    const cwd = modelFolder();
    const { env } = await alone();
    const wrong = await fabdesk(['service'], cwd, { ...env, FABDESK_OPERATOR_KEY: 'wrong' });
    expect(wrong.code).toBe(4);
    writeFileSync(join(cwd, 'key'), `${env['FABDESK_OPERATOR_KEY']}\n`, { mode: 0o600 });
    const byFile = await fabdesk(['service', '--operator-key-file', 'key'], cwd, {
      ...env,
      FABDESK_OPERATOR_KEY: '',
    });
    expect(byFile).toMatchObject({ code: 0, stderr: '' });
    const gone = await fabdesk(['service', '--operator', 'http://127.0.0.1:1'], cwd, env);
    expect(gone.code).toBe(3);
    expect(gone.stderr).toContain('Is the service running?');
  });
});
