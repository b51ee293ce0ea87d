/**
 * The appearance of a material, derived from its title: the service's swatch pictures are network addresses,
 * and the window loads nothing from the network. An unknown title gets a neutral grey.
 */
export type Finish = 'matte' | 'grain' | 'satin' | 'gloss' | 'metal' | 'clear' | 'colors';

export interface SwatchStyle {
  /** `#rrggbb`, lit from the front. */
  readonly base: string;
  readonly finish: Finish;
}

/** The first match in the title wins, so the more specific words come first. */
const bases: readonly (readonly [RegExp, string])[] = [
  [/full colou?r/i, '#d9cbb4'],
  [/antique bronze/i, '#7a5a3a'],
  [/bronze/i, '#a9713d'],
  [/copper/i, '#b87150'],
  [/brass/i, '#b99a4b'],
  [/rose gold/i, '#d6a088'],
  [/gold/i, '#d8b04a'],
  [/stainless|steel|titanium/i, '#8f9398'],
  [/platinum/i, '#cfd2d4'],
  [/silver/i, '#c4c7ca'],
  [/alumide|alumin/i, '#a4a6a8'],
  [/coral|red/i, '#d84f45'],
  [/pink/i, '#e5468c'],
  [/royal blue|blue strong/i, '#2b4fae'],
  [/eggshell blue/i, '#a9c9d1'],
  [/blue/i, '#3b6fc0'],
  [/violet|purple/i, '#6a3fa0'],
  [/yellow/i, '#efdc8c'],
  [/avocado/i, '#7f8f4a'],
  [/green/i, '#4f9a5c'],
  [/orange/i, '#e58a3c'],
  [/sandstone/i, '#d9cbb4'],
  [/black/i, '#2c2d30'],
  [/frosted|transparent|clear|glass|translucent/i, '#cfdde2'],
  [/glazed|ceramic|porcelain/i, '#f1efe9'],
  [/white/i, '#f2f1ec'],
];

const finishes: readonly (readonly [RegExp, Finish])[] = [
  [/full colou?r/i, 'colors'],
  [/frosted|transparent|clear|glass|translucent/i, 'clear'],
  [/matte/i, 'satin'],
  [/gold|silver|bronze|steel|titanium|platinum|brass|copper/i, 'metal'],
  [/gloss|glazed|ceramic|porcelain/i, 'gloss'],
  [/polished|satin|detail/i, 'satin'],
  [/sandstone|alumide/i, 'grain'],
];

export function styleOf(title: string): SwatchStyle {
  const base = bases.find(([word]) => word.test(title))?.[1] ?? '#b9bec3';
  const finish = finishes.find(([word]) => word.test(title))?.[1] ?? 'matte';
  // "Satin" reduces the gloss of a glossy material.
  return { base, finish: /satin/i.test(title) && finish === 'gloss' ? 'satin' : finish };
}

/** A colour moved towards white (`amount` > 0) or black (< 0), -1 to 1. */
export function shade(color: string, amount: number): string {
  const target = amount > 0 ? 255 : 0;
  const by = Math.abs(amount);
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(value + (target - value) * by)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
