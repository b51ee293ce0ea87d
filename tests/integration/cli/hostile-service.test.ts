/**
 * The real command line against a service that answers with whatever could harm a person, a terminal or the
 * program.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { type HostileService, send, sendText, startHostileService } from '../../support/hostile-service.ts';
import { actingCharacters, hostileTitle } from '../../support/hostile-text.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService, type TestService } from '../../support/service.ts';

let hostile: HostileService;
let honest: TestService;
let app: App;
let cwd: string;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'fabdesk-hostile-'));
  hostile = await startHostileService();
  honest = await startService();
  app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0.0.0-test' });
  const { client_id, client_secret, payment_verification_id } = honest.credentials;
  await addAccount('Honest', honest.baseUrl, client_id, client_secret, payment_verification_id);
  hostile.on('/api/v1/', send({ rateLimit: rate }));
  hostile.on('/api/v1', send({ rateLimit: rate }));
  hostile.on('/materials/v1', send({ materials: {} }));
  hostile.on('/printers/v1', send({ printers: [] }));
  hostile.on('/categories/v1', send({ categories: {} }));
  await addAccount('Hostile', hostile.baseUrl, 'id', 'secret', 'payment');
});
afterAll(async () => {
  await app.close();
  await hostile.close();
  await honest.close();
  removeFolder(cwd);
});

const rate = {
  retryInSeconds: 0,
  retryTimestamp: 0,
  windowInSeconds: 300,
  limit: 100_000,
  remaining: 100_000,
  history: [],
};

const fabdesk = (argv: readonly string[], env: Record<string, string> = {}, isTerminal = false) =>
  runFabdesk(argv, {
    cwd,
    env: { FABDESK_DATA: join(cwd, 'data'), ...env },
    isTerminal: { stdin: false, stdout: isTerminal, stderr: isTerminal },
    patience: { network: 500, unknown: 500 },
  });

async function addAccount(name: string, url: string, id: string, secret: string, payment: string) {
  const argv = ['accounts', 'add', '--url', url, '--name', name, '--client-id', id];
  const added = await fabdesk(argv, { FABDESK_CLIENT_SECRET: secret, FABDESK_PAYMENT_ID: payment });
  expect(added).toMatchObject({ code: 0, stderr: '' });
  await fabdesk(['accounts', 'use', name]);
  await fabdesk(['accounts', 'terms', '--accept']);
}

const modelList = (...titles: string[]) =>
  send({ models: titles.map((title, at) => ({ modelId: at + 1, modelVersion: 0, title })) });

/** Without Fabdesk's own colours, which are its bold, dim, green, yellow and red with their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const colour = /\u001b\[(?:1|2|22|32|33|31|39)m/g;
const withoutColours = (text: string) => text.replaceAll(colour, '');
/** Removes what shows and clears the line of progress. */
const withoutProgress = (text: string) => text.replaceAll('\r\u001b[2K', '');

describe('titles that act', () => {
  it('A list of models has one line for each model, and no title controls the terminal.', async () => {
    hostile.on('/models/v1', modelList(hostileTitle, 'next'));
    const { code, stdout, stderr } = await fabdesk(['models'], {}, true);
    expect([code, withoutProgress(stderr)]).toEqual([0, 'Starting Fabdesk']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    // The heading is dim.
    expect(stdout.match(colour)).toEqual(['\u001b[2m', '\u001b[22m']);
    expect(withoutColours(stdout)).not.toMatch(actingCharacters);
    expect(lines[2]).toContain('vase  9  0  forged line');
  });

  it('JSON has the exact title, and not one byte that a terminal acts on.', async () => {
    hostile.on('/models/v1', modelList(hostileTitle, 'next'));
    const { stdout, json } = await fabdesk(['models', '--json'], {}, true);
    expect(json()[0].title).toBe(hostileTitle);
    expect(stdout).not.toMatch(actingCharacters);
  });

  it('Columns stay aligned beside wide, combining and right-to-left titles.', async () => {
    const titles = ['vase', '花瓶の台', 'e\u0301te\u0301', '\u05d0\u05d2\u05e8\u05d8\u05dc', '👩‍🚀 hat'];
    hostile.on(
      '/materials/v1',
      send({
        materials: Object.fromEntries(
          titles.map((title, at) => [
            String(at + 1),
            { materialId: at + 1, title, supportsColorFiles: 0, printerId: 1, swatch: '' },
          ]),
        ),
      }),
    );
    hostile.on('/printers/v1', send({ printers: [] }));
    const { stdout } = await fabdesk(['catalog', '--refresh']);
    const lines = stdout.split('\n');
    const widths: Record<string, number> = {
      vase: 4,
      花瓶の台: 8,
      'e\u0301te\u0301': 3,
      '\u2068\u05d0\u05d2\u05e8\u05d8\u05dc\u2069': 5,
      '👩‍🚀 hat': 6,
    };
    for (const [title, width] of Object.entries(widths)) {
      const line = lines.find((one) => one.includes(title));
      expect(line, title).toBeDefined();
      const [, spaces = ''] = new RegExp(`${title}( +)`).exec(line ?? '') ?? [];
      expect(width + spaces.length, title).toBe(4 + (/vase( +)/.exec(stdout)?.[1]?.length ?? 0));
    }
  });

  it('An order, a model and a refusal from a hostile service are shown on their own lines only.', async () => {
    const item = { title: hostileTitle, quantity: 1, status: {} };
    hostile.on(
      '/orders/v1',
      send({
        ordersCount: { total: 1 },
        ordersStatus: { 7: { status: 'placed', items: { 1: item } } },
        ordersInfo: [
          {
            orderId: 7,
            targetShipDate: hostileTitle,
            shipments: [{ shipmentId: 1, carrier: hostileTitle, trackingNumber: hostileTitle }],
            orderProducts: [
              {
                orderProductId: 1,
                productTitle: hostileTitle,
                optionDescription: hostileTitle,
                quantity: 1,
                models: [
                  {
                    modelId: 1,
                    materialId: 6,
                    title: hostileTitle,
                    rejection: { rejectionReasons: [hostileTitle], affectedMaterials: [hostileTitle] },
                  },
                ],
              },
            ],
          },
        ],
      }),
    );
    hostile.on(
      '/models/1/info/v1',
      send({
        modelId: 1,
        modelVersion: 0,
        title: hostileTitle,
        description: hostileTitle,
        tags: [hostileTitle],
        categories: { 3: { title: hostileTitle, parentId: 0 } },
        materials: { 6: { name: hostileTitle, price: 3, restrictions: {} } },
        secretKey: hostileTitle,
        claimKey: hostileTitle,
        spin: hostileTitle,
        printable: hostileTitle,
      }),
    );
    hostile.on(
      '/models/2/info/v1',
      sendText(JSON.stringify({ result: 'failure', reason: hostileTitle }), 400),
    );
    for (const argv of [
      ['orders'],
      ['orders', 'show', '7'],
      ['models', 'show', '1'],
      ['models', 'show', '2'],
      ['models', 'show', '2', '--verbose'],
    ]) {
      const { stdout, stderr } = await fabdesk(argv, {}, true);
      const all = withoutColours(stdout + withoutProgress(stderr));
      expect(all, argv.join(' ')).not.toMatch(actingCharacters);
      expect(all, argv.join(' ')).not.toMatch(/^\s*9 {1,2}0 {1,2}forged/m);
    }
  });

  it('A megabyte as a title is cut for people.', async () => {
    hostile.on('/models/v1', modelList('x'.repeat(150_000), 'next'));
    const { stdout } = await fabdesk(['models']);
    expect(stdout.length).toBeLessThan(2_000);
    expect(stdout).toContain('x…');
  });
});

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const models = (entry: unknown, times: number) =>
  JSON.stringify({ result: 'success', models: Array(times).fill(entry) });

describe('answers that are no use', () => {
  it.each<[string, string, number, Record<string, string>]>([
    ['that is deeply nested', `{"result":"success","models":${deep}}`, 200, {}],
    [
      'with a megabyte as a title',
      models({ modelId: 1, modelVersion: 0, title: 'x'.repeat(1e6) }, 1),
      200,
      {},
    ],
    ['with 200,000 entries that do not fit', models({}, 200_000), 200, {}],
    ['with 2,000,000 empty lists', `{"result":"success","models":[${'[],'.repeat(2_000_000)}[]]}`, 200, {}],
    ['of 40 MB', `{"result":"success","x":"${'x'.repeat(40e6)}"}`, 200, {}],
    ['with a million digits', models({ modelId: '1'.repeat(1e6), modelVersion: 0, title: '' }, 1), 200, {}],
    [
      'with a number beyond all bounds',
      '{"result":"success","models":[{"modelId":1e999,"modelVersion":0,"title":""}]}',
      200,
      {},
    ],
    ['with wrong types', '{"result":"success","models":{"a":[1,true,null]}}', 200, {}],
    ['that is null', 'null', 200, {}],
    ['that says NaN', '{"result":"success","models":[{"modelId":NaN}]}', 200, {}],
    ['with prototype keys', '{"result":"success","__proto__":{"models":[]},"models":7}', 200, {}],
    ['with headers of 40 kB', models({}, 0), 200, { 'X-Long': 'x'.repeat(40_000) }],
    ['of 40 MB that refuses', `{"result":"failure","reason":"${'x'.repeat(40e6)}"}`, 400, {}],
    ['that pretends to be compressed', models({}, 0), 200, { 'Content-Encoding': 'br' }],
    ['that redirects', '{}', 302, { Location: 'http://127.0.0.1:1/' }],
  ])(
    'An answer %s ends with a sentence, and the other account is served meanwhile.',
    async (_, body, status, headers) => {
      hostile.on('/models/v1', sendText(body, status, headers));
      const start = performance.now();
      const [refused, served] = await Promise.all([
        fabdesk(['models', '--page', '2', '--account', 'Hostile']),
        fabdesk(['models', '--account', 'Honest']),
      ]);
      expect(refused.code).not.toBe(0);
      expect(refused.stdout).toBe('Account: Hostile\n');
      expect(refused.stderr).toMatch(/^fabdesk: [A-Z][^\n]{20,600}\.\n$/);
      expect(served).toMatchObject({ code: 0, stderr: '' });
      expect(performance.now() - start).toBeLessThan(8_000);
    },
    20_000,
  );

  it('A token that would break a header is refused, and no request carries it.', async () => {
    const other = await startHostileService();
    for (const token of ['a\r\nX-Forged: 1', 'x'.repeat(10_000), '\u202etoken']) {
      other.on(
        '/oauth2/token',
        sendText(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 3600 })),
      );
      const argv = ['accounts', 'add', '--url', other.baseUrl, '--name', 'Tokens', '--client-id', 'id'];
      const { code, stderr } = await fabdesk(argv, { FABDESK_CLIENT_SECRET: 's', FABDESK_PAYMENT_ID: 'p' });
      expect(code).not.toBe(0);
      expect(stderr).toMatch(/^fabdesk: [^\n]+\n$/);
    }
    expect(other.requests.filter((request) => !request.includes('/oauth2/token'))).toEqual([]);
    await other.close();
  });
});

describe('prices that lie', () => {
  it.each([
    ['negative', '-5', 'USD'],
    ['infinite', '1e999', 'USD'],
    ['not a number', '"NaN"', 'USD'],
    ['enormous', '1e300', 'USD'],
    ['in another currency than agreed', '5', 'JPY'],
    ['in a currency that acts', '5', '\u202eDSU\u001b[31m'],
  ])('A model whose price is %s is not ordered under a limit.', async (_, price, currency) => {
    const other = await startHostileService();
    other.on('/api/v1/', send({ rateLimit: rate }));
    other.on('/printers/v1', send({ printers: [] }));
    other.on('/categories/v1', send({ categories: {} }));
    const materials = {
      6: { materialId: 6, title: 'White', supportsColorFiles: 0, printerId: 1, swatch: '' },
    };
    other.on('/materials/v1', send({ materials }));
    const code = JSON.stringify(currency);
    other.on(
      '/price/v1',
      sendText(`{"result":"success","prices":{"6":{"price":${price},"currency":${code}}}}`),
    );
    other.on(
      '/models/1/info/v1',
      sendText(
        `{"result":"success","modelId":1,"modelVersion":0,"title":"vase","printable":"yes",` +
          `"materials":{"6":{"materialId":6,"price":${price},"isPrintable":1}}}`,
      ),
    );
    other.on('/orders/v1', send({ orderId: 1, ordersCount: { total: 0 }, ordersStatus: {}, ordersInfo: [] }));
    const name = `Liar at ${new URL(other.baseUrl).port}`;
    await addAccount(name, other.baseUrl, 'id', 'secret', 'payment');
    const argv = [
      'order',
      '--yes',
      ...addressOptions(usAddress),
      '--model',
      '1:6:2',
      '--max-price',
      '20 USD',
    ];
    const ordered = await fabdesk(argv, {}, true);
    const all = withoutColours(ordered.stdout + withoutProgress(ordered.stderr));
    expect(all).not.toMatch(actingCharacters);
    expect(all.length).toBeLessThan(5_000);
    expect(ordered.code).not.toBe(0);
    expect(other.requests, all).toContain('GET /models/1/info/v1');
    expect(other.requests).not.toContain('POST /orders/v1');
    await other.close();
  });
});
