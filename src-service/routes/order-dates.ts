/**
 * When an order is shipped and delivered [Assumption: order-dates]: after the longest lead time of its
 * materials in working days, then 10 of these for the cheapest shipping and 3 for the fastest, at 17:00 UTC.
 */
import type { ShippingOption } from '../../src-shared/api/orders.ts';
import type { CatalogueMaterial } from '../catalogue/catalogue.ts';
import { transitDays } from '../pricing/shipping.ts';

const day = 24 * 3600 * 1000;

export function targetDates(
  now: number,
  materials: readonly CatalogueMaterial[],
  option: ShippingOption,
): { shipAt: number; deliveryAt: number } {
  const lead = Math.max(1, ...materials.map((material) => material.leadDays));
  const shipAt = addWorkingDays(atEvening(now), lead);
  return { shipAt, deliveryAt: addWorkingDays(shipAt, transitDays[option]) };
}

const atEvening = (ms: number): number => ms - (ms % day) + 17 * 3600 * 1000;

function addWorkingDays(from: number, days: number): number {
  let at = from;
  for (let left = days; left > 0; ) {
    at += day;
    // The first day of the epoch was a Thursday.
    const weekday = (Math.floor(at / day) + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return at;
}
