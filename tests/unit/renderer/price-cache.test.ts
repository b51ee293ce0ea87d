import '../../support/english.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PriceCache } from '../../../src-renderer/features/prepare/materials/prices.svelte.ts';
import { priceGeometrySchema } from '../../../src-shared/api/price.ts';
import type { AppErrorCode } from '../../../src-shared/error-codes.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { createBridgeDouble } from '../../support/bridge-double.ts';

const geometry = priceGeometrySchema.parse({
  volume: 1e-6,
  area: 6e-4,
  xBoundMax: 0.01,
  yBoundMax: 0.01,
  zBoundMax: 0.01,
});
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How often a price is asked for within two minutes in which every answer is this error. */
async function asksAfter(code: AppErrorCode): Promise<number> {
  const bridge = createBridgeDouble({
    'price.quote': () => {
      throw new CodedError(code, 'No price.');
    },
  });
  const prices = new PriceCache(bridge);
  onTestFinished(() => prices.close());
  prices.want(geometry);
  await vi.advanceTimersByTimeAsync(2 * minute);
  return bridge.callsOf('price.quote').length;
}

it.each(['network', 'timeout', 'service-error', 'rate-limited', 'bad-answer'] as const)(
  'A price is asked for again after “%s”.',
  async (code) => {
    expect(await asksAfter(code)).toBeGreaterThan(2);
  },
);

it.each(['refused', 'credentials-refused', 'keychain-unavailable'] as const)(
  'A price is not asked for again by itself after “%s”.',
  async (code) => {
    expect(await asksAfter(code)).toBe(1);
  },
);

it('The price of another part is asked for at once, that of a part that is being resized once it rests.', async () => {
  const bridge = createBridgeDouble({
    'price.quote': () => {
      throw new CodedError('refused', 'No price.');
    },
  });
  const prices = new PriceCache(bridge);
  onTestFinished(() => prices.close());
  const larger = (volume: number) => priceGeometrySchema.parse({ ...geometry, volume });
  const asked = () => bridge.callsOf('price.quote').length;
  prices.want(geometry, 'first');
  await vi.advanceTimersByTimeAsync(1);
  prices.want(larger(2e-6), 'second');
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(2);
  for (const volume of [3e-6, 4e-6, 5e-6]) {
    prices.want(larger(volume), 'second');
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(minute / 2);
  expect(asked()).toBe(3);
});
