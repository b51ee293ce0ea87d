/**
 * A small font of strokes, for text that is raised from a model: the Latin letters of Europe and Vietnam,
 * digits and signs. A stroke has the same width everywhere, so that thin lines of a letter print like thick
 * ones. Accented letters are composed of the letter and its marks.
 */
import data from './stroke-glyphs.json' with { type: 'json' };

type Point = readonly [x: number, y: number];
export interface Stroke {
  readonly from: Point;
  readonly to: Point;
}

/** A text in font units: a capital is 6 high. y grows upwards from 0. */
export interface DrawnText {
  readonly strokes: readonly Stroke[];
  readonly width: number;
  readonly height: number;
}

/** A combining mark of Unicode, as a glyph on a grid of 0.6 units that is centred on the letter. */
interface Mark {
  /** The side of the letter on which it is drawn, and so the direction of y. */
  readonly at: 'above' | 'below' | 'corner';
  readonly strokes: string;
}

interface Letter {
  readonly base: string;
  readonly marks: readonly Mark[];
}

/**
 * Every glyph by its character, drawn for this project. Accented letters are composed of these. A glyph is a
 * list of polylines, separated by blanks; a point is x and y on a grid on which a capital is 6 high and a
 * small letter 4, with `a` and `b` for 1 and 2 below the line.
 */
const glyphs: Readonly<Record<string, string>> = data.glyphs;

/** Other characters with the shape of an existing glyph. */
const sameAs: Readonly<Record<string, string>> = data.sameAs;

const marks: Readonly<Record<string, Mark>> = Object.fromEntries(
  (['above', 'below', 'corner'] as const).flatMap((at) =>
    Object.entries(data.marks[at]).map(([mark, strokes]) => [mark, { at, strokes }]),
  ),
);

const lineHeight = 12;
const gap = 1.6;
const space = 3;
/** Distances: between a letter and its mark, between two marks, and between two points of a mark's grid. */
const markGap = 1.7;
const markHeight = 2.2;
const markStep = 0.6;
/** The cedilla of g is drawn above it, where its descender is not in the way. */
const cedilla = '\u0327';
const cedillaAbove = '\u0312';

/** The first character that the font lacks; null if it has all. */
export function firstUnknown(text: string): string | null {
  for (const character of charactersOf(text))
    if (character !== ' ' && character !== '\n' && lettersOf(character) === null) return character;
  return null;
}

const charactersOf = (text: string): string[] =>
  [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text.replaceAll(/\r\n?/g, '\n'))].map(
    ({ segment }) => segment,
  );

/** The glyphs of a character, usually one letter. Null if any of them is unknown. */
function lettersOf(character: string): Letter[] | null {
  const canonical = character.normalize('NFD');
  return readLetters(canonical) ?? readLetters(canonical.normalize('NFKD'));
}

function readLetters(text: string): Letter[] | null {
  const plain = [...text].map((part) => sameAs[part] ?? part).join('');
  const letters: { base: string; marks: Mark[] }[] = [];
  for (const part of plain) {
    const last = letters.at(-1);
    const mark = marks[part === cedilla && last?.base === 'g' ? cedillaAbove : part];
    if (mark && last) {
      // Another mark replaces the dot of i.
      if (mark.at === 'above' && last.marks[0] === marks['\u0307'] && /[ıȷ]/.test(last.base))
        last.marks.shift();
      last.marks.push(mark);
    } else if (Object.hasOwn(glyphs, part) || part === ' ') letters.push({ base: part, marks: [] });
    else return null;
  }
  return letters.length === 0 ? null : letters;
}

export function drawText(text: string): DrawnText {
  const strokes: Stroke[] = [];
  let x = 0;
  let line = 0;
  for (const character of charactersOf(text)) {
    if (character === '\n') {
      x = 0;
      line++;
      continue;
    }
    for (const letter of lettersOf(character) ?? []) {
      const drawn = drawLetter(letter);
      for (const { from, to } of drawn.strokes)
        strokes.push({ from: moved(from, x, -line * lineHeight), to: moved(to, x, -line * lineHeight) });
      x += drawn.advance;
    }
  }
  return inCorner(strokes);
}

const moved = ([px, py]: Point, x: number, y: number): Point => [px + x, py + y];

/** Moves everything so that it begins at 0, 0. */
function inCorner(strokes: readonly Stroke[]): DrawnText {
  const points = strokes.flatMap(({ from, to }) => [from, to]);
  const side = (axis: 0 | 1): Point => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  if (points.length === 0) return { strokes: [], width: 4, height: 6 };
  const [[left, right], [bottom, top]] = [side(0), side(1)];
  return {
    strokes: strokes.map(({ from, to }) => ({
      from: moved(from, -left, -bottom),
      to: moved(to, -left, -bottom),
    })),
    width: right - left,
    height: top - bottom,
  };
}

function drawLetter({ base, marks: own }: Letter): { strokes: Stroke[]; advance: number } {
  const glyph = strokesOf(glyphs[base] ?? '', (x, y) => [x, y]);
  if (glyph.length === 0) return { strokes: [], advance: space };
  const xs = glyph.flatMap(({ from, to }) => [from[0], to[0]]);
  const ys = glyph.flatMap(({ from, to }) => [from[1], to[1]]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const width = right - left;
  let top = Math.max(...ys);
  let bottom = Math.min(...ys);
  const strokes = glyph.map(({ from, to }) => ({ from: moved(from, -left, 0), to: moved(to, -left, 0) }));
  for (const mark of own) {
    const middle = width / 2;
    if (mark.at === 'above') {
      const from = top + markGap;
      strokes.push(...strokesOf(mark.strokes, (x, y) => [middle + (x - 2) * markStep, from + y * markStep]));
      top += markHeight;
    } else if (mark.at === 'below') {
      const from = bottom;
      strokes.push(...strokesOf(mark.strokes, (x, y) => [middle + (x - 2) * markStep, from - y * markStep]));
      bottom -= markHeight;
    } else {
      const corner = top;
      strokes.push(
        ...strokesOf(mark.strokes, (x, y) => [width + (x - 2) * markStep, corner + (y - 1) * markStep]),
      );
    }
  }
  // A mark may be wider than a narrow letter.
  const reach = strokes.flatMap(({ from, to }) => [from[0], to[0]]);
  const overhang = Math.max(0, -Math.min(...reach));
  return {
    strokes: strokes.map(({ from, to }) => ({ from: moved(from, overhang, 0), to: moved(to, overhang, 0) })),
    advance: Math.max(...reach) + overhang + gap,
  };
}

const digits = '0123456789';
const coordinate = (sign: string): number => (sign === 'a' ? -1 : sign === 'b' ? -2 : digits.indexOf(sign));

function strokesOf(polylines: string, place: (x: number, y: number) => Point): Stroke[] {
  return polylines
    .split(' ')
    .filter(Boolean)
    .flatMap((polyline) => {
      const points = [...polyline.matchAll(/(.)(.)/g)].map(([, x = '0', y = '0']) =>
        place(coordinate(x), coordinate(y)),
      );
      return points.slice(1).map((to, i) => ({ from: points[i]!, to }));
    });
}
