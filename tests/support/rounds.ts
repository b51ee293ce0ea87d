/** How many rounds a long run has: all in `npm test`, a tenth in `npm test -- --changed`, or as many as the variable says. */
export function rounds(variable: string, all: number): number {
  const given = process.env[variable];
  if (given !== undefined) return Number(given);
  return process.env['FABDESK_ROUNDS'] === 'few' ? Math.ceil(all / 10) : all;
}
