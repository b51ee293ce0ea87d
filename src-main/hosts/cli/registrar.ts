/** The means with which a command file adds its command to the program. */
import type { Translate } from '../../../src-shared/messages/messages.ts';
import type { Surroundings } from './app/surroundings.ts';
import type { ExitCode } from './output/exit-codes.ts';
import type { Output } from './output/output.ts';

/**
 * The work of a command. Throws `CodedError` if it cannot continue; the exit code follows from the error's
 * code.
 */
export type Work<A extends unknown[]> = (out: Output, ...args: A) => Promise<ExitCode>;

export interface Registrar {
  readonly surroundings: Surroundings;
  /** For help texts, which are made before the command runs. */
  readonly t: Translate;
  /** Turns a command's work into commander's action and records its exit code. */
  act<A extends unknown[]>(work: Work<A>): (...args: unknown[]) => Promise<void>;
}
