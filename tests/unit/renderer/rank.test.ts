/** What the palette puts first. */
import { describe, expect, it } from 'vitest';
import { rank } from '../../../src-renderer/ui/rank.ts';

const points = (search: string, title: string, more = '') => rank(search, { title, more });
const best = (search: string, ...titles: string[]) =>
  titles.toSorted((a, b) => (points(search, b) ?? -1) - (points(search, a) ?? -1))[0];

describe('rank', () => {
  it('A beginning counts more than a later word, initials or the middle of a word.', () => {
    expect(best('red', 'Hundred parts', 'Theme: red', 'Redo')).toBe('Redo');
    expect(best('dark', 'Remarkable darkness: light', 'Theme: dark')).toBe('Theme: dark');
    expect(points('zp', 'Zoom to part')).toBeNull();
    expect(points('ztp', 'Zoom to part')).toBeGreaterThan(0);
    expect(points('oom', 'Zoom to part')).toBeGreaterThan(0);
  });

  it('Every word must be found, in any order.', () => {
    expect(points('part zoom', 'Zoom to part')).toBeGreaterThan(0);
    expect(points('zoom cart', 'Zoom to part')).toBeNull();
  });

  it('One typing error is forgiven: a wrong, missing, extra or exchanged letter.', () => {
    for (const typed of ['alumixe', 'alumde', 'alumiide', 'alumdie', 'aulmide'])
      expect(points(typed, 'Polished Alumide'), typed).toBeGreaterThan(0);
    expect(points('alubxde', 'Polished Alumide')).toBeNull();
    expect(points('tix', 'Titanium')).toBeNull();
  });

  it('Other words for the same find it, after what has the word in its name.', () => {
    expect(points('delete', 'Remove from plate', 'delete erase')).toBeGreaterThan(0);
    const [named, meant] = [points('delete', 'Delete address'), points('delete', 'Remove', 'delete')];
    expect(named!).toBeGreaterThan(meant!);
  });

  it('Accents and ß do not matter.', () => {
    expect(points('grosse', 'Größe ändern')).toBeGreaterThan(0);
    expect(points('andern', 'Größe ändern')).toBeGreaterThan(0);
  });
});
