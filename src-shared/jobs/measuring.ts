/** How long an order waits until the service has measured its models [Assumption: measuring-lasts]. */

/** ms */
export const measuringLasts = 15 * 60_000;

/** Epoch ms, of an order that has waited since `since`. */
export const measuringEnds = (since: number): number => since + measuringLasts;
