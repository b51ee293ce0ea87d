/**
 * Divides the spline surfaces of a STEP file by more knots. They stay the same surfaces, but OpenCascade
 * starts its triangles from the pieces between knots, and loses up to three quarters of a surface that comes
 * round within one piece, such as a spring of one turn.
 */
import { joinBytes } from '../../runtime/join-bytes.ts';
import { type Span, StepText } from './step-text.ts';

/** x, y, z times the weight, and the weight. */
type Pole = readonly number[];

/** The control points and knots of a surface along one of its two directions. */
interface Rows {
  readonly rows: readonly (readonly Pole[])[];
  /** Every knot as often as it counts. */
  readonly knots: readonly number[];
}

/** Larger nets have many pieces anyway. */
const mostPoles = 100_000;

/** The file with a knot in the middle of every piece; null if there is no spline surface that can have one. */
export function withMoreKnots(bytes: Uint8Array): Uint8Array | null {
  const file = new StepText(bytes);
  let last = 0;
  for (const id of file.all(/./)) last = Math.max(last, id);
  const edits: { readonly span: Span; readonly text: string }[] = [];
  const points: string[] = [];
  let poles = 0;
  const addPoint = ([x, y, z, weight]: Pole): string => {
    const place = [x!, y!, z!].map((value) => real(value / weight!)).join();
    points.push(`#${++last}=CARTESIAN_POINT('',(${place}));\n`);
    return `#${last}`;
  };
  for (const id of file.all(/^B_SPLINE_SURFACE_WITH_KNOTS$/)) {
    const spans = spansOf(file, id);
    const given = spans && surfaceOf(file, spans);
    if (!given) continue;
    const along = divided(given.u.degree, { rows: given.net, knots: given.u.knots });
    const across = divided(given.v.degree, { rows: transposed(along.rows), knots: given.v.knots });
    const net = transposed(across.rows);
    poles += net.length * net[0]!.length;
    if (poles > mostPoles) return null;
    if (net.length === given.net.length && net[0]!.length === given.net[0]!.length) continue;
    edits.push(
      { span: spans.poles, text: listOf(net, addPoint) },
      { span: spans.u[1], text: countsOf(along.knots) },
      { span: spans.v[1], text: countsOf(across.knots) },
      { span: spans.u[2], text: listOf([[...new Set(along.knots)]], real).slice(1, -1) },
      { span: spans.v[2], text: listOf([[...new Set(across.knots)]], real).slice(1, -1) },
    );
    if (spans.weights) edits.push({ span: spans.weights, text: listOf(net, (pole) => real(pole[3]!)) });
  }
  const end = textEnd(bytes);
  if (edits.length === 0 || end < 0) return null;
  edits.push({ span: { start: end, end }, text: points.join('') });
  edits.sort((a, b) => a.span.start - b.span.start);
  let from = 0;
  const pieces = edits.flatMap(({ span, text }) => {
    const piece = [bytes.subarray(from, span.start), Uint8Array.from(text, (letter) => letter.charCodeAt(0))];
    from = span.end;
    return piece;
  });
  return joinBytes([...pieces, bytes.subarray(from)]);
}

/** Degree, multiplicities and knots. */
type Direction = readonly [Span, Span, Span];

interface SurfaceSpans {
  readonly u: Direction;
  readonly v: Direction;
  readonly poles: Span;
  readonly weights: Span | null;
}

/** ISO 10303-42: b_spline_surface_with_knots, perhaps rational. */
function spansOf(file: StepText, id: number): SurfaceSpans | null {
  const entity = file.entity(id);
  if (entity === null) return null;
  const [uDegree, vDegree, poles] = [0, 1, 2].map((i) => file.attribute(entity, 'B_SPLINE_SURFACE', i, 1));
  const [uCounts, vCounts, uKnots, vKnots] = [0, 1, 2, 3].map((i) =>
    file.attribute(entity, 'B_SPLINE_SURFACE_WITH_KNOTS', i, 8),
  );
  if (!uDegree || !vDegree || !poles || !uCounts || !vCounts || !uKnots || !vKnots) return null;
  const weights = entity.get('RATIONAL_B_SPLINE_SURFACE')?.[0] ?? null;
  return { u: [uDegree, uCounts, uKnots], v: [vDegree, vCounts, vKnots], poles, weights };
}

function surfaceOf(file: StepText, spans: SurfaceSpans) {
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
    knots: Array.from(values).flatMap((knot, i) => new Array<number>(times[i] ?? 0).fill(knot)),
  };
}

/**
 * With a knot in the middle of every piece, so often that OpenCascade takes the halves for pieces of their
 * own. Surfaces whose knots do not end with their own ends stay as they are.
 */
function divided(degree: number, given: Rows): Rows {
  const ends = [...new Set(given.knots)];
  const isClamped = [ends[0], ends.at(-1)].every(
    (end) => given.knots.filter((knot) => knot === end).length === degree + 1,
  );
  if (!isClamped) return given;
  let rows = given;
  for (let i = 1; i < ends.length; i++) {
    const middle = (ends[i - 1]! + ends[i]!) / 2;
    for (let times = 1; times < degree; times++) rows = withKnot(degree, rows, middle);
  }
  return rows;
}

/** Boehm's algorithm: one knot more, and the same surface. */
function withKnot(degree: number, { rows, knots }: Rows, knot: number): Rows {
  const after = knots.findIndex((value) => value > knot);
  const times = knots.filter((value) => value === knot).length;
  const more = Array.from({ length: rows.length + 1 }, (_, i) => {
    if (i < after - degree) return rows[i]!;
    if (i > after - 1 - times) return rows[i - 1]!;
    const share = (knot - knots[i]!) / (knots[i + degree]! - knots[i]!);
    return rows[i]!.map((pole, j) =>
      pole.map((value, axis) => share * value + (1 - share) * rows[i - 1]![j]![axis]!),
    );
  });
  return { rows: more, knots: [...knots.slice(0, after), knot, ...knots.slice(after)] };
}

const transposed = (rows: Rows['rows']): readonly (readonly Pole[])[] =>
  rows[0]!.map((_, j) => rows.map((row) => row[j]!));

/** A list of lists, as in the file. */
const listOf = <Item>(rows: readonly (readonly Item[])[], write: (item: Item) => string): string =>
  `(${rows.map((row) => `(${row.map(write).join()})`).join()})`;

/** How often each knot counts. */
function countsOf(knots: readonly number[]): string {
  const distinct = [...new Set(knots)];
  return `(${distinct.map((knot) => knots.filter((value) => value === knot).length).join()})`;
}

/** ISO 10303-21: a real number has a point. */
const real = (value: number): string => value.toExponential().toUpperCase().replace(/^(-?\d)E/, '$1.E');

/** Where the last section ends, before its last word. */
function textEnd(bytes: Uint8Array): number {
  const word = [...'ENDSEC'].map((letter) => letter.charCodeAt(0));
  for (let at = bytes.length - word.length; at >= 0; at--) {
    if (word.every((letter, i) => bytes[at + i] === letter)) return at;
  }
  return -1;
}
