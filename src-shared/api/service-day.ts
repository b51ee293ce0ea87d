/**
 * The day of a date as the service writes it (`YYYY-MM-DD hh:mm:ss`). It has no time zone, so the day is
 * taken as written. Null if there is none, or if it has another form.
 */
export function serviceDay(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]|$)/.exec(text);
  if (!match || match[1] === '0000') return null;
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}
