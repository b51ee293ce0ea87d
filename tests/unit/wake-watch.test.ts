/** How a program without any event for it notices that the machine has slept or changed its network. */
import { networkInterfaces } from 'node:os';
import { beforeEach, expect, it, vi } from 'vitest';
import { watchForWake } from '../../src-main/wake-watch.ts';

let now = 0;
let addresses: string[] = [];
let look = () => {};
const woke = vi.fn();

beforeEach(() => {
  now = 1_000_000;
  addresses = ['eth0 192.0.2.7'];
  woke.mockClear();
  watchForWake(woke, {
    now: () => now,
    addresses: () => addresses,
    repeat(work) {
      look = work;
      return () => {};
    },
  });
});

function after(ms: number): void {
  now += ms;
  look();
}

it('Looks that come in time, in any order of addresses, are no wake.', () => {
  addresses = ['eth0 192.0.2.7', 'eth1 198.51.100.2'];
  after(5_000);
  woke.mockClear();
  addresses = addresses.toReversed();
  for (let times = 0; times < 20; times++) after(7_000);
  expect(woke).not.toHaveBeenCalled();
});

it('A look that comes much too late follows a sleep, and is reported once.', () => {
  after(3 * 3_600_000);
  after(5_000);
  expect(woke).toHaveBeenCalledOnce();
});

it('A clock that was put back is no sleep.', () => {
  after(-3_600_000);
  expect(woke).not.toHaveBeenCalled();
});

it('A lost connection reports nothing, and the next one does.', () => {
  addresses = [];
  after(5_000);
  expect(woke).not.toHaveBeenCalled();
  addresses = ['wlan0 203.0.113.9'];
  after(5_000);
  expect(woke).toHaveBeenCalledOnce();
});

it('The real machine can be watched, and the watch ends.', () => {
  expect(Object.keys(networkInterfaces()).length).toBeGreaterThan(0);
  expect(() => watchForWake(woke)()).not.toThrow();
});
