/** docs/style-guide.md, as far as a test can hold it. */
import { describe, expect, it } from 'vitest';
import { de } from '../../../src-shared/messages/de/index.ts';
import { en } from '../../../src-shared/messages/en/index.ts';
import type { Area, Message } from '../../../src-shared/messages/message.ts';

interface Text {
  readonly key: string;
  readonly text: string;
}

const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

const textsOf = (catalogue: Readonly<Record<string, Area>>): readonly Text[] =>
  Object.entries(catalogue).flatMap(([area, messages]) =>
    Object.entries(messages).flatMap(([key, message]) =>
      formsOf(message).map((text) => ({ key: `${area}.${key}`, text })),
    ),
  );

const english = textsOf(en);
const german = textsOf(de);

const hits = (texts: readonly Text[], pattern: RegExp): readonly string[] =>
  texts.filter(({ text }) => pattern.test(text)).map(({ key, text }) => `${key}: ${text}`);

describe('Terms', () => {
  it.each([/\bcatalogue\b/i, /\bclient id\b/])('No English text says %s.', (word) =>
    expect(hits(english, word)).toEqual([]),
  );

  it.each([
    /Kennwort/,
    /\bUrteil/,
    /\bMengen?\b/,
    /Werktag/,
    /Zahlungsnummer/,
    /[Aa]ufgegeben/,
    /\bvor Versand/,
    /(?<![\p{L}-])Platte\b/u,
  ])('No German text says %s.', (word) => expect(hits(german, word)).toEqual([]));
});

describe('Sentences', () => {
  it('The service and its files do not name or tell.', () =>
    expect(hits(english, /\b(service|it) (names|tells)\b/i)).toEqual([]));

  it('No sentence begins with Give, Say or Tell.', () =>
    expect(hits(english, /(^|[.:;] )(Give(?! up| each| it up)|Say|Tell)\b/)).toEqual([]));

  it('A quoted label is a parameter, so that it cannot differ from the label.', () => {
    const labels = (texts: readonly Text[]) => new Set(texts.map(({ text }) => text));
    for (const [texts, quotes] of [
      [english, /“([^”{}]+)”/g],
      [german, /„([^“{}]+)“/g],
    ] as const) {
      const known = labels(texts);
      const quoted = texts.flatMap(({ key, text }) =>
        [...text.matchAll(quotes)].map(([, label = '']) => ({ key, label })),
      );
      const strange = quoted.filter(({ label }) => !known.has(label) && !isTyped(label));
      expect(strange).toEqual([]);
    }
  });

  /** Commands, examples, and what stands in other programs. */
  const isTyped = (label: string) =>
    /^(fabdesk|accounts|queue|npm|git|Ref|File|Datei) |^(add|endsolid|--\w+)$/.test(label) ||
    elsewhere.has(label);
  const elsewhere = new Set(['Open in Fabdesk', 'Passwörter und Schlüssel', 'Linker Winkel']);
});

describe('Typography', () => {
  it.each([
    ['English', english],
    ['German', german],
  ] as const)('%s has no hyphen as dash.', (_, texts) =>
    expect(hits(texts, /[\p{L}\p{N})}%] - [\p{L}{]/u).filter((hit) => !isOption.test(hit))).toEqual([]),
  );
  /** A single - stands for standard input. */
  const isOption = /^cli(Help)?\.call\./;

  it('German quotes are German.', () =>
    expect(hits(german, /["”]/).filter((hit) => !/"\{account\}"|sign-in/.test(hit))).toEqual([]));

  it('German has a space before an ellipsis.', () => expect(hits(german, /\p{L}…/u)).toEqual([]));
});
