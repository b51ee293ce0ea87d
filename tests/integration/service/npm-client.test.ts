/**
 * The public npm client `shapeways@1.0.2` runs through all its functions if it is installed: in this
 * project's node_modules, or in the folder that FABDESK_NPM_CLIENT names.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../support/browser-session.ts';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';

const folder =
  process.env['FABDESK_NPM_CLIENT'] ??
  fileURLToPath(new URL('../../../node_modules/shapeways', import.meta.url));
const present = existsSync(`${folder}/package.json`);

// biome-ignore lint/suspicious/noExplicitAny: a client without types
type Client = any;

describe.skipIf(!present)('npm shapeways 1.0.2', () => {
  let service: TestService;
  let client: Client;
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  const run = (name: string, ...args: unknown[]): Promise<any> =>
    new Promise((resolve, reject) =>
      client[name](...args, (error: unknown, answer: unknown) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve(answer),
      ),
    );

  beforeAll(async () => {
    service = await startService();
    const make = createRequire(import.meta.url)(folder) as { client: Client } | Client;
    const Constructor = (make as { client?: Client }).client ?? make;
    client = new Constructor({
      consumerKey: service.credentials.client_id,
      consumerSecret: service.credentials.client_secret,
      baseUrl: service.baseUrl,
      authorizationCallback: 'http://localhost:3000/callback',
    });
    const address = new URL(await run('connect'));
    const browser = new BrowserSession(service.baseUrl);
    const { username, password } = service.service.owner;
    const consent = await browser.signIn(address.pathname + address.search, username, password);
    const back = await browser.submit(consent, { decision: 'allow' });
    await run('verifyUrl', back.location);
  });
  afterAll(() => service?.close());

  it('The npm client reads the catalogue and prices.', async () => {
    expect((await run('getApiInfo')).rateLimit.limit).toBe(1_000_000);
    expect(Object.keys((await run('getMaterials')).materials)).toHaveLength(30);
    expect((await run('getMaterial', 6)).title).toBe('White Strong & Flexible');
    expect((await run('getPrinters')).printers).toHaveLength(21);
    expect((await run('getPrinter', 5)).title).toBe('SLS Printer');
    expect(Object.keys((await run('getCategories')).categories)).toHaveLength(42);
    expect((await run('getCategory', 100)).title).toBe('Cases');
    const bounds = {
      xBoundMin: 0,
      xBoundMax: 0.01,
      yBoundMin: 0,
      yBoundMax: 0.01,
      zBoundMin: 0,
      zBoundMax: 0.01,
    };
    expect((await run('getPrice', { volume: 1e-6, area: 6e-4, ...bounds })).prices['6'].price).toBe(2.9);
  });

  it('The npm client uploads, changes, reads, photographs, buys and deletes a model.', async () => {
    const file = boxStl(10, 10, 10);
    const sent = () => ({
      file,
      fileName: 'cube.stl',
      uploadScale: 0.001,
      hasRightsToModel: 1,
      acceptTermsAndConditions: 1,
    });
    const made = await run('addModel', sent());
    expect(made).toMatchObject({ result: 'success', printable: 'yes', contentLength: file.length });
    const { modelId } = made;
    expect((await run('getModels')).models).toHaveLength(1);
    expect((await run('getModels', 2)).models).toHaveLength(0);
    expect(Buffer.from((await run('getModel', modelId)).fileData, 'base64').toString()).toBe(file);
    expect((await run('getModelInfo', modelId)).title).toBe('cube');
    expect((await run('updateModelInfo', modelId, { title: 'Renamed', isPublic: 1 })).title).toBe('Renamed');
    expect((await run('addModelFile', modelId, sent())).modelVersion).toBe(1);
    expect(Buffer.from((await run('getModelFile', modelId, 1, 1)).fileData, 'base64').toString()).toBe(file);
    expect(await run('addModelPhoto', modelId, { file: png(12, 9) })).toMatchObject({ width: 12, height: 9 });
    expect((await run('addToCart', { modelId, materialId: 6, quantity: 2 })).result).toBe('success');
    expect((await run('getCart')).items).toMatchObject([{ modelId, materialId: 6, quantity: 2 }]);
    expect((await run('deleteModel', modelId)).modelId).toBe(modelId);
  });
});
