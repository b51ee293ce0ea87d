/** `npm run service` as a Windows program, with clients from outside over loopback. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ServiceFacts, signIn } from '../support/announced-service.ts';
import { cubeStl } from '../support/cube-stl.ts';
import { orderBody } from '../support/order.ts';
import { uploadBody } from '../support/upload.ts';
import { describeWindows, freshFolder, isWine, launchService, windowsPath } from './windows.ts';

describeWindows('The print service alone on Windows', () => {
  it('The service measures, prices and takes an order from an outside client, and has it after it was killed.', async () => {
    const data = freshFolder('service');
    const first = launchService(['--data', windowsPath(data)]);
    const facts = await first.said<ServiceFacts>();
    const call = await signIn(facts);
    const uploaded = await call('POST', '/models/v1', uploadBody(Buffer.from(cubeStl('cube'))));
    expect(uploaded).toMatchObject({ result: 'success', printable: 'yes' });
    const item = { modelId: uploaded.modelId, materialId: 6, quantity: 2 };
    const { orderId } = await call('POST', '/orders/v1', orderBody([item], facts.payment_verification_id));
    await first.kill();

    const second = launchService(['--data', windowsPath(data)]);
    const again = await second.said<ServiceFacts>();
    const { client_id, client_secret, payment_verification_id } = facts;
    expect(again).toMatchObject({ client_id, client_secret, payment_verification_id });
    const callAgain = await signIn(again);
    expect((await callAgain('GET', `/orders/${orderId}/v1`)).ordersStatus[orderId].status).toBe('placed');
    const model = await callAgain('GET', `/models/${uploaded.modelId}/v1`);
    expect(Buffer.from(model.fileData, 'base64').toString()).toBe(cubeStl('cube'));
  });

  it('A second service is kept out of the folder.', async () => {
    const data = windowsPath(freshFolder('service'));
    await launchService(['--data', data]).said();
    const second = await launchService(['--data', data]).end();
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`Another print service is using ${data}`);
  });

  it.skipIf(!isWine)(
    'Ctrl+C closes it in order (skipped on Windows: Node cannot press it there)',
    async () => {
      const data = freshFolder('service');
      const service = launchService(['--data', windowsPath(data)]);
      await service.said();
      expect(await service.interrupt()).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('closed in order'),
      });
      expect(existsSync(join(data, 'service.sqlite-wal'))).toBe(false);
    },
  );
});
