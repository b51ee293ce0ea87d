/** A flood of digits against the running service, which must go on answering others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('refuses numbers of 900,000 digits at once and goes on answering', async () => {
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
