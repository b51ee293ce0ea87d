/**
 * The quadratic surface over one triangle of a CAD face, fitted to the corners around the triangle, which lie
 * exactly on the face. Used by curved-faces.ts, for every triangle of a file: so nothing is allocated here.
 * The fast core does the same to the bit (core/assembly/quadratic.ts), so functions that differ between
 * platforms, such as the cosine, have no place here.
 *
 * [Note: what corners do not tell] The corners of a cylinder lie on two circles, so nothing says whether it
 * bulges along its axis. OpenCascade put no corners there because the surface is flat to its tolerance, and
 * mostly it is straight. So the fit prefers little curvature along the directions of a long neighbourhood,
 * within that tolerance. These are at first the main directions of the corners around, and then, once more,
 * those in which the surface is most and least curved.
 *
 * [Note: least squares] Three unknowns, by Givens rotations, equation by equation. Normal equations would
 * lose the short side of a long triangle to rounding.
 */

/** A corner's height is no quadratic's by about this share of it, and of the usual height around. */
const [ownShare, usualShare] = [0.01, 0.002];

/** No edge bulges further than this many times the tolerance. */
const most = 3;

const passes = 2;

/** A triangle in its plane: a lies at 0, 0 and b at `bx`, 0. */
export interface FlatTriangle {
  readonly bx: number;
  readonly cx: number;
  readonly cy: number;
}

export class SurfaceFit {
  /** Heights of the surface above the middles of the edges from a to b, b to c and c to a, in file units. */
  ab = 0;
  bc = 0;
  ca = 0;
  /** How far the fit misses the corners around, as a share of their own heights. */
  misfit = 0;
  /** Number of corners around. */
  #length = 0;
  /** The preferred direction of curvature in the plane of the triangle. */
  #cosine = 1;
  #sine = 0;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #height: Float64Array;
  readonly #sizes: Float64Array;
  /** The factors of the corners' equations, three each. */
  readonly #equations: Float64Array;

  /** @param mostCorners around one triangle */
  constructor(mostCorners: number) {
    this.#x = new Float64Array(mostCorners);
    this.#y = new Float64Array(mostCorners);
    this.#height = new Float64Array(mostCorners);
    this.#sizes = new Float64Array(mostCorners);
    this.#equations = new Float64Array(3 * mostCorners);
  }

  /** Forgets the corners; the surface is flat. */
  clear(): void {
    this.#length = 0;
    this.ab = this.bc = this.ca = this.misfit = 0;
  }

  /** A corner around, in the plane of the triangle. */
  add(x: number, y: number, height: number): void {
    const at = this.#length++;
    this.#x[at] = x;
    this.#y[at] = y;
    this.#height[at] = height;
  }

  /** @param tolerance by how much OpenCascade lets triangles stray from the surface */
  fit(triangle: FlatTriangle, tolerance: number): void {
    const length = this.#length;
    const sizes = this.#sizes.subarray(0, length);
    for (let i = 0; i < length; i++) sizes[i] = Math.abs(this.#height[i]!);
    sizes.sort();
    if (length === 0 || !(sizes[length - 1]! > 0)) return;
    const usual = sizes[length >> 1]!;
    this.#cosine = 1;
    this.#sine = 0;
    this.#turnToCorners(triangle);
    for (let pass = 0; pass < passes; pass++) this.#fitAlong(triangle, usual, tolerance);
  }

  /** Fits with the preferred direction, and turns it to that of the curvature. */
  #fitAlong({ bx, cx, cy }: FlatTriangle, usual: number, tolerance: number): void {
    const [cosine, sine] = [this.#cosine, this.#sine];
    const [b0, b1] = [cosine * bx, -sine * bx];
    const [c0, c1] = [cosine * cx + sine * cy, cosine * cy - sine * cx];
    const [long, short] = [spanOf(b0, c0), spanOf(b1, c1)];
    // The upper triangle of three equations for the curvatures xx, xy (times the root of 2) and yy, with
    // their sums.
    let [r00, r01, r02, s0] = [(long * long) / (8 * tolerance), 0, 0, 0];
    let [r11, r12, s1] = [(long * short * Math.SQRT1_2) / (8 * tolerance), 0, 0];
    let [r22, s2] = [(short * short) / (8 * tolerance), 0];
    for (let i = 0; i < this.#length; i++) {
      const [px, py, height] = [this.#x[i]!, this.#y[i]!, this.#height[i]!];
      const [x, y] = [cosine * px + sine * py, cosine * py - sine * px];
      // The surface goes through a, b and c.
      const third = py / cy;
      const second = (px - third * cx) / bx;
      let xx = 0.5 * (x * x - second * b0 * b0 - third * c0 * c0);
      let xy = Math.SQRT1_2 * (x * y - second * b0 * b1 - third * c0 * c1);
      let yy = 0.5 * (y * y - second * b1 * b1 - third * c1 * c1);
      this.#equations[3 * i] = xx;
      this.#equations[3 * i + 1] = xy;
      this.#equations[3 * i + 2] = yy;
      const doubt = ownShare * Math.abs(height) + usualShare * usual;
      if (!(doubt > 0)) continue;
      xx /= doubt;
      xy /= doubt;
      yy /= doubt;
      let sum = height / doubt;
      // Each rotation makes one factor zero. Math.hypot takes several times as long.
      if (xx !== 0) {
        const size = Math.sqrt(r00 * r00 + xx * xx);
        const [c, s] = [r00 / size, xx / size];
        const [p1, p2, p3] = [r01, r02, s0];
        r00 = c * r00 + s * xx;
        r01 = c * p1 + s * xy;
        r02 = c * p2 + s * yy;
        s0 = c * p3 + s * sum;
        xy = c * xy - s * p1;
        yy = c * yy - s * p2;
        sum = c * sum - s * p3;
      }
      if (xy !== 0) {
        const size = Math.sqrt(r11 * r11 + xy * xy);
        const [c, s] = [r11 / size, xy / size];
        const [p2, p3] = [r12, s1];
        r11 = c * r11 + s * xy;
        r12 = c * p2 + s * yy;
        s1 = c * p3 + s * sum;
        yy = c * yy - s * p2;
        sum = c * sum - s * p3;
      }
      if (yy !== 0) {
        const size = Math.sqrt(r22 * r22 + yy * yy);
        const [c, s] = [r22 / size, yy / size];
        s2 = c * s2 + s * sum;
        r22 = c * r22 + s * yy;
      }
    }
    const bend2 = s2 / r22;
    const bend1 = (s1 - r12 * bend2) / r11;
    const bend0 = (s0 - r02 * bend2 - r01 * bend1) / r00;
    const [xx, xy, yy] = [bend0, bend1 * Math.SQRT1_2, bend2];
    this.ab = heightAt(b0, b1, xx, xy, yy, tolerance);
    this.bc = heightAt(c0 - b0, c1 - b1, xx, xy, yy, tolerance);
    this.ca = heightAt(c0, c1, xx, xy, yy, tolerance);
    this.misfit = this.#misfitOf(bend0, bend1, bend2);
    this.#turn(2 * xy, xx - yy);
  }

  /** Turns the preferred direction by half the angle of the vector x, y. */
  #turn(y: number, x: number): void {
    const length = Math.sqrt(x * x + y * y);
    if (!(length > 0)) return;
    let [cosine, sine] = [0, 0];
    // The larger one by its root, which loses no digits then.
    if (x > 0) {
      cosine = Math.sqrt((1 + x / length) / 2);
      sine = y / length / 2 / cosine;
    } else {
      sine = Math.sqrt((1 - x / length) / 2);
      cosine = y / length / 2 / sine;
    }
    const before = this.#cosine;
    this.#cosine = before * cosine - this.#sine * sine;
    this.#sine = this.#sine * cosine + before * sine;
  }

  #misfitOf(bend0: number, bend1: number, bend2: number): number {
    const equations = this.#equations;
    let [missed, all] = [0, 0];
    for (let i = 0; i < this.#length; i++) {
      const height = this.#height[i]!;
      const at = 3 * i;
      const fitted = equations[at]! * bend0 + equations[at + 1]! * bend1 + equations[at + 2]! * bend2;
      missed += Math.abs(fitted - height);
      all += Math.abs(height);
    }
    return Math.min(1, missed / all);
  }

  /** Turns the preferred direction to that in which the corners extend most. */
  #turnToCorners({ bx, cx, cy }: FlatTriangle): void {
    const [centreX, centreY] = [(bx + cx) / 3, cy / 3];
    const [b, c, up] = [bx - centreX, cx - centreX, cy - centreY];
    // Those of the triangle itself.
    let xx = centreX * centreX + b * b + c * c;
    let xy = centreX * centreY - b * centreY + c * up;
    let yy = 2 * centreY * centreY + up * up;
    for (let i = 0; i < this.#length; i++) {
      const [x, y] = [this.#x[i]! - centreX, this.#y[i]! - centreY];
      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
    this.#turn(2 * xy, xx - yy);
  }
}

/** The surface above the middle of an edge that leads by x, y. */
function heightAt(x: number, y: number, xx: number, xy: number, yy: number, tolerance: number): number {
  const height = -(xx * x * x + 2 * xy * x * y + yy * y * y) / 8;
  return Math.max(-most * tolerance, Math.min(most * tolerance, height));
}

const spanOf = (b: number, c: number): number => Math.max(0, b, c) - Math.min(0, b, c);
