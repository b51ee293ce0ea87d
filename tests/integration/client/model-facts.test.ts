/** The real print service's facts about a model, as the application passes them to its hosts. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import { boxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let app: App;
beforeAll(async () => {
  service = await startService();
  app = await createApp({ dataDir: join(service.dataDir, 'app'), host: 'cli', version: '0.0.0' });
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const added = await app.client.invoke('accounts.add', {
    name: 'Studio',
    baseUrl: service.baseUrl,
    clientId: client_id,
    clientSecret: client_secret,
    paymentVerificationId: payment_verification_id,
  });
  if (added.ok) await app.client.invoke('accounts.select', { accountId: added.value.id });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

async function upload(fields: object = {}, path = '/models/v1') {
  const file = Buffer.from(boxStl(10, 10, 10)).toString('base64');
  const consent = { hasRightsToModel: 1, acceptTermsAndConditions: 1 };
  const body = { file, fileName: 'box.stl', uploadScale: 0.001, ...consent, ...fields };
  return (await service.call('POST', path, body)).body as { modelId: number };
}

async function shown(modelId: number): Promise<ModelView> {
  const result = await app.client.invoke('library.show', { modelId });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The measuring of an upload takes a moment. */
async function priced(modelId: number): Promise<ModelView> {
  for (;;) {
    const view = await shown(modelId);
    if (view.materials['6']?.price) return view;
  }
}

it('A model shows base price, markup and price in each material, with the currency of the service.', async () => {
  const { modelId } = await upload({ materials: { 6: { markup: 2.5 } } });
  const view = await priced(modelId);
  expect(view.currency).toBe('USD');
  expect(view.materials['6']).toEqual({
    title: 'White Strong & Flexible',
    basePrice: 2.9,
    price: 5.4,
    isPrintable: true,
    restrictions: [],
  });
  expect(view.details.materials['6']).toEqual({ markup: 2.5, isActive: true });
});

it('The pages that the keys open are real pages of the service.', async () => {
  const { modelId } = await upload({ isClaimable: 1 });
  const view = await shown(modelId);
  expect(view.claimKey).not.toBe('');
  for (const page of [view.secretPage, view.claimPage]) {
    const answer = await fetch(page ?? '');
    expect({ page, status: answer.status }).toEqual({ page, status: 200 });
  }
  expect((await fetch(view.secretPage?.replace(/key=.*/, 'key=wrong') ?? '')).status).toBe(404);
  const plain = await shown((await upload()).modelId);
  expect(plain).toMatchObject({ claimKey: '', claimPage: null });
});

it('The versions of a file are listed from the newest to the first.', async () => {
  const { modelId } = await upload();
  await upload({ fileName: 'second.stl' }, `/models/${modelId}/files/v1`);
  const versions = await app.client.invoke('library.versions', { modelId });
  expect(versions).toMatchObject({
    ok: true,
    value: [
      { version: 1, fileName: 'second.stl' },
      { version: 0, fileName: 'box.stl', size: boxStl(10, 10, 10).length },
    ],
  });
});
