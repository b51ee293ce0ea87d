/**
 * A wall that is thinner than the limit by less than half a percent counts as thick enough. Files round a
 * wall of 0.7 mm to 0.69999999, and the flat sides of a tube of 32 facets are half a percent nearer than its
 * corners: no printer can tell, and both are shown as 0.7 mm.
 */
const tolerance = 0.005;

/** Whether a wall or pin is too thin, in the units of both. */
export const isBelow = (thickness: number, limit: number): boolean => thickness < limit * (1 - tolerance);
