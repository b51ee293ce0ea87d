/** What the runner needs to know about a target, and what a target needs to know about a case. */
import type { Random } from '../simulation/random.ts';
import type { Measures } from './process-calls.ts';

/**
 * One request of a case, or a burst of the same. Made from numbers alone, so that a case can be repeated, and
 * made smaller by leaving out steps and mutations.
 */
export interface Step {
  /** Which valid request it begins with. */
  readonly template: string;
  /** Who sends it. */
  readonly actor: string;
  readonly seed: number;
  /** Seeds of what is changed in the valid request. */
  readonly mutations: readonly number[];
  /** How many of it are sent at once. */
  readonly burst: number;
}

export interface Fault {
  /** The same for the same fault, whatever the request: faults of one kind are reported once. */
  readonly kind: string;
  readonly text: string;
  /** The request, so that a person can repeat it. */
  readonly shown: string;
}

export interface Performed {
  readonly fault: Fault | null;
  /** For the table: `2xx`, `4xx`, `closed` and so on, one for each request. */
  readonly outcomes: readonly string[];
}

export interface Case {
  perform(step: Step): Promise<Performed>;
}

export interface World {
  /** A new case, which knows what the world began with. */
  begin(): Case;
  /** What does not add up, in words. Called while no case runs. */
  check(): Promise<readonly string[]>;
  measures(): Promise<Measures>;
  /** @returns what is left over */
  close(): Promise<readonly string[]>;
  readonly isDead: boolean;
}

export interface Target {
  readonly name: string;
  /** How many cases share a world before it is made anew. */
  readonly casesPerWorld: number;
  /** How many cases run at the same time. */
  readonly width: number;
  /** The first step of a case creates something; `i` counts the steps. */
  planStep(random: Random, i: number): Step;
  start(): Promise<World>;
  /** Ends the attacked process. */
  end(): Promise<void>;
}

/** The usual numbers of a step. */
export function plannedStep(random: Random, template: string, actor: string): Step {
  const count = random.weighted({ 0: 35, 1: 35, 2: 18, 3: 7, 5: 5 });
  return {
    template,
    actor,
    seed: random.next(),
    mutations: Array.from({ length: Number(count) }, () => random.next()),
    burst: random.chance(0.08) ? 5 : 1,
  };
}
