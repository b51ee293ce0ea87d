const halfCharacters = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** At most `most` UTF-16 units: long names differ at their end as often as at their beginning. */
export function shortenMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  const ends = [text.slice(0, head), text.slice(text.length - (most - 1 - head))];
  return ends.map((end) => end.replace(halfCharacters, '')).join('…');
}
