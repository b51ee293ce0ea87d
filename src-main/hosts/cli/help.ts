/** The parts of help that every command shows the same way: examples and the table of exit codes. */
import type { Command } from 'commander';
import { exitTable } from './exit-codes.ts';

const exitCodesText = (): string =>
  ['Exit codes:', ...exitTable.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`)].join('\n');

/** `examples`: command line and what it does. */
export const withHelp = (
  command: Command,
  examples: readonly (readonly [string, string])[],
  more?: string,
): Command => {
  const shown = examples.map(([line, meaning]) => `  $ ${line}\n      ${meaning}`).join('\n');
  return command.addHelpText(
    'after',
    `\n${more === undefined ? '' : `${more}\n\n`}Examples:\n${shown}\n\n${exitCodesText()}`,
  );
};
