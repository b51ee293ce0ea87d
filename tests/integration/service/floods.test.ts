/** Floods of digits and of bad entries sent to the running service, which must keep answering others. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usAddress } from '../../support/address.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('Numbers of 900,000 digits are refused at once, and the service keeps answering.', async () => {
  const flood = `${'1'.repeat(900_000)}x`;
  const start = performance.now();
  const [refused, answered] = await Promise.all([
    service.call('POST', '/price/v1', { volume: flood, area: 1, xBoundMin: 0 }),
    service.call('GET', '/api/v1'),
  ]);
  expect(refused.status).toBe(400);
  expect(answered.status).toBe(200);
  expect(performance.now() - start).toBeLessThan(5_000);
});

it.each([
  ['/orders/v1', 'POST', 'metadata', Array(100_000).fill({})],
  ['/orders/v1', 'POST', 'items', Array(100_000).fill({})],
  ['/price/v1', 'POST', 'materials', Array(100_000).fill('x')],
  ['/price/v1', 'POST', 'materials', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [i, {}]))],
])(
  'A too long list at %s is refused before its entries are read (%s %s).',
  async (path, method, name, value) => {
    const start = performance.now();
    const answer = await service.call(method, path, { volume: 1, area: 1, [name]: value });
    expect([answer.status, answer.body.reason]).toEqual([400, `Field <${name}> has more than 500 entries.`]);
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);

const order = {
  ...usAddress,
  items: [{ modelId: 1, materialId: 6, quantity: 1 }],
  paymentMethod: 'credit_card',
  shippingOption: 'Cheapest',
  paymentVerificationId: 'x',
};
const listsOfLists = Array.from({ length: 500 }, () => Array(100).fill(0));

it.each<[string, string, string, object, RegExp]>([
  ['nested lists', '/price/v1', 'POST', { more: listsOfLists }, /more than 20000 values/],
  ['a nested list', '/price/v1', 'POST', { more: { a: Array(501).fill(0) } }, /<more\.a> has more than 500/],
  [
    'many fields',
    '/price/v1',
    'POST',
    Object.fromEntries(Array.from({ length: 501 }, (_, i) => [i, 0])),
    /500 fields/,
  ],
  ['a long text', '/shapejs/v1', 'POST', { spin: 'x'.repeat(200_000) }, /<spin> is longer than 100000/],
  ['a long address', '/orders/v1', 'POST', { ...order, state: 'x'.repeat(90_000) }, /<state>/],
  [
    'a long phone number',
    '/orders/v1',
    'POST',
    { ...order, phoneNumber: '1'.repeat(90_000) },
    /<phoneNumber> cannot be used/,
  ],
  [
    'a long name of metadata',
    '/orders/v1',
    'POST',
    { ...order, metadata: [{ modelId: 1, name: 'n'.repeat(300), value: '' }] },
    /<metadata\.0\.name> is longer/,
  ],
  [
    'a long value of metadata',
    '/orders/v1',
    'POST',
    { ...order, metadata: [{ modelId: 1, name: 'n', value: 'v'.repeat(3_000) }] },
    /<metadata\.0\.value> is longer/,
  ],
  ['deep nesting', '/price/v1', 'POST', { a: nested(70) }, /deeper than 64/],
])('%s in a body at %s is refused with a short reason (%s).', async (_, path, method, body, reason) => {
  const start = performance.now();
  const answer = await service.call(method, path, body);
  expect([answer.status, answer.body.reason]).toEqual([400, expect.stringMatching(reason)]);
  expect(answer.body.reason.length).toBeLessThan(400);
  expect(performance.now() - start).toBeLessThan(2_000);
});

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

it('The same bounds hold for forms, and a name of a megabyte is not sent back.', async () => {
  const many = Array.from({ length: 501 }, (_, i) => `materials[]=${i}`).join('&');
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const list = await service.call('POST', '/price/v1', `volume=1&area=1&${many}`, type);
  expect([list.status, list.body.reason]).toEqual([400, 'Field <materials> has more than 500 entries.']);
  const pairs = await service.call('POST', '/price/v1', 'a=1&'.repeat(2_000), type);
  expect(pairs.status).toBe(400);
  const name = 'n'.repeat(500_000);
  for (const body of [`materials[${name}][${name.slice(0, 9)}]=x&volume=1`, `volume[${name}]=1`]) {
    const named = await service.call('PUT', '/price/v1', body, type);
    expect(JSON.stringify(named.body).length).toBeLessThan(1_000);
  }
});

it('The fields of a multipart form together have the limit of a small body.', async () => {
  const part = (i: number) =>
    `--b\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n${'x'.repeat(900_000)}\r\n`;
  const body = `${Array.from({ length: 20 }, (_, i) => part(i)).join('')}--b--\r\n`;
  const answer = await service.call('POST', '/models/v1', body, {
    'Content-Type': 'multipart/form-data; boundary=b',
  });
  expect(answer.status).toBe(413);
});

it('Headers and addresses beyond their limit are refused, and the service keeps answering.', async () => {
  const address = new URL(service.baseUrl);
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(address.port), address.hostname, () => socket.write(text));
      let said = '';
      socket.on('data', (data) => (said += data));
      socket.on('error', () => {});
      socket.on('close', () => resolve(said.split('\r\n')[0] ?? ''));
    });
  const many = Array.from({ length: 3_000 }, (_, i) => `h${i}: 1\r\n`).join('');
  for (const head of [
    `GET /api/v1 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET /api/v1 HTTP/1.1\r\nHost: a\r\n${many}\r\n`,
  ])
    expect(await raw(head)).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect((await service.call('GET', '/api/v1')).status).toBe(200);
});

it('SOAP messages have bounded elements, attributes and depth, and are refused in linear time.', async () => {
  const soap = (body: string) =>
    fetch(`${service.baseUrl}/soap/v1`, {
      method: 'POST',
      body: `<e:Envelope xmlns:e="x"><e:Body><login>${body}</login></e:Body></e:Envelope>`,
    }).then((answer) => answer.text());
  const start = performance.now();
  const attributes = Array.from({ length: 101 }, (_, i) => `a${i}="1"`).join(' ');
  expect(await soap('<a/>'.repeat(15_000))).toContain('The user name or the password is wrong.');
  expect(await soap('<username xsi:type="x">&#1;</username>')).toContain('is not known');
  expect(await soap(`<a ${attributes}/>`)).toContain('more than 100 attributes');
  expect(await soap(`${'<a>'.repeat(70)}${'</a>'.repeat(70)}`)).toContain('nested deeper than 64');
  expect(await soap(`<username>${'9'.repeat(50_000)}</username>`)).toContain('wrong');
  expect(performance.now() - start).toBeLessThan(5_000);
});
