import type { ReadOptions } from '../../../../src-shared/geometry/geometry.ts';

/** Progress and cancellation of the same caller, for a part of the work. */
export const partOf = ({ onProgress, ...options }: ReadOptions, from: number, to: number): ReadOptions =>
  onProgress === undefined
    ? options
    : { ...options, onProgress: (fraction) => onProgress(from + (to - from) * fraction) };
