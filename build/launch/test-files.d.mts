/** @returns the paths of each runner's files that contain one of the patterns */
export function findTests(
  patterns: readonly string[],
): Record<'node' | 'long' | 'ui' | 'strict' | 'windows' | 'e2e', string[]>;
