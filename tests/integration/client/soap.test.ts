/** Facts that only SOAP reports, from the real print service to the application's catalogue. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { createSoapClient } from '../../../src-main/soap-client/soap-client.ts';

import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let app: App;
beforeAll(async () => {
  service = await startService();
  app = await createApp({ dataDir: join(service.dataDir, 'app'), host: 'cli', version: '0.0.0' });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const clientOf = (of: TestService, password = of.service.owner.password) =>
  createSoapClient({
    address: of.service.soapUrl(),
    username: of.service.owner.username,
    applicationId: 'fabdesk',
    password: async () => password,
    userAgent: 'test',
  });

async function ok<T>(answer: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>) {
  const result = await answer;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('The SOAP client', () => {
  it('The SOAP client reads printers with walls in metres, technologies and the look of materials.', async () => {
    const printers = await clientOf(service).getPrinters();
    const sls = printers.find(({ title }) => title === 'SLS Printer');
    expect(sls?.technology).toMatch(/\S/);
    // A wall of 0.7 mm, which the interface gives in cm as it does the bounds.
    expect(sls?.minimumWall).toBeCloseTo(0.0007, 9);
    const white = sls?.materials.find(({ id }) => id === 6);
    expect(white?.title).toBe('White Strong & Flexible');
    expect(white?.appearance.baseColor).toMatch(/^#[0-9a-f]{6}$/);
    expect(white?.appearance.opacity).toBe(1);
    expect(white?.startupCost).toBeGreaterThan(0);
  });

  it('The SOAP client logs in again when its session has ended.', async () => {
    const client = clientOf(service);
    await client.getPrinters();
    await service.service.operator.act({ act: 'advance', seconds: 366 * 24 * 3600 });
    expect((await client.getPrinters()).length).toBeGreaterThan(3);
  });

  it('A wrong SOAP password is refused in the words of the service.', async () => {
    await expect(clientOf(service, 'wrong').getPrinters()).rejects.toMatchObject({
      code: 'soap-refused',
      message: 'The SOAP interface refused: The user name or the password is wrong.',
    });
  });
});

describe('The catalogue', () => {
  it('The local account has the facts of SOAP from the start.', async () => {
    const { materials, printers, soapProblem } = await ok(app.client.invoke('catalog.get', {}));
    expect(soapProblem).toBeUndefined();
    expect(materials.filter(({ look }) => look?.baseColor === undefined)).toEqual([]);
    expect(materials.filter(({ minimumWall }) => minimumWall === undefined)).toEqual([]);
    expect(printers.filter(({ technology }) => technology === undefined)).toEqual([]);
  });

  it('SOAP credentials of another account are tried, stored, used and removed.', async () => {
    const { client_id, client_secret, payment_verification_id } = service.credentials;
    const account = await ok(
      app.client.invoke('accounts.add', {
        name: 'Studio',
        baseUrl: service.baseUrl,
        clientId: client_id,
        clientSecret: client_secret,
        paymentVerificationId: payment_verification_id,
      }),
    );
    const accountId = account.id;
    await ok(app.client.invoke('accounts.select', { accountId }));
    expect(await ok(app.client.invoke('accounts.soap', { accountId }))).toEqual({
      usualAddress: service.service.soapUrl(),
      credentials: null,
    });
    expect((await ok(app.client.invoke('catalog.get', {}))).materials[0]?.minimumWall).toBeUndefined();

    const { username, password } = service.service.owner;
    const wrong = await app.client.invoke('accounts.setSoap', {
      accountId,
      credentials: { username, password: 'wrong' },
    });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'soap-refused' } });
    expect((await ok(app.client.invoke('accounts.soap', { accountId }))).credentials).toBeNull();

    await ok(app.client.invoke('accounts.setSoap', { accountId, credentials: { username, password } }));
    const filled = await ok(app.client.invoke('catalog.get', {}));
    expect(filled.materials[0]?.minimumWall).toBeGreaterThan(0);

    // The stored password is valid for the same user name only.
    const other = await app.client.invoke('accounts.setSoap', {
      accountId,
      credentials: { username: 'someone' },
    });
    expect(other).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    await ok(
      app.client.invoke('accounts.setSoap', { accountId, credentials: { username, applicationId: 'fd' } }),
    );

    await ok(app.client.invoke('accounts.setSoap', { accountId, credentials: null }));
    expect((await ok(app.client.invoke('catalog.get', {}))).materials[0]?.minimumWall).toBeUndefined();
  });
});
