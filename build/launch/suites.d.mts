/** What runs each suite; its names are the keys. */
export declare const suites: Record<string, unknown>;
/** @returns the paths of each suite's files that contain one of the patterns */
export function findTests(patterns: readonly string[]): Record<string, string[]>;
