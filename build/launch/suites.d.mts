/** @returns the paths of each suite's files that contain one of the patterns */
export function findTests(
  patterns: readonly string[],
): Record<'node' | 'ui' | 'long' | 'e2e' | 'stores' | 'strict' | 'packaging' | 'windows', string[]>;
