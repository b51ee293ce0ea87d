/** Every text for people is in the catalogue, in every language, and is used. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { en } from '../../../src-shared/messages/en/index.ts';
import { languages } from '../../../src-shared/messages/languages.ts';
import { loadCatalogue } from '../../../src-shared/messages/load.ts';
import type { Area, Message } from '../../../src-shared/messages/message.ts';
import { allowedPlaces, allowedTexts, forAgents } from './allowed-texts.ts';
import { findTexts } from './find-texts.ts';
import { toConvert } from './to-convert.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src-renderer', 'src-shared', 'src-main'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(ts|svelte)$/.test(file) && existsSync(`${root}/${file}`))
  // AssemblyScript has no texts, and the catalogue is excluded. SOAP faults are for programs, like the
  // service's other answers.
  .filter((file) => !/\/core\/assembly\/|^src-shared\/(messages\/\w+|soap)\//.test(file));

const found = files.map((file) => ({
  file,
  ...findTexts(file, readFileSync(`${root}/${file}`, 'utf8'), allowedTexts),
}));
const texts = new Map(
  found.map(({ file, texts }) => [file, texts.filter(({ text }) => !allowedPlaces.has(`${file}: ${text}`))]),
);

const entriesOf = (catalogue: Readonly<Record<string, Area>>): [string, Message][] =>
  Object.entries(catalogue).flatMap(([area, messages]) =>
    Object.entries(messages).map(([name, message]): [string, Message] => [`${area}.${name}`, message]),
  );
const english = entriesOf(en);
const translations = await Promise.all(
  languages
    .filter((language) => language !== 'en')
    .map(async (language) => ({ language, messages: new Map(entriesOf(await loadCatalogue(language))) })),
);
const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
const placeholders = (text: string): string[] => [...text.matchAll(/\{[^}]*\}/g)].map(([all]) => all).sort();

describe('the message catalogue', () => {
  it('Every text for people is in the catalogue.', () => {
    const outside = [...texts]
      .filter(([file]) => !toConvert.has(file) && !forAgents.has(file))
      .flatMap(([file, list]) => list.map(({ line, text }) => `${file}:${line} ${JSON.stringify(text)}`));
    expect(outside, 'move these texts into src-shared/messages').toEqual([]);
  });

  it('No file listed for conversion is already converted.', () => {
    expect([...toConvert].filter((file) => (texts.get(file)?.length ?? 0) === 0)).toEqual([]);
    const left = [...texts.values()].reduce((sum, list) => sum + list.length, 0);
    console.log(
      `${english.length} messages in ${languages.length} languages; ${files.length} files read, ${left} texts in ${toConvert.size} files to convert.`,
    );
  });

  it('No message is unused.', () => {
    const literals = new Set(found.flatMap(({ literals }) => [...literals]));
    const patterns = [...literals]
      .filter((text) => /^[a-z]+\..*\*/.test(text) && text.slice(0, text.indexOf('.')) in en)
      .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '.+')}$`));
    const unused = english
      .map(([key]) => key)
      // Help texts are found by the names of their commands; tests/unit/cli/help-texts.test.ts reads them.
      .filter((key) => !key.startsWith('cliHelp.'))
      .filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)));
    expect(unused, 'remove these messages').toEqual([]);
  });

  const pairs = translations.flatMap(({ language, messages }) =>
    english.map(([key, message]) => [key, language, message, messages.get(key)!] as const),
  );
  it.each(pairs)(
    '%s has the same parameters in English and in “%s”.',
    (_key, _language, message, translated) => {
      const all = placeholders(typeof message === 'string' ? message : message.other);
      expect(placeholders(typeof translated === 'string' ? translated : translated.other)).toEqual(all);
      // Only singular forms may leave the count out.
      for (const form of [...formsOf(message), ...formsOf(translated)]) {
        expect([...new Set([...placeholders(form), '{count:number}'])].sort()).toEqual(
          [...new Set([...all, '{count:number}'])].sort(),
        );
      }
    },
  );

  it('Messages have typographic signs and no stray spaces.', () => {
    const odd = [...english, ...translations.flatMap(({ messages }) => [...messages])]
      .filter(([, message]) =>
        formsOf(message).some((form) => /\.\.\.|^\s|\s$| {2}|(?<=\p{L})'(?=\p{L})/u.test(form)),
      )
      .map(([key]) => key);
    expect(odd).toEqual([]);
  });
});

describe('Total is one amount: all that is known of what is charged', () => {
  /** Labels beside which another text says what is not in the amount. */
  const bare = new Set(['orders.total', 'cli.orders.label.total', 'orders.total', 'library.order.total']);
  const catalogues = [
    { entries: english, word: /^(Total|total|Sum|sum)\b/, says: /with fee|before tax|before fee/ },
    {
      entries: [...(translations.find(({ language }) => language === 'de')?.messages ?? [])],
      word: /^Summe\b/,
      says: /mit Gebühr|ohne Steuern|ohne Gebühr/,
    },
  ];

  it.each(catalogues)('Each label of a total says what is in it ($word).', ({ entries, word, says }) => {
    const silent = entries.flatMap(([key, message]) =>
      formsOf(message)
        .filter((text) => word.test(text) && !says.test(text) && !bare.has(key))
        .map((text) => `${key}: ${text}`),
    );
    expect(silent).toEqual([]);
  });
});
