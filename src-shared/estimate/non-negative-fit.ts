/** Least squares with non-negative coefficients, for few columns. Pure; `estimate-price.ts` uses it. */

/** One observation, or one coefficient per column. */
export type Row = readonly number[];

/** The sums of the observations that the fit needs, so that trying one more is cheap. */
export interface NormalEquations {
  /** Sum of weight × row × row, by column and column. */
  readonly gram: readonly Row[];
  /** Sum of weight × target × row. */
  readonly moment: Row;
  /** Sum of weight × target². */
  readonly energy: number;
}

export interface Fit {
  readonly coefficients: Row;
  /** Weighted sum of squared residuals. */
  readonly loss: number;
}

export function normalEquations(rows: readonly Row[], targets: Row, weights: Row): NormalEquations {
  const columns = rows[0]?.length ?? 0;
  const gram = Array.from({ length: columns }, () => new Array<number>(columns).fill(0));
  const moment = new Array<number>(columns).fill(0);
  let energy = 0;
  for (const [at, row] of rows.entries()) {
    const weight = weights[at] ?? 0;
    const target = targets[at] ?? 0;
    energy += weight * target * target;
    for (let i = 0; i < columns; i++) {
      moment[i]! += weight * target * row[i]!;
      for (let j = 0; j < columns; j++) gram[i]![j]! += weight * row[i]! * row[j]!;
    }
  }
  return { gram, moment, energy };
}

/**
 * The best fit. It is the best of all sets of columns whose plain solution is not negative, so every set is
 * tried: with four columns there are fifteen.
 */
export function fitNonNegative({ gram, moment, energy }: NormalEquations): Fit {
  const columns = moment.length;
  let best: Fit = { coefficients: new Array<number>(columns).fill(0), loss: energy };
  for (let set = 1; set < 2 ** columns; set++) {
    const chosen = Array.from({ length: columns }, (_, column) => column).filter((one) => set & (1 << one));
    const solution = solve(
      chosen.map((i) => chosen.map((j) => gram[i]![j]!)),
      chosen.map((i) => moment[i]!),
    );
    if (solution === null || solution.some((one) => one < 0)) continue;
    const coefficients = new Array<number>(columns).fill(0);
    for (const [at, column] of chosen.entries()) coefficients[column] = solution[at]!;
    // At a solution of the normal equations, the loss is the energy minus the moment.
    const loss = Math.max(0, energy - chosen.reduce((sum, i) => sum + coefficients[i]! * moment[i]!, 0));
    if (loss < best.loss) best = { coefficients, loss };
  }
  return best;
}

/** By Cholesky; null if columns are linearly dependent, since a smaller set then fits as well. */
function solve(matrix: readonly Row[], right: Row): Row | null {
  const size = right.length;
  const lower = matrix.map(() => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      if (i !== j) lower[i]![j] = sum / lower[j]![j]!;
      else if (sum <= 1e-11 * matrix[i]![i]!) return null;
      else lower[i]![i] = Math.sqrt(sum);
    }
  }
  const half = new Array<number>(size).fill(0);
  for (let i = 0; i < size; i++) {
    let sum = right[i]!;
    for (let k = 0; k < i; k++) sum -= lower[i]![k]! * half[k]!;
    half[i] = sum / lower[i]![i]!;
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let sum = half[i]!;
    for (let k = i + 1; k < size; k++) sum -= lower[k]![i]! * solution[k]!;
    solution[i] = sum / lower[i]![i]!;
  }
  return solution;
}
