import type { SpawnOptions } from 'node:child_process';

/** Runs a program in place of this one. */
export function become(program: string, args: readonly string[], options?: SpawnOptions): void;
