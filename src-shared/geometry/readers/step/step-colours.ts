/** The colours of items in a STEP file: styled items lead to them through several styles (ISO 10303-46). */
import { packColour } from '../../mesh/colours.ts';
import type { StepText } from './step-text.ts';

/** Styles of lines and points, which surfaces do not have. */
const otherStyle = /^(CURVE|POINT|TEXT|SYMBOL)_STYLE/;

/** Styles lead to a colour in about seven steps, and a few lead to several. */
const mostSteps = 60;

/** draughting_pre_defined_colour */
const named: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  magenta: [255, 0, 255],
  cyan: [0, 255, 255],
  black: [0, 0, 0],
  white: [255, 255, 255],
};

/** Colours as `packColour` makes them, by the number of the item. */
export function coloursIn(file: StepText): ReadonlyMap<number, number> {
  const colours = new Map<number, number>();
  for (const id of file.all(/^(OVER_RIDING_)?STYLED_ITEM$/)) {
    const entity = file.entity(id);
    if (entity === null) continue;
    const item = file.reference(file.attribute(entity, 'STYLED_ITEM', 1, 1));
    const colour = colourOf(file, file.references(file.attribute(entity, 'STYLED_ITEM', 0, 1)));
    if (item !== null && colour !== null) colours.set(item, colour);
  }
  return colours;
}

function colourOf(file: StepText, styles: readonly number[]): number | null {
  const queue = styles.slice(0, mostSteps);
  for (let i = 0; i < Math.min(queue.length, mostSteps); i++) {
    for (const [type, values] of file.entity(queue[i]!) ?? []) {
      if (otherStyle.test(type)) continue;
      if (type === 'COLOUR_RGB') {
        const [red, green, blue] = values.slice(1).map((value) => 255 * Number(file.text(value)));
        return packColour(red ?? 0, green ?? 0, blue ?? 0);
      }
      if (type === 'DRAUGHTING_PRE_DEFINED_COLOUR') {
        const rgb =
          named[
            file
              .text(values[0] ?? null)
              .replaceAll("'", '')
              .toLowerCase()
          ];
        if (rgb !== undefined) return packColour(...rgb);
      }
      for (const value of values) queue.push(...file.references(value).slice(0, mostSteps));
    }
  }
  return null;
}
