/**
 * Bounds the JSON of an answer before it is parsed: a few bytes for each of many values become a lot of
 * memory, and deep nesting ends programs that store or send the value later.
 */

const deepest = 64;
/** Thousands of orders have fewer. */
const mostValues = 250_000;
/** UTF-16 units of one text: a picture as a data address fits. */
const longestText = 200_000;

const quote = 0x22;
const backslash = 0x5c;

/** Names what exceeds its limit; null if the JSON may be parsed. One pass. */
export function excessOf(json: string): 'text' | 'depth' | 'values' | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) {
      const end = endOfText(json, at + 1);
      if (end - at > longestText) return 'text';
      at = end;
    } else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > deepest) return 'depth';
      if (++values > mostValues) return 'values';
    } else if (unit === 0x7d || unit === 0x5d) depth--;
    else if (unit === 0x2c && ++values > mostValues) return 'values';
  }
  return null;
}

/** Index of the closing quote, or of the end of the JSON. */
function endOfText(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at++;
  }
  return json.length;
}
