/**
 * Changed requests to everything that faces outwards (tests/fuzz): no answer says that something failed
 * inside, shows anything of another account or a secret, and the books add up. `npm run fuzz -- http` and so
 * on send more.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzzTable, runFuzz } from '../fuzz/run-fuzz.ts';
import { httpTarget } from '../fuzz/targets/http-target.ts';
import { oauthTarget } from '../fuzz/targets/oauth-target.ts';
import { soapTarget } from '../fuzz/targets/soap-target.ts';
import { targets } from '../fuzz/targets/targets.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { startService, type TestService } from '../support/service.ts';

/** 12,500 together. */
const requests: Readonly<Record<string, number>> = {
  http: 2_500,
  soap: 2_000,
  oauth: 4_000,
  ipc: 2_000,
  control: 2_000,
};

describe(`fuzzing what faces outwards with FABDESK_SEED=${seed}`, () => {
  it.each(Object.keys(targets))(
    'The books add up after changed requests of every kind: %s.',
    { timeout: 900_000 },
    async (name) => {
      const wanted = rounds('FABDESK_FUZZ_REQUESTS', requests[name] ?? 0);
      const report = await runFuzz(targets[name]!(), { seed, requests: wanted });
      console.log(`${name}: ${fuzzTable(report).split('\n').slice(-2).join(' ')}`);
      expect(report.faults.join('\n\n')).toBe('');
      expect(report.requests).toBeGreaterThanOrEqual(wanted);
    },
  );
});

describe('what is fuzzed', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('Every route of the service is fuzzed, except three of the operator.', () => {
    const fuzzed = new Set([httpTarget(), oauthTarget(), soapTarget()].flatMap(({ routes }) => routes));
    const { routes, operator } = service.service;
    const isFuzzed = (route: string) => fuzzed.has(route) || fuzzed.has(`${route}/`);
    const missing = [...routes, ...operator.routes.map((route) => `operator ${route}`)]
      .filter((route) => !route.includes('HEAD ') && !route.includes('OPTIONS '))
      .filter((route) => !isFuzzed(route));
    // They move the clock, which ends every token, and make calls of others fail on purpose.
    expect(missing.sort()).toEqual([
      'operator DELETE /faults',
      'operator POST /clock',
      'operator POST /faults',
    ]);
  });
});
