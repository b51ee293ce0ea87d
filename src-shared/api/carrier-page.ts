/** Where a carrier shows what became of a parcel. The interface has names of carriers, and no addresses. */

/** By the beginning of the carrier's name; the number goes to the end of the address. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^ups\b/i, 'https://www.ups.com/track?tracknum='],
  [/^fedex\b|^federal express/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/^usps\b|^united states postal/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  [/^dhl\b/i, 'https://www.dhl.com/global-en/home/tracking.html?tracking-id='],
  [/^dpd\b/i, 'https://tracking.dpd.de/parcelstatus?query='],
  [/^gls\b/i, 'https://gls-group.eu/track/'],
];

/** Null for carriers and numbers that are not known; never an address that a service has written. */
export function carrierPage(carrier: string, trackingNumber: string): string | null {
  const number = trackingNumber.replaceAll(/\s+/g, '');
  const page = pages.find(([name]) => name.test(carrier.trim()))?.[1];
  return page === undefined || !/^[A-Za-z0-9-]{4,60}$/.test(number) ? null : page + number;
}
