/**
 * Divides spline surfaces by more knots. They stay the same surfaces, but OpenCascade starts its triangles
 * from the pieces between knots, and loses up to three quarters of a surface that comes round within one
 * piece, such as a spring of one turn.
 */

/** x, y, z times the weight, and the weight. */
export type Pole = readonly number[];

type Net = readonly (readonly Pole[])[];

/** One of the two directions of a surface. */
export interface SplineDirection {
  readonly degree: number;
  /** Every knot as often as it counts. */
  readonly knots: readonly number[];
}

export interface SplineSurface {
  readonly u: SplineDirection;
  readonly v: SplineDirection;
  /** The control points along u, and within these along v. */
  readonly net: Net;
}

/** Larger nets have many pieces anyway. */
const mostPoles = 50_000;

/** The surface with a knot in the middle of every piece; null if it cannot have one, or has many. */
export function dividedSurface({ u, v, net }: SplineSurface): SplineSurface | null {
  if (net.length * net[0]!.length * u.degree * v.degree > mostPoles) return null;
  const along = divided(u, net);
  const across = divided(v, transposed(along.net));
  if (along.knots === u.knots && across.knots === v.knots) return null;
  return { u: { ...u, knots: along.knots }, v: { ...v, knots: across.knots }, net: transposed(across.net) };
}

/** How often each knot counts. */
export function countsOf(knots: readonly number[]): number[] {
  return [...new Set(knots)].map((knot) => knots.filter((value) => value === knot).length);
}

interface Divided {
  readonly knots: readonly number[];
  readonly net: Net;
}

/**
 * With a knot in the middle of every piece, so often that OpenCascade takes the halves for pieces of their
 * own. Surfaces whose knots do not end with their own ends stay as they are.
 */
function divided({ degree, knots }: SplineDirection, net: Net): Divided {
  const counts = countsOf(knots);
  const given = { knots, net };
  if (counts[0] !== degree + 1 || counts.at(-1) !== degree + 1) return given;
  const ends = [...new Set(knots)];
  let made: Divided = given;
  for (let i = 1; i < ends.length; i++) {
    const middle = (ends[i - 1]! + ends[i]!) / 2;
    for (let times = 1; times < degree; times++) made = withKnot(degree, made, middle);
  }
  return made;
}

/** Boehm's algorithm: one knot more, and the same surface. */
function withKnot(degree: number, { knots, net }: Divided, knot: number): Divided {
  const after = knots.findIndex((value) => value > knot);
  const times = knots.filter((value) => value === knot).length;
  const more = Array.from({ length: net.length + 1 }, (_, i) => {
    if (i < after - degree) return net[i]!;
    if (i > after - 1 - times) return net[i - 1]!;
    const share = (knot - knots[i]!) / (knots[i + degree]! - knots[i]!);
    return net[i]!.map((pole, j) =>
      pole.map((value, axis) => share * value + (1 - share) * net[i - 1]![j]![axis]!),
    );
  });
  return { knots: [...knots.slice(0, after), knot, ...knots.slice(after)], net: more };
}

const transposed = (net: Net): Net => net[0]!.map((_, j) => net.map((row) => row[j]!));
