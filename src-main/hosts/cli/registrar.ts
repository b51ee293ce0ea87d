/** What a command file gets to add itself to the program. */
import type { Command } from 'commander';
import type { Translate } from '../../../src-shared/messages/messages.ts';
import type { Surroundings } from './app/surroundings.ts';
import type { ExitCode } from './output/exit-codes.ts';
import type { Output } from './output/output.ts';

/** A command's work. Throws `CodedError` where it cannot continue; the exit code follows from the error's code. */
export type Work<A extends unknown[]> = (out: Output, ...args: A) => Promise<ExitCode>;

export interface Registrar {
  readonly surroundings: Surroundings;
  /** For help texts, which are made before the command runs. */
  readonly t: Translate;
  /** Makes commander's action of a command's work and remembers its exit code. */
  act<A extends unknown[]>(work: Work<A>): (...args: unknown[]) => Promise<void>;
}

/** Adds one command to the program. */
export type Register = (program: Command, registrar: Registrar) => void;
