/** Divides the spline surfaces of a STEP file by more knots (../spline-knots.ts says why). */
import { countsOf, dividedSurface, type Pole, type SplineSurface } from '../spline-knots.ts';
import { AddedEntities, editStep, real, type StepEdit } from './edit-step.ts';
import { type Span, StepText } from './step-text.ts';

/** The file with a knot in the middle of every piece; null if no spline surface can have one. */
export function withMoreKnots(bytes: Uint8Array): Uint8Array | null {
  const file = new StepText(bytes);
  const edits: StepEdit[] = [];
  const added = new AddedEntities(file);
  const addPoint = ([x, y, z, weight]: Pole): string =>
    added.add(`CARTESIAN_POINT('',(${[x!, y!, z!].map((value) => real(value / weight!)).join()}))`);
  for (const id of file.all(/^B_SPLINE_SURFACE_WITH_KNOTS$/)) {
    const spans = spansOf(file, id);
    const given = spans && surfaceOf(file, spans);
    const more = given && dividedSurface(given);
    if (!spans || !more) continue;
    const { net } = more;
    edits.push(
      { span: spans.poles, text: listOf(net, addPoint) },
      { span: spans.u[1], text: listOf([countsOf(more.u.knots)], String).slice(1, -1) },
      { span: spans.v[1], text: listOf([countsOf(more.v.knots)], String).slice(1, -1) },
      { span: spans.u[2], text: listOf([[...new Set(more.u.knots)]], real).slice(1, -1) },
      { span: spans.v[2], text: listOf([[...new Set(more.v.knots)]], real).slice(1, -1) },
    );
    if (spans.weights) edits.push({ span: spans.weights, text: listOf(net, (pole) => real(pole[3]!)) });
  }
  return edits.length === 0 ? null : editStep(bytes, edits, added);
}

/** Degree, multiplicities and knots. */
type Direction = readonly [Span, Span, Span];

/** ISO 10303-42: b_spline_surface_with_knots, perhaps rational. */
function spansOf(file: StepText, id: number) {
  const entity = file.entity(id);
  if (entity === null) return null;
  const [uDegree, vDegree, poles] = [0, 1, 2].map((i) => file.attribute(entity, 'B_SPLINE_SURFACE', i, 1));
  const [uCounts, vCounts, uKnots, vKnots] = [0, 1, 2, 3].map((i) =>
    file.attribute(entity, 'B_SPLINE_SURFACE_WITH_KNOTS', i, 8),
  );
  if (!uDegree || !vDegree || !poles || !uCounts || !vCounts || !uKnots || !vKnots) return null;
  const weights = entity.get('RATIONAL_B_SPLINE_SURFACE')?.[0] ?? null;
  const [u, v]: Direction[] = [
    [uDegree, uCounts, uKnots],
    [vDegree, vCounts, vKnots],
  ];
  return { u: u!, v: v!, poles, weights };
}

function surfaceOf(file: StepText, spans: NonNullable<ReturnType<typeof spansOf>>): SplineSurface | null {
  const [u, v] = [directionOf(file, spans.u), directionOf(file, spans.v)];
  const [across, along] = [v.knots.length - v.degree - 1, u.knots.length - u.degree - 1];
  const references = file.references(spans.poles);
  const weights = spans.weights && file.numbers(spans.weights)?.values;
  if (!(along > 0 && across > 0) || references.length !== along * across) return null;
  const poles = references.map((id, i): Pole => {
    const place = file.entity(id)?.get('CARTESIAN_POINT')?.[1];
    const weight = weights?.[i] ?? 1;
    return [...(place ? (file.numbers(place)?.values ?? []) : []), 1].map((value) => value * weight);
  });
  if (poles.some((pole) => pole.length !== 4 || !pole.every(Number.isFinite))) return null;
  const net = Array.from({ length: along }, (_, i) => poles.slice(i * across, (i + 1) * across));
  return { u, v, net };
}

function directionOf(file: StepText, [degree, counts, knots]: Direction) {
  const times = file.numbers(counts)?.values ?? [];
  const values = file.numbers(knots)?.values ?? [];
  return {
    degree: Number(file.text(degree)),
    knots: Array.from(values).flatMap((knot, i) => new Array<number>(Math.min(times[i] ?? 0, 99)).fill(knot)),
  };
}

/** A list of lists, as in the file. */
const listOf = <Item>(rows: readonly (readonly Item[])[], write: (item: Item) => string): string =>
  `(${rows.map((row) => `(${row.map(write).join()})`).join()})`;
