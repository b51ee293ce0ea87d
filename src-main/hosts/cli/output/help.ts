/** The common parts of every help text: commander's own headings, examples, and the table of exit codes. */
import { type Command, Help, type HelpConfiguration } from 'commander';
import type { Translate } from '../../../../src-shared/messages/messages.ts';
import { exitTable } from './exit-codes.ts';

const exitCodesText = (t: Translate): string =>
  [
    t('cli.help.exitCodes'),
    ...exitTable.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${t(meaning)}`),
  ].join('\n');

/** `examples`: command line and what it does. */
export function withHelp(
  t: Translate,
  command: Command,
  examples: readonly (readonly [string, string])[],
  more?: string,
): Command {
  const shown = examples.map(([line, meaning]) => `  $ ${line}\n      ${meaning}`).join('\n');
  const { helpWidth = 100 } = command.configureHelp();
  const intro = more === undefined ? '' : `${new Help().boxWrap(more, helpWidth)}\n\n`;
  return command.addHelpText('after', `\n${intro}${t('cli.help.examples')}\n${shown}\n\n${exitCodesText(t)}`);
}

/** Commander writes its headings and placeholders in English; this replaces them. */
export function helpIn(t: Translate): HelpConfiguration {
  const headings: Readonly<Record<string, string>> = {
    'Usage:': t('cli.help.usage'),
    'Arguments:': t('cli.help.arguments'),
    'Options:': t('cli.help.options'),
    'Commands:': t('cli.help.commands'),
  };
  const plain = new Help();
  const translated = (usage: string): string =>
    usage
      .replaceAll('[options]', t('cli.help.optionsPlaceholder'))
      .replaceAll('[command]', t('cli.help.commandPlaceholder'));
  return {
    styleTitle: (heading) => headings[heading] ?? heading,
    commandUsage: (command) => translated(plain.commandUsage(command)),
    subcommandTerm: (command) => translated(plain.subcommandTerm(command)),
  };
}
