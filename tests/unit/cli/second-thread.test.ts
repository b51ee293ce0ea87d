/**
 * A second thread is there for every thorough check, also for one that follows a quick one, as before an
 * order.
 */
import { expect, it, vi } from 'vitest';
import { analyseEach } from '../../../src-main/hosts/cli/analysis/analysis-pool.ts';
import { checkThoroughly } from '../../../src-main/hosts/cli/analysis/check-thoroughly.ts';
import { provideSecondThread } from '../../../src-shared/geometry/checks/second-thread.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';

vi.mock('../../../src-shared/geometry/checks/second-thread.ts', { spy: true });

it('A thorough check after a quick one has a second thread, and the next one keeps it.', async () => {
  const workerEntry = new URL('file:///entry.js');
  const options = { signal: new AbortController().signal, workerEntry, threads: 2 };
  for await (const _ of analyseEach([], options));
  const check = () => checkThoroughly(makeCube(10), { unit: 'mm' }, { minWall: 1, unit: 'mm' }, {});
  await check();
  await check();
  expect(provideSecondThread).toHaveBeenCalledOnce();
  expect(provideSecondThread).toHaveBeenCalledWith(expect.any(Function));
});
