/**
 * How many rounds a long run has: `all` in `npm test`, a tenth in `npm test -- --changed`, or as many as the variable says.
 * With fewer than `least` the test proves nothing, so a tenth is never less.
 */
export function rounds(variable: string, all: number, least = 1): number {
  const given = process.env[variable];
  if (given !== undefined) return Number(given);
  return process.env['FABDESK_ROUNDS'] === 'few' ? Math.max(least, Math.ceil(all / 10)) : all;
}
