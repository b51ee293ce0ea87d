/**
 * What OpenCascade does with a STEP file without saying so, found in the file's text (ISO 10303-21): bodies that the file
 * hides are read as others, tessellated ones (AP242) are left out, and scales and mirrors of placed parts are ignored.
 */
import { ref } from '../../messages/messages.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { textOf } from './byte-scanner.ts';
import { latin1 } from './decode-text.ts';

const [semicolon, hash, equals] = [59, 35, 61];
const [letterC, letterI, letterT] = [67, 73, 84];
const longestName = 64;
/** Most files have no entity of these types and are not looked at any further. */
const telling = /^(?:INVISIBILITY|TESSELLATED_S(?:OLID|HELL)|CARTESIAN_TRANSFORMATION_OPERATOR_3D)/;

const exactBody =
  /^(?:MANIFOLD_SOLID_BREP|FACETED_BREP|BREP_WITH_VOIDS|SHELL_BASED_SURFACE_MODEL|FACE_BASED_SURFACE_MODEL)$/;
const anyExactBody = /=\s*(?:MANIFOLD_SOLID_BREP|FACETED_BREP|BREP_WITH_VOIDS|\w+_BASED_SURFACE_MODEL)\s*\(/;
/** Hidden items lead to bodies through styles, layers, representations and copies. */
const deepest = 8;

/** @throws CodedError `file-unsupported` if parts of the file would be wrong or all of them missing */
export function noteStep(bytes: Uint8Array, warnings: GeometryText[]): void {
  if (!isTelling(bytes)) return;
  const file = new StepText(bytes);
  refuseScaled(file);
  const hidden = countHidden(file);
  if (hidden > 0) warnings.push(ref('geometry.hiddenBodies', { format: 'STEP', count: hidden }));
  const tessellated = countTessellated(file);
  if (tessellated === 0) return;
  if (!anyExactBody.test(file.text)) {
    throw geometryError('file-unsupported', ref('geometry.onlyTessellated'));
  }
  warnings.push(ref('geometry.tessellatedIgnored', { count: tessellated }));
}

function isTelling(bytes: Uint8Array): boolean {
  for (const { keyword } of statementsIn(bytes)) {
    const first = bytes[keyword];
    if (first !== letterI && first !== letterT && first !== letterC) continue;
    // Most entities are points, whose name begins like that of an operator.
    if (first === letterC && bytes[keyword + 10] !== letterT) continue;
    if (telling.test(textOf(bytes, keyword, Math.min(bytes.length, keyword + longestName)))) return true;
  }
  return false;
}

/** Where each entity begins, with its number and where its type is. One object serves all. */
function* statementsIn(bytes: Uint8Array): Generator<{ start: number; id: number; keyword: number }> {
  const found = { start: 0, id: 0, keyword: 0 };
  for (let at = 0; at < bytes.length; at++) {
    while (bytes[at]! <= 32) at++;
    if (bytes[at] === hash) {
      found.start = at++;
      found.id = 0;
      for (; bytes[at]! >= 48 && bytes[at]! <= 57; at++) found.id = found.id * 10 + bytes[at]! - 48;
      while (bytes[at]! <= 32 || bytes[at] === equals) at++;
      found.keyword = at;
      yield found;
    }
    const end = bytes.indexOf(semicolon, at);
    if (end < 0) return;
    at = end;
  }
}

interface Entity {
  readonly type: string;
  /** References are `#` and a number; lists keep their brackets. */
  readonly values: readonly string[];
}

class StepText {
  readonly text: string;
  /** Where the statement of each entity begins, by its number. */
  readonly #places = new Map<number, number>();

  constructor(bytes: Uint8Array) {
    this.text = latin1(bytes);
    for (const { start, id } of statementsIn(bytes)) this.#places.set(id, start);
  }

  /** Null if there is none, or if it has several types at once. @param reference `#` and a number */
  entity(reference: string): Entity | null {
    const at = this.#places.get(Number(reference.slice(1)));
    if (at === undefined) return null;
    const [, type, values] = /^#\d+\s*=\s*(\w+)\s*\((.*)\)\s*$/s.exec(this.#statement(at)) ?? [];
    return type === undefined ? null : { type, values: valuesOf(values!) };
  }

  /** All entities of a type, also where they have others. */
  *all(type: string): Generator<readonly string[]> {
    for (const { index } of this.text.matchAll(new RegExp(`\\b${type}\\s*\\(`, 'g'))) {
      yield valuesOf(inBrackets(this.text, this.text.indexOf('(', index)));
    }
  }

  #statement(at: number): string {
    const end = this.text.indexOf(';', at);
    return this.text.slice(at, end < 0 ? at : end);
  }
}

/** What is between a bracket and the one that closes it. */
function inBrackets(text: string, open: number): string {
  let [depth, isText] = [0, false];
  for (let at = open; at < text.length; at++) {
    const letter = text[at];
    if (letter === "'") isText = !isText;
    else if (isText) continue;
    else if (letter === ';') return '';
    else if (letter === '(') depth++;
    else if (letter === ')' && --depth === 0) return text.slice(open + 1, at);
  }
  return '';
}

/** Split at commas that are in no bracket and no text. */
function valuesOf(list: string): string[] {
  const values: string[] = [];
  let [depth, isText, start] = [0, false, 0];
  for (let at = 0; at <= list.length; at++) {
    const letter = list[at] ?? ',';
    if (letter === "'") isText = !isText;
    else if (isText) continue;
    else if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === ',' && depth === 0) {
      values.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return values;
}

const referencesIn = (value: string | undefined): readonly string[] => value?.match(/#\d+/g) ?? [];

function countHidden(file: StepText): number {
  const bodies = new Set<string>();
  const seen = new Set<string>();
  const collect = (reference: string, depth: number): void => {
    if (depth > deepest || seen.has(reference)) return;
    seen.add(reference);
    const entity = file.entity(reference);
    if (entity === null) return;
    const { type, values } = entity;
    if (exactBody.test(type)) bodies.add(reference);
    else if (/STYLED_ITEM$/.test(type)) collect(values[2] ?? '', depth + 1);
    else if (type === 'PRESENTATION_LAYER_ASSIGNMENT') {
      for (const item of referencesIn(values[2])) collect(item, depth + 1);
    } else if (/REPRESENTATION$/.test(type)) {
      for (const item of referencesIn(values[1])) collect(item, depth + 1);
    } else if (type === 'MAPPED_ITEM') {
      const map = file.entity(values[1] ?? '');
      collect(map?.values[1] ?? '', depth + 1);
    }
  };
  for (const [items] of file.all('INVISIBILITY')) for (const item of referencesIn(items)) collect(item, 0);
  return bodies.size;
}

/** Those that belong to no exact body, which would be read instead. (AP242, tessellated_solid.geometric_link) */
function countTessellated(file: StepText): number {
  let count = 0;
  for (const type of ['TESSELLATED_SOLID', 'TESSELLATED_SHELL']) {
    for (const values of file.all(type)) if (!/^#\d+$/.test(values[2] ?? '')) count++;
  }
  return count;
}

/** OpenCascade turns a mirror into a rotation, and drops a scale. */
function refuseScaled(file: StepText): void {
  const used = new Set<string>();
  for (const values of file.all('MAPPED_ITEM')) used.add(values[2] ?? '');
  for (const [value] of file.all('REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION')) used.add(value ?? '');
  for (const reference of used) {
    const operator = file.entity(reference);
    if (operator?.type !== 'CARTESIAN_TRANSFORMATION_OPERATOR_3D') continue;
    const [axis1, axis2, , scale, axis3] = operator.values.slice(-5);
    const isScaled = scale !== '$' && Math.abs(Number(scale) - 1) > 1e-9;
    const axes = [axis1, axis2, axis3].map((axis) => directionOf(file, axis));
    if (isScaled || isMirror(axes)) throw geometryError('file-unsupported', ref('geometry.scaledPart'));
  }
}

function directionOf(file: StepText, reference: string | undefined): readonly number[] | null {
  const ratios = file
    .entity(reference ?? '')
    ?.values[1]?.replace(/[()]/g, '')
    .split(',')
    .map(Number);
  return ratios?.length === 3 && ratios.every(Number.isFinite) ? ratios : null;
}

/** Axes that are missing follow from the others without a mirror. */
function isMirror([x, y, z]: readonly (readonly number[] | null)[]): boolean {
  if (!x || !y || !z) return false;
  const [a, b, c] = [
    x[1]! * y[2]! - x[2]! * y[1]!,
    x[2]! * y[0]! - x[0]! * y[2]!,
    x[0]! * y[1]! - x[1]! * y[0]!,
  ];
  return a * z[0]! + b * z[1]! + c * z[2]! < 0;
}
