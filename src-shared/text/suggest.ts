/** "Did you mean ...": the candidates for a mistyped word, nearest first. */

/** At most `limit` candidates that contain the word or differ from it by a few letters. */
export function suggest(word: string, candidates: readonly string[], limit = 3): string[] {
  const wanted = normalise(word);
  if (wanted === '') return [];
  return candidates
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, normalise(candidate)) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Case and repeated blanks do not matter when people type names. */
export const normalise = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

function distanceOf(wanted: string, candidate: string): number {
  if (wanted.length >= 3 && candidate.includes(wanted)) return 0.5;
  return editDistance(wanted, candidate);
}

/** Levenshtein: letters to insert, drop or change. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, change));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
