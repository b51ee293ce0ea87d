/**
 * Words that Fabdesk does not use, because they once named too many things (docs/glossary.md has the terms).
 * A name of the code may not contain one, and a comment may not use one, except as `allowed` says.
 */

export interface BannedWord {
  /** What is searched for, as a whole word, in lower case. In names, each word of `camelCase` is one. */
  readonly forms: readonly string[];
  readonly instead: string;
  /** The word is ordinary English in comments, so it is only searched for in names. */
  readonly isEnglish?: true;
}

export const bannedWords: readonly BannedWord[] = [
  { forms: ['settle', 'settles', 'settled', 'settling'], instead: 'resolve, find out, be known' },
  { forms: ['fence', 'fences', 'fenced'], instead: 'token quiescence, superseded' },
  { forms: ['twin', 'twins'], instead: 'reference reader, copy, duplicate' },
  { forms: ['judge', 'judges', 'judged', 'judging'], instead: 'assess, check, verdict' },
  { forms: ['mend', 'mends', 'mended', 'mending'], instead: 'repair, correct' },
  { forms: ['told'], instead: 'informed, shown, reported' },
  { forms: ['kept'], instead: 'stored, retained, cached; a limit by what it limits' },
  { forms: ['wish', 'wishes', 'wished'], instead: 'request, options' },
  { forms: ['company', 'companies'], instead: 'network, firm' },
  { forms: ['duty', 'duties'], instead: 'task' },
  { forms: ['room', 'rooms'], instead: 'space' },
  { forms: ['door', 'doors'], instead: 'entry' },
  // “Looks like” and “look for” are English; the noun is not a term of ours.
  { forms: ['look', 'looks', 'looked'], instead: 'check, poll, style', isEnglish: true },
  // Not in this list: `words`. Search, readers and commands have the words of a text, and colours are machine
  // words. What people read are texts and messages.
];

/** Names that contain such a word for a reason. The shorter the list, the better. */
export const allowedNames: Readonly<Record<string, string>> = {
  lookAt: 'the method of three.js',
  allSettled: 'the method of Promise',
};

/** The words of a name: `firstHTTPCall` has `first`, `http` and `call`. */
export const wordsOfName = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

/** The banned words in a name. */
export const bannedInName = (name: string): string[] =>
  Object.hasOwn(allowedNames, name) ? [] : found(wordsOfName(name), () => true);

/** The banned words in a comment. Code in it (`between backticks`) does not count. */
export const bannedInComment = (text: string): string[] =>
  found(
    text
      .replace(/`[^`]*`/g, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [],
    ({ isEnglish }) => !isEnglish,
  );

const found = (words: readonly string[], where: (word: BannedWord) => boolean): string[] =>
  bannedWords.filter(where).flatMap(({ forms }) => forms.filter((form) => words.includes(form)));
