/** Floods of digits and of bad entries sent to the running service, which must keep answering others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
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
