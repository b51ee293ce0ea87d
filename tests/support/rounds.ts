/**
 * How much of a long test a run does: all of it in `npm run test:all` and alone, a tenth in `npm test` and
 * `--changed`.
 */
export const isShort = process.env.FABDESK_ROUNDS === 'few';

/** How many rounds, or as many as the environment variable says. @param least as many as prove anything */
export function rounds(variable: string, all: number, least = 1): number {
  const given = process.env[variable];
  if (given !== undefined) return Number(given);
  return isShort ? Math.max(Math.ceil(all / 10), least) : all;
}

/** The cases of a table, or every tenth of them. */
export const someOf = <T>(cases: readonly T[]): readonly T[] =>
  isShort ? cases.filter((_, index) => index % 10 === 0) : cases;
