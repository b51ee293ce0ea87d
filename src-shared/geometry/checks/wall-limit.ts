/** What is thinner by less than a ten-thousandth is as thick as the limit: files round a wall of 0.7 mm to 0.69999999. */
const rounding = 1e-4;

/** Whether a wall or pin is too thin, in the units of both. */
export const isBelow = (thickness: number, limit: number): boolean => thickness < limit * (1 - rounding);
