/**
 * A small font of strokes, for text that is raised from a model: capitals, digits and signs on a grid of
 * 4 by 6 units (x to the right, y upwards). Small letters are drawn as small capitals, and accents are left
 * out. Drawn for this project.
 */

/** Polylines of a glyph: pairs of digits x, y; strokes are separated by a blank. */
const glyphs: Readonly<Record<string, string>> = {
  A: '0004264440 0343',
  B: '00063645443303 3342413000',
  C: '4536160501103041',
  D: '00062644422000',
  E: '46060040 0333',
  F: '460600 0333',
  G: '45361605011030414323',
  H: '0006 4046 0343',
  I: '1030 1636 2026',
  J: '4641301001',
  K: '0006 460340',
  L: '060040',
  M: '0006234640',
  N: '00064046',
  O: '160501103041453616',
  P: '00063645443303',
  Q: '160501103041453616 2240',
  R: '00063645443303 2340',
  S: '453616050413334241301001',
  T: '0646 2620',
  U: '060110304146',
  V: '062046',
  W: '0610233046',
  X: '0046 0640',
  Y: '062346 2320',
  Z: '06460040',
  0: '160501103041453616 1135',
  1: '142620 1030',
  2: '05163645440040',
  3: '05163645443323 334241301001',
  4: '30360242',
  5: '460604344341301001',
  6: '4536160501103041423303',
  7: '064610',
  8: '13040516364544331302011030414233',
  9: '0110304145361605041343',
  '.': '2020',
  ',': '2110',
  '!': '2622 2020',
  '?': '051636454422 2020',
  '-': '1333',
  '+': '1333 2224',
  _: '0040',
  '/': '0046',
  '\\': '0640',
  ':': '2121 2424',
  ';': '2110 2424',
  "'": '2624',
  '"': '1614 3634',
  '(': '36242230',
  ')': '16242210',
  '&': '4014152635340201102042',
  '#': '1016 3036 0242 0444',
  '@': '30100105163645423234242232',
  '*': '1234 1432 2125',
  '=': '1232 1434',
  '%': '0046 1515 3131',
  '<': '351331',
  '>': '153311',
  $: '453616050413334241301001 2620',
};

interface Stroke {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** What text looks like in font units: a capital is 6 high, a line 9. y grows upwards from the last line. */
export interface DrawnText {
  readonly strokes: readonly Stroke[];
  readonly width: number;
  readonly height: number;
}

const advance = 5.6;
const lineHeight = 9;
const smallCapital = 0.75;

/** The first character that the font has not; null where it has all. */
export function firstUnknown(text: string): string | null {
  for (const character of plain(text)) {
    if (character !== ' ' && character !== '\n' && glyphs[character.toUpperCase()] === undefined)
      return character;
  }
  return null;
}

/** Without accents: é becomes e, ß becomes ss. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ');

export function drawText(text: string): DrawnText {
  const lines = plain(text).split('\n');
  const strokes: Stroke[] = [];
  let width = 0;
  lines.forEach((line, index) => {
    const base = (lines.length - 1 - index) * lineHeight;
    let x = 0;
    for (const character of line) {
      const scale = character !== character.toUpperCase() ? smallCapital : 1;
      for (const polyline of (glyphs[character.toUpperCase()] ?? '').split(' ').filter(Boolean))
        strokes.push(...strokesOf(polyline, x, base, scale));
      x += advance * scale;
    }
    width = Math.max(width, x - (x > 0 ? advance - 4 : 0));
  });
  return { strokes, width, height: (lines.length - 1) * lineHeight + 6 };
}

function strokesOf(polyline: string, x: number, y: number, scale: number): Stroke[] {
  const points = [...polyline.matchAll(/(\d)(\d)/g)].map(
    ([, px, py]) => [x + Number(px) * scale, y + Number(py) * scale] as const,
  );
  return points.slice(1).map((to, i) => ({ from: points[i]!, to }));
}
