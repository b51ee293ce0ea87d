/**
 * Finds the texts of a person in other text: names of files and parts, addresses, comments. The log may quote
 * any of them, so diagnostics replace them there. A text is found by its first word, since there may be
 * thousands.
 */

const word = /[\p{L}\p{N}_]+/gu;
const isWordCharacter = /[\p{L}\p{N}_]/u;

/** Shorter ones (a country, a house number) would make the log unreadable, and say nothing by themselves. */
const shortest = 3;

/**
 * Fields of jobs and of the workspace that are ours or the service's own: ids, states, hashes, names of
 * materials.
 */
const ownFields: ReadonlySet<string> = new Set([
  'id',
  'accountId',
  'jobId',
  'uploadJobId',
  'dependsOn',
  'kind',
  'op',
  'state',
  'wait',
  'code',
  'key',
  'file',
  'sha256',
  'md5',
  'unit',
  'currency',
  'shippingOption',
  'materialTitle',
  'printable',
  'acceptedVerdict',
]);

/** Every text of a person in data of the application. */
export function* personalTexts(data: unknown): Generator<string> {
  if (typeof data === 'string') yield data;
  else if (Array.isArray(data)) for (const item of data) yield* personalTexts(item);
  else if (data !== null && typeof data === 'object') {
    for (const [name, value] of Object.entries(data)) {
      // A field with the name of one of ours may hold an object, such as the file of a part.
      if (typeof value !== 'string' || !ownFields.has(name)) yield* personalTexts(value);
    }
  }
}

export class KnownTexts {
  /** Texts by their first word in lower case, the longest first. */
  readonly #byWord = new Map<string, string[]>();

  constructor(texts: Iterable<string>) {
    const all = new Set<string>();
    for (const text of texts) for (const form of formsOf(text)) all.add(form);
    for (const text of [...all].sort((a, b) => b.length - a.length)) {
      const [first] = text.match(word) ?? [];
      if (first === undefined) continue;
      // Characters before the first word carry no meaning.
      const found = this.#byWord.get(first) ?? [];
      this.#byWord.set(first, [...found, text.slice(text.indexOf(first))]);
    }
  }

  /** Replaces each of them, whatever its case. */
  replaceIn(text: string, replacement: string): string {
    const small = text.toLowerCase();
    // Some letters have another length then; such a text is compared as it is.
    const searched = small.length === text.length ? small : text;
    let result = '';
    let end = 0;
    for (const { 0: first, index } of searched.matchAll(word)) {
      if (index < end) continue;
      const known = this.#byWord
        .get(first)
        ?.find((each) => searched.startsWith(each, index) && endsThere(searched, index + each.length));
      if (known === undefined) continue;
      result += text.slice(end, index) + replacement;
      end = index + known.length;
    }
    return result + text.slice(end);
  }
}

const endsThere = (text: string, end: number): boolean => !isWordCharacter.test(text.charAt(end));

/** The text itself, without its file ending, and as part of an address. */
function* formsOf(text: string): Generator<string> {
  const small = text.trim().toLowerCase();
  if (small.length < shortest) return;
  yield small;
  const encoded = encodeURIComponent(small.toWellFormed()).toLowerCase();
  if (encoded !== small) yield encoded;
  const name = small.slice(Math.max(small.lastIndexOf('/'), small.lastIndexOf('\\')) + 1);
  const stem = name.replace(/\.[a-z0-9]{1,6}$/, '');
  for (const form of [name, stem]) if (form !== small && form.length >= shortest) yield form;
}
