/** The words of the thorough check: what each outcome is and what it means for printing. */
import type { DeepCheckKind, Finding } from '../geometry.ts';
import { counted } from '../words.ts';
import type { Places } from './places.ts';
import type { ThicknessMap } from './thickness.ts';

/** One question of the thorough check, answered. */
export interface DeepCheck {
  readonly kind: DeepCheckKind;
  /** `not-checked` says in `message` why, and what to do about it. */
  readonly status: 'pass' | 'fail' | 'not-checked';
  /** Whole sentences, also where all is well: what was looked at, and how sure the answer is. */
  readonly message: string;
  /** Where `status` is `fail`. */
  readonly finding: Finding | null;
}

/** Says a length in file units to people, for example "0.7 mm". */
export type SayLength = (length: number) => string;

export const sayFileUnits: SayLength = (length) => `${Number(length.toPrecision(3))} units of the file`;

export const passed = (kind: DeepCheckKind, message: string): DeepCheck => ({
  kind,
  status: 'pass',
  message,
  finding: null,
});

export const notChecked = (kind: DeepCheckKind, message: string): DeepCheck => ({
  kind,
  status: 'not-checked',
  message,
  finding: null,
});

export const failed = (
  kind: DeepCheckKind,
  places: Places,
  severity: Finding['severity'],
  message: string,
): DeepCheck => ({ kind, status: 'fail', message, finding: places.toFinding(kind, severity, message) });

/** Share of the surface below which thin places are tips and edges rather than walls. */
const tipShare = 0.001;

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;

export function thicknessCheck(map: ThicknessMap, places: Places, say: SayLength): DeepCheck {
  const how = `measured from ${map.samples.toLocaleString('en')} points about ${say(map.spacing)} apart, on faces that make up ${percent(map.sampledShare)} of the surface`;
  if (map.thinnest === null) {
    return passed('thin-walls', `No two sides of the part face each other as walls do (${how}).`);
  }
  const thinnest = say(map.thinnest.thickness);
  if (map.thinFaces.length === 0) {
    return passed(
      'thin-walls',
      `No wall thinner than ${say(map.limit)} was found; the thinnest is ${thinnest} (${how}). At most ${percent(map.thinShareAtMost)} of the surface can be thinner, and a thin spot smaller than the distance of the points can have been missed.`,
    );
  }
  const isTip = map.thinShare < tipShare;
  return failed(
    'thin-walls',
    places,
    isTip ? 'warn' : 'fail',
    isTip
      ? `Single places are thinner than ${say(map.limit)}, down to ${thinnest}, on ${percent(map.thinShare)} of the surface: tips or sharp edges that may print rounded (${how}).`
      : `Walls are thinner than ${say(map.limit)} on ${percent(map.thinShare)} of the surface, down to ${thinnest}. They may break or not print at all (${how}).`,
  );
}

const atLeast = (coverage: number): string =>
  coverage < 1 ? ` Only ${percent(coverage)} of the surface was searched, so there are more.` : '';

export const crossingMessage = (count: number, coverage: number): string =>
  `${counted(count, 'face runs', 'faces run')} through the surface that ${count === 1 ? 'it is' : 'they are'} part of. What is inside there is not certain, so it may print with holes or extra skin.${atLeast(coverage)}`;

export const overlapMessage = (parts: number, coverage: number): string =>
  `${parts.toLocaleString('en')} parts run into each other. Most printers join them, but the volume that they share counts twice in the price. Repair makes one solid of them.${atLeast(coverage)}`;

export const nestedMessage = (count: number): string =>
  `${counted(count, 'part lies', 'parts lie')} wholly in the material of another one, so ${count === 1 ? 'its' : 'their'} volume counts twice. Repair removes ${count === 1 ? 'it' : 'them'}; if a cavity was meant, its faces must point the other way.`;

export const cavityMessage = (count: number): string =>
  `${counted(count, 'cavity is', 'cavities are')} closed on all sides. Powder, resin or supports cannot get out; add a hole if they must.`;

export const tinyMessage = (count: number, size: string): string =>
  `${counted(count, 'part is', 'parts are')} smaller than ${size} on every side. Such specks are lost in printing and cleaning, and often are left over from modelling.`;
