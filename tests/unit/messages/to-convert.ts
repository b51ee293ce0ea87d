/** Files whose texts are not in the catalogue yet. This list only becomes shorter. */
export const toConvert: ReadonlySet<string> = new Set([]);
