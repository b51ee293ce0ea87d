/** When a browser host ends that no terminal can end. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endWithWindow, minutesWithoutWindow } from '../../../src-main/hosts/browser/end-with-window.ts';
import type { AppClient } from '../../../src-shared/ipc/contract.ts';

let hasWindow: boolean;
let running: number;
let ends: number;
beforeEach(() => {
  vi.useFakeTimers();
  [hasWindow, running, ends] = [false, 0, 0];
  const status = {
    paused: false,
    queue: {
      get running() {
        return running;
      },
      waiting: 0,
    },
  };
  const client = { invoke: async () => ({ ok: true, value: status }) } as unknown as AppClient;
  endWithWindow(
    client,
    () => hasWindow,
    () => (ends += 1),
  );
});
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe('A host that ends with its window', () => {
  it('ends once, when the last window has been closed for a while.', async () => {
    hasWindow = true;
    await minutes(100);
    hasWindow = false;
    await minutes(minutesWithoutWindow - 1);
    expect(ends).toBe(0);
    await minutes(100);
    expect(ends).toBe(1);
  });

  it('goes on while a window comes back in time, and while jobs are on their way.', async () => {
    await minutes(minutesWithoutWindow - 1);
    hasWindow = true;
    await minutes(1);
    hasWindow = false;
    running = 1;
    await minutes(100);
    expect(ends).toBe(0);
    running = 0;
    await minutes(1);
    expect(ends).toBe(1);
  });
});
