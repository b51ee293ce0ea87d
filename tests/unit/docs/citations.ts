/** Finds the citations in the comments of a source file. Knows their forms, not their targets. */

export type Citation =
  /** A path of headings on a page: `spec: Endpoints > Price`. Empty: the page itself. */
  | { readonly kind: 'page'; readonly page: string; readonly path: string }
  | { readonly kind: 'assumption' | 'note'; readonly name: string }
  /** `sections` as written: `4.1.2`. */
  | { readonly kind: 'rfc'; readonly number: number; readonly sections: readonly string[] }
  /** A reference to something that is not in this repository. */
  | { readonly kind: 'outside'; readonly text: string };

/** The prefix of a citation, and the page that it means. */
const citedPages: Readonly<Record<string, string>> = {
  spec: 'docs/interface.md',
  compatibility: 'docs/compatibility.md',
  reliability: 'docs/reliability.md',
};

/** Comments as continuous text: a line that begins with a star or slashes continues the previous one. */
const running = (source: string) => source.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)[ \t]*/g, ' ');

const prefixes = Object.keys(citedPages).join('|');

/**
 * Ends a citation: a bracket, the end of a comment or line, a full stop or a colon. A comma does not: use
 * semicolons.
 */
const end = String.raw`(?=[)\]"’”]|\*\/|-->|(?<!${prefixes}):\s|\.(?:\s|\*|$)|$)`;

export function citationsIn(source: string): Citation[] {
  const text = running(source);
  return [
    ...pageCitations(text),
    ...documentCitations(text),
    ...namedCitations(text),
    ...rfcCitations(text),
    ...outsideCitations(text),
  ];
}

function pageCitations(text: string): Citation[] {
  const found = [...text.matchAll(new RegExp(String.raw`\b(${prefixes}): ([A-Z].*?)\s*${end}`, 'gm'))];
  return found.flatMap(([, prefix = '', paths = '']) => {
    let page = citedPages[prefix] ?? '';
    return paths.split('; ').flatMap((part): Citation[] => {
      const [, other, rest] = new RegExp(`^(${prefixes}): (.*)$`).exec(part) ?? [];
      if (other) page = citedPages[other] ?? '';
      const path = rest ?? part;
      return /^RFC |^\[/.test(path) ? [] : [{ kind: 'page', page, path }];
    });
  });
}

/** `docs/security.md`, or `docs/security.md > Checklist`. */
function documentCitations(text: string): Citation[] {
  const form = new RegExp(String.raw`\b(docs/[\w-]+\.md)(?: > ([A-Z].*?)\s*${end})?`, 'gm');
  return [...text.matchAll(form)].map(([, page = '', path = '']) => ({ kind: 'page', page, path }));
}

function namedCitations(text: string): Citation[] {
  return [...text.matchAll(/\[(Assumption|Note): ([^\]]+)\]/g)].map(([, kind, name = '']) => ({
    kind: kind === 'Note' ? 'note' : 'assumption',
    name,
  }));
}

function rfcCitations(text: string): Citation[] {
  const section = String.raw`\d+(?:\.\d+)*`;
  const form = new RegExp(String.raw`\bRFC (\d+)(?: (${section}(?:(?:, | and | to )${section})*))?`, 'g');
  return [...text.matchAll(form)].map(([, number, sections]) => ({
    kind: 'rfc',
    number: Number(number),
    sections: sections?.split(/, | and | to /) ?? [],
  }));
}

/** Documents that once were beside the repository, and citations in an earlier form. */
function outsideCitations(text: string): Citation[] {
  const form = /\bDESIGN\.md\b|\bfacts\/[\w./-]*\w|(?<!docs\/)\b(?:reliability|compatibility)\.md\b/g;
  return [...text.matchAll(form)].map(([cited]) => ({ kind: 'outside', text: cited }));
}

/** The names of notes that a source file explains: `[Note: name]` followed by a sentence. */
export const notesExplainedIn = (source: string): string[] =>
  [...running(source).matchAll(/\[Note: ([^\]]+)\] [A-Z0-9]/g)].map(([, name = '']) => name);
