/**
 * The quadratic surface over one triangle of a CAD face, fitted to the corners around the triangle, which lie exactly on
 * the face. Used by curved-faces.ts.
 *
 * [Note: what corners do not tell] The corners of a cylinder lie on two circles, so nothing says whether it bulges along
 * its axis. OpenCascade put no corners there because the surface is flat to its tolerance, and mostly it is straight.
 * So the fit prefers little curvature along the directions of a long neighbourhood, within that tolerance. These are at
 * first the main directions of the corners around, and then, once more, those in which the surface is most and least curved.
 */

type Pair = readonly [number, number];

/** Heights of the surface above the middles of the edges from a to b, b to c and c to a, in file units. */
export interface Heights {
  readonly ab: number;
  readonly bc: number;
  readonly ca: number;
  /** How far the fit misses the corners around, as a share of their own heights. */
  readonly misfit: number;
}

export const flat: Heights = { ab: 0, bc: 0, ca: 0, misfit: 0 };

/** A corner's height is no quadratic's by about this share of it, and of the usual height around. */
const [ownShare, usualShare] = [0.01, 0.002];

/** No edge bulges further than this many times the tolerance. */
const most = 3;

const passes = 2;

/**
 * @param b, c corners of the triangle in its plane, where a is at 0, 0 @param around x, y and height of the corners
 * around, in the same plane @param tolerance by how much OpenCascade lets triangles stray from the surface
 */
export function fitQuadratic(
  b: Pair,
  c: Pair,
  around: readonly (readonly [x: number, y: number, height: number])[],
  tolerance: number,
): Heights {
  const sizes = around.map(([, , height]) => Math.abs(height)).sort((p, q) => p - q);
  const usual = sizes[sizes.length >> 1] ?? 0;
  if (!((sizes.at(-1) ?? 0) > 0)) return flat;
  let direction = mainDirection(b, c, around);
  let heights = flat;
  for (let pass = 0; pass < passes; pass++) {
    const [cosine, sine] = [Math.cos(direction), Math.sin(direction)];
    const turn = ([x, y]: readonly number[]): Pair => [cosine * x! + sine * y!, cosine * y! - sine * x!];
    const [bt, ct] = [turn(b), turn(c)];
    const squares = new LeastSquares();
    const [long, short] = [spanOf(bt[0], ct[0]), spanOf(bt[1], ct[1])];
    squares.add([(long * long) / (8 * tolerance), 0, 0, 0]);
    squares.add([0, (long * short * Math.SQRT1_2) / (8 * tolerance), 0, 0]);
    squares.add([0, 0, (short * short) / (8 * tolerance), 0]);
    const equations: Row[] = [];
    for (const point of around) {
      const height = point[2];
      const doubt = ownShare * Math.abs(height) + usualShare * usual;
      const row = equationAt(b, c, bt, ct, point, turn(point));
      equations.push([...row, height]);
      if (doubt > 0) squares.add([row[0] / doubt, row[1] / doubt, row[2] / doubt, height / doubt]);
    }
    const bend = squares.solve();
    const [xx, xy, yy] = [bend[0], bend[1] * Math.SQRT1_2, bend[2]];
    const above = (x: number, y: number): number => {
      const height = -(xx * x * x + 2 * xy * x * y + yy * y * y) / 8;
      return Math.max(-most * tolerance, Math.min(most * tolerance, height));
    };
    heights = {
      ab: above(...bt),
      bc: above(ct[0] - bt[0], ct[1] - bt[1]),
      ca: above(...ct),
      misfit: misfitOf(equations, bend),
    };
    direction += 0.5 * Math.atan2(2 * xy, xx - yy);
  }
  return heights;
}

/** One corner's equation for the curvatures xx, xy (times the root of 2) and yy of a surface through a, b and c. */
function equationAt(
  b: Pair,
  c: Pair,
  bt: Pair,
  ct: Pair,
  [px, py]: readonly number[],
  [x, y]: Pair,
): [number, number, number] {
  const third = py! / c[1];
  const second = (px! - third * c[0]) / b[0];
  return [
    0.5 * (x * x - second * bt[0] * bt[0] - third * ct[0] * ct[0]),
    Math.SQRT1_2 * (x * y - second * bt[0] * bt[1] - third * ct[0] * ct[1]),
    0.5 * (y * y - second * bt[1] * bt[1] - third * ct[1] * ct[1]),
  ];
}

function misfitOf(equations: readonly Row[], bend: readonly [number, number, number]): number {
  let [missed, all] = [0, 0];
  for (const [xx, xy, yy, height] of equations) {
    missed += Math.abs(xx * bend[0] + xy * bend[1] + yy * bend[2] - height);
    all += Math.abs(height);
  }
  return Math.min(1, missed / all);
}

const spanOf = (b: number, c: number): number => Math.max(0, b, c) - Math.min(0, b, c);

/** The angle of the direction in which the corners extend most. */
function mainDirection(b: Pair, c: Pair, around: readonly (readonly number[])[]): number {
  const [centreX, centreY] = [(b[0] + c[0]) / 3, c[1] / 3];
  let [xx, xy, yy] = [0, 0, 0];
  for (const point of [[0, 0], b, c, ...around]) {
    const [x, y] = [point[0]! - centreX, point[1]! - centreY];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  return 0.5 * Math.atan2(2 * xy, xx - yy);
}

type Row = [number, number, number, number];

/**
 * Least squares for three unknowns by Givens rotations, equation by equation. Normal equations would lose the short side of
 * a long triangle to rounding.
 */
class LeastSquares {
  readonly #rows: Row[] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];

  add(row: Row): void {
    for (let k = 0; k < 3; k++) {
      if (row[k] === 0) continue;
      const pivot = this.#rows[k]!;
      // Math.hypot takes several times as long.
      const length = Math.sqrt(pivot[k]! * pivot[k]! + row[k]! * row[k]!);
      const [cosine, sine] = [pivot[k]! / length, row[k]! / length];
      for (let i = k; i < 4; i++) {
        const [p, q] = [pivot[i]!, row[i]!];
        pivot[i] = cosine * p + sine * q;
        row[i] = cosine * q - sine * p;
      }
    }
  }

  solve(): [number, number, number] {
    const [first, second, third] = this.#rows as [Row, Row, Row];
    const z = third[3] / third[2];
    const y = (second[3] - second[2] * z) / second[1];
    return [(first[3] - first[2] * z - first[1] * y) / first[0], y, z];
  }
}
