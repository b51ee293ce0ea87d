import { expect, it } from 'vitest';
import { tryAfterSleep } from '../../../src-main/hosts/electron/sleep.ts';
import { powerMonitor } from '../../support/electron/power.ts';

it('What waits is tried at the end of a sleep, and nothing is held back when it begins.', () => {
  let tried = 0;
  const log = { info() {}, error() {} };
  tryAfterSleep({ tryNow: () => (tried += 1), log });
  powerMonitor.emit('suspend');
  expect(tried).toBe(0);
  powerMonitor.emit('resume');
  expect(tried).toBe(1);
});
