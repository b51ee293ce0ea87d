/**
 * How a material looks, guessed from its title, so that a swatch can be drawn without fetching anything. A title
 * that says nothing gets a quiet grey.
 */

export type Finish = 'matte' | 'satin' | 'gloss' | 'metal' | 'clear' | 'grain' | 'rainbow';

export interface MaterialLook {
  /** `#rrggbb`. */
  readonly colour: string;
  readonly finish: Finish;
}

/** First match wins, so the particular stands before the general. */
const colours: readonly (readonly [RegExp, string])[] = [
  [/antique bronze/i, '#7a5a3a'],
  [/bronze|copper/i, '#b07441'],
  [/brass/i, '#c9a04c'],
  [/gold/i, '#d9b04a'],
  [/platinum|silver|rhodium/i, '#c9ced3'],
  [/alumid|alumin|titan|nickel|steel|metal/i, '#9aa1a8'],
  [/coral/i, '#e8604f'],
  [/hot pink|magenta/i, '#e2408b'],
  [/pink|rose/i, '#e58fae'],
  [/royal blue/i, '#2a4fa8'],
  [/eggshell blue/i, '#a9cfd3'],
  [/blue/i, '#3f78c4'],
  [/violet|purple/i, '#6c4aa6'],
  [/avocado/i, '#7b8f3c'],
  [/green/i, '#3f9b5c'],
  [/pastel yellow/i, '#efe3a0'],
  [/yellow/i, '#e8c52e'],
  [/orange/i, '#e8813a'],
  [/red/i, '#c9382f'],
  [/brown/i, '#7a5236'],
  [/black/i, '#24272b'],
  [/grey|gray/i, '#8a9199'],
  [/frosted/i, '#dbe6ec'],
  [/transparent|clear|acrylic/i, '#d5e4ec'],
  [/sandstone|gypsum/i, '#e6dcc8'],
  [/ceramic|porcelain|white/i, '#f1f0ec'],
  [/wax/i, '#6b4fa0'],
];

const finishes: readonly (readonly [RegExp, Finish])[] = [
  [/full colou?r/i, 'rainbow'],
  [/silver|gold|bronze|steel|brass|copper|platinum|titan|metal|nickel/i, 'metal'],
  [/transparent|frosted|clear|acrylic/i, 'clear'],
  [/gloss|glaz|ceramic|porcelain/i, 'gloss'],
  [/satin|polished/i, 'satin'],
  [/sandstone|alumide|strong/i, 'grain'],
];

export function lookOf(title: string): MaterialLook {
  const colour = colours.find(([pattern]) => pattern.test(title))?.[1] ?? '#b3bac1';
  const finish = finishes.find(([pattern]) => pattern.test(title))?.[1] ?? 'matte';
  return { colour, finish };
}
