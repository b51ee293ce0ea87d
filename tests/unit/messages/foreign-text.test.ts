import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  fitInto,
  paint,
  terminalJson,
  terminalLine,
} from '../../../src-main/hosts/terminal-text.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { harmless, onOneLine, shown } from '../../../src-shared/messages/foreign-text.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { actingCharacters, hostileTitle } from '../../support/hostile-text.ts';

describe('text of others', () => {
  it('Ordinary titles of many languages stay as they are.', () => {
    for (const title of [
      'vase (2)',
      'Größe µm',
      'Ваза',
      '花瓶',
      'कंप्यूटर',
      'Tiếng Việt',
      '👩‍🚀 👍🏽 ❤️',
      'a “b” – c…',
    ])
      expect(shown(title)).toBe(title);
  });

  it('Text from right to left is isolated and keeps its joiners.', () => {
    const persian = 'می\u200cخواهم';
    expect(shown(persian)).toBe(`\u2068${persian}\u2069`);
    expect(shown('גרטל 3')).toBe('\u2068גרטל 3\u2069');
    expect(shown(shown('גרטל 3'))).toBe(shown('גרטל 3'));
    expect(shown(`“${shown('גרטל')}” (3)`)).toBe('“\u2068גרטל\u2069” (3)');
  });

  it('Nothing that acts is left of a hostile title, and overrides are visible.', () => {
    expect(shown(hostileTitle)).not.toMatch(actingCharacters);
    expect(shown('invoice\u202egpj.stl')).toBe('invoice\ufffdgpj.stl');
    expect(shown('pay\u200bpal\u200d')).toBe('paypal');
    expect(shown('half \ud83d')).toBe('half \ufffd');
    expect(shown('a\r\n\u2028b')).toBe('a b');
    expect(shown(`pile${'\u0301'.repeat(60)}`)).toHaveLength(10);
  });

  it('Length is bounded visibly, in linear time, and whole characters are cut.', () => {
    const start = cpuTime();
    for (const unit of ['x', '\u200d', '\u0301', '\u202e', 'א', '\ud800', ' \n'])
      expect(shown(unit.repeat(1e6)).length).toBeLessThan(210);
    for (const unit of ['\u200d', '\u0301', '\u202e', 'א', '\ud800', ' \n', 'א\u200d'])
      harmless(unit.repeat(3e5), Infinity);
    // Quadratic time would be minutes.
    expect(cpuTime() - start).toBeLessThan(10_000);
    expect(shown('x'.repeat(300)).slice(-2)).toBe('x…');
    expect(shown('😀'.repeat(300)).isWellFormed()).toBe(true);
    expect(onOneLine(`  a \n ${'b '.repeat(9)}`, 5)).toBe('a b b');
  });

  it('Text of others inside a sentence cannot reorder or break the sentence.', () => {
    const reason = english.t('service.refusedBecause', {
      what: 'x\u202e',
      reason: 'no\nfabdesk: all is well',
    });
    expect(reason).not.toMatch(actingCharacters);
    expect(reason).not.toContain('\n');
    expect(english.t('service.refusedBecause', { what: 'גרטל', reason: '1' })).toContain('\u2068גרטל\u2069');
  });
});

describe('text in a terminal', () => {
  const red = paint(31, 39);

  it('Only colours of Fabdesk act, around and inside any text.', () => {
    expect(terminalLine(`${red('a')} \u001b[31mb\u001b]0;c\u0007`)).toBe(
      '\u001b[31ma\u001b[39m \ufffd[31mb\ufffd]0;c\ufffd',
    );
    expect(terminalLine(hostileTitle)).not.toMatch(actingCharacters);
    expect(terminalLine('\u2068א\u2069 \u2067x \u2068y')).toBe('\u2068א\u2069 \ufffdx \ufffdy');
  });

  it('Columns count wide and combining characters as terminals do.', () => {
    const widths = { vase: 4, 花瓶: 4, 'e\u0301': 1, '👩‍🚀': 2, '❤️': 2, 한글: 4, '\u2068אב\u2069': 2 };
    for (const [text, columns] of Object.entries(widths)) expect(columnsOf(text), text).toBe(columns);
    expect(columnsOf(red('花'))).toBe(2);
    expect(fitInto(5, '花瓶の台')).toBe('花瓶');
  });

  it('JSON is exact, and invisible characters are escapes.', () => {
    const value = { title: `${hostileTitle}\u{e0041}`, 'k\u202ey': 1 };
    const json = terminalJson(JSON.stringify(value));
    expect(json).not.toMatch(actingCharacters);
    expect(JSON.parse(json)).toEqual(value);
  });
});
