/**
 * A person reaches the whole interface: real commands, one after another, call every endpoint of a real
 * service.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '../../../src-main/app.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { modelFolder } from '../../support/cli.ts';
import { png } from '../../support/images.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService } from '../../support/service.ts';

/** Endpoints that no command calls, and the one that a command calls instead: it does the same and more. */
const unneeded: Readonly<Record<string, string>> = {
  'GET /materials/{}/v1': 'GET /materials/v1',
  'GET /printers/{}/v1': 'GET /printers/v1',
  'GET /categories/{}/v1': 'GET /categories/v1',
  'GET /models/{}/v1': 'GET /models/{}/files/{}/v1',
  'PUT /orders/v1': 'PUT /orders/{}/v1',
};

it('fabdesk walks every endpoint of the interface', async () => {
  const service = await startService();
  const cwd = modelFolder({ 'photo.png': png(8, 8) });
  const called = new Set<string>();
  service.service.fastify.server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    response.on('finish', () => {
      if (response.statusCode < 300)
        called.add(`${request.method} ${path.replaceAll(/\/\d+(?=\/)/g, '/{}').replace(/\/$/, '')}`);
    });
  });
  const app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0.0.0-test' });
  const { operator, owner } = service.service;
  const env = {
    FABDESK_DATA: join(cwd, 'data'),
    FABDESK_CLIENT_SECRET: service.credentials.client_secret,
    FABDESK_PAYMENT_ID: service.credentials.payment_verification_id,
    FABDESK_SOAP_PASSWORD: owner.password,
    FABDESK_OPERATOR: await operator.listen(0),
    FABDESK_OPERATOR_KEY: operator.key,
  };
  const fabdesk = async (...argv: string[]) => {
    const { code, stdout, stderr, json } = await runFabdesk([...argv, '--json'], { cwd, env });
    expect({ argv, code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({
      argv,
      code: 0,
      stderr: '',
      stdout: '',
    });
    return json();
  };
  try {
    const { url, id } = { url: service.baseUrl, id: service.credentials.client_id };
    await fabdesk('accounts', 'add', '--url', url, '--client-id', id, '--name', 'Studio');
    await fabdesk('accounts', 'use', 'Studio');
    await fabdesk('accounts', 'terms', '--accept');
    await fabdesk('accounts', 'soap', '--soap-user', owner.username, '--soap-url', service.service.soapUrl());
    await fabdesk('status');
    await fabdesk('catalog', '--refresh');
    await fabdesk('quote', '--unit', 'mm', 'cube.stl');
    const [{ modelId }] = await fabdesk('upload', '--unit', 'mm', 'cube.stl');
    const model = String(modelId);
    await fabdesk('models');
    await fabdesk('models', 'edit', model, '--title', 'Cube', '--tags', 'test');
    await fabdesk('models', 'add-file', model, 'cube.stl', '--unit', 'mm');
    await fabdesk('models', 'versions', model);
    await fabdesk('models', 'download', model, '--out', 'copy.stl');
    await fabdesk('models', 'add-photo', model, 'photo.png');
    await fabdesk('models', 'add-to-cart', model, '--material', '6');
    await fabdesk('models', 'cart');
    const { spin } = await fabdesk('models', 'show', model);
    await fabdesk('models', 'customise', spin, '--text', 'Ada');

    const address = addressOptions(usAddress);
    const order = () => fabdesk('order', '--yes', ...address, '--model', `${model}:6`);
    const { orderId } = await order();
    const { orderId: cancelled } = await order();
    await fabdesk('orders');
    const { items, status } = await fabdesk('orders', String(orderId));
    expect(status).toBe('placed');
    await fabdesk('orders', 'cancel', String(cancelled));
    await fabdesk('service', 'ship', String(orderId));
    const product = String(items[0].orderProductId);
    await fabdesk('orders', 'reprint', String(orderId), product, '--comment', 'Broken', '--yes');
    await fabdesk('models', 'delete', '--yes', model);

    const document = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
    const offered = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')}`,
      ),
    );
    const missed = offered.filter((endpoint) => !called.has(endpoint));
    expect(missed.toSorted()).toEqual(Object.keys(unneeded).toSorted());
    for (const instead of Object.values(unneeded)) expect(called).toContain(instead);
    expect([...called].some((endpoint) => /^POST .*soap/i.test(endpoint))).toBe(true);
  } finally {
    await app.close();
    await service.close();
  }
}, 60_000);
