/**
 * Finds what OpenCascade silently does to a STEP file, by the file's text (ISO 10303-21): it reads hidden
 * bodies like others, and ignores scales and mirrors of placed parts.
 */
import { ref } from '../../../messages/messages.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import { textOf } from '../byte-scanner.ts';
import { type StepText, statementsIn } from './step-text.ts';

const [letterC, letterI, letterT] = [67, 73, 84];
const longestName = 64;
/** Most files have no entity of these types and are not examined further. */
const telling =
  /^(?:INVISIBILITY|TESSELLATED_S(?:OLID|HELL|HAPE_REPRESENTATION)|TRIANGULATED_|CARTESIAN_TRANSFORMATION_OPERATOR_3D)/;

const anyBody =
  /^(?:MANIFOLD_SOLID_BREP|FACETED_BREP|BREP_WITH_VOIDS|SHELL_BASED_SURFACE_MODEL|FACE_BASED_SURFACE_MODEL|TESSELLATED_SOLID|TESSELLATED_SHELL)$/;
/** Hidden items lead to bodies through styles, layers, representations and copies. */
const deepest = 8;

/** @throws CodedError `file-unsupported` if parts of the file would be wrong */
export function noteStep(file: StepText, warnings: GeometryText[]): void {
  refuseScaled(file);
  const hidden = countHidden(file);
  if (hidden > 0) warnings.push(ref('geometry.hiddenBodies', { format: 'STEP', count: hidden }));
}

/** Whether OpenCascade would silently change or skip anything of the file. A millisecond a megabyte. */
export function isTelling(bytes: Uint8Array): boolean {
  for (const { keyword } of statementsIn(bytes)) {
    const first = bytes[keyword];
    if (first !== letterI && first !== letterT && first !== letterC) continue;
    // Most entities are points, whose name begins like that of an operator.
    if (first === letterC && bytes[keyword + 10] !== letterT) continue;
    if (telling.test(textOf(bytes, keyword, Math.min(bytes.length, keyword + longestName)))) return true;
  }
  return false;
}

function countHidden(file: StepText): number {
  const bodies = new Set<number>();
  const seen = new Set<number>();
  const collect = (id: number, depth: number): void => {
    if (depth > deepest || seen.has(id)) return;
    seen.add(id);
    const entity = file.entity(id);
    if (entity?.size !== 1) return;
    const [[type, values] = ['', []]] = entity;
    const follow = (value: number): void => {
      for (const item of file.references(values[value] ?? null)) collect(item, depth + 1);
    };
    if (anyBody.test(type)) bodies.add(id);
    else if (type.endsWith('STYLED_ITEM') || type === 'PRESENTATION_LAYER_ASSIGNMENT') follow(2);
    else if (type.endsWith('REPRESENTATION') || type === 'REPRESENTATION_MAP' || type === 'MAPPED_ITEM')
      follow(1);
  };
  for (const id of file.all(/^INVISIBILITY$/)) {
    for (const item of file.references(file.entity(id)?.get('INVISIBILITY')?.[0] ?? null)) collect(item, 0);
  }
  return bodies.size;
}

/** OpenCascade turns a mirror into a rotation, and drops a scale. */
function refuseScaled(file: StepText): void {
  const used = new Set<number | null>();
  for (const id of file.all(/^MAPPED_ITEM$/)) {
    const entity = file.entity(id);
    if (entity !== null) used.add(file.reference(file.attribute(entity, 'MAPPED_ITEM', 1, 1)));
  }
  for (const id of file.all(/^REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION$/)) {
    const values = file.entity(id)?.get('REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION');
    used.add(file.reference(values?.at(-1) ?? null));
  }
  for (const reference of used) {
    const operator = file.entity(reference)?.get('CARTESIAN_TRANSFORMATION_OPERATOR_3D');
    if (operator === undefined) continue;
    const [axis1, axis2, , factor, axis3] = operator.slice(-5);
    const scale = file.text(factor ?? null);
    const isScaled = scale !== '$' && Math.abs(Number(scale) - 1) > 1e-9;
    const axes = [axis1, axis2, axis3].map((axis) => directionOf(file, file.reference(axis ?? null)));
    if (isScaled || isMirror(axes)) throw geometryError('file-unsupported', ref('geometry.scaledPart'));
  }
}

function directionOf(file: StepText, id: number | null): ArrayLike<number> | null {
  const ratios = file.entity(id)?.get('DIRECTION')?.[1];
  const values = ratios && file.numbers(ratios)?.values;
  return values?.length === 3 ? values : null;
}

/** Axes that are missing follow from the others without a mirror. */
function isMirror([x, y, z]: readonly (ArrayLike<number> | null)[]): boolean {
  if (!x || !y || !z) return false;
  const [a, b, c] = [
    x[1]! * y[2]! - x[2]! * y[1]!,
    x[2]! * y[0]! - x[0]! * y[2]!,
    x[0]! * y[1]! - x[1]! * y[0]!,
  ];
  return a * z[0]! + b * z[1]! + c * z[2]! < 0;
}
