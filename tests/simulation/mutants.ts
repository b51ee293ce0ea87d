/**
 * Deliberately broken protocols: changes of the real modules' source, each of which the simulation must catch. A
 * patch whose text no longer stands exactly once in its file fails, so that mutants follow the code.
 */
import type { Patch } from './hooks.ts';

export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  /** The first seed at which it was caught; the test runs it there. */
  readonly seed: number;
  readonly patches: readonly Patch[];
}

export const mutants: readonly Mutant[] = [];
