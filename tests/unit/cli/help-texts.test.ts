/** The help texts of declared commands are found by name, so their keys stand nowhere in the code. */
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { declare, type Registrar } from '../../../src-main/hosts/cli/declare.ts';
import { everyCommand } from '../../../src-main/hosts/cli/every-command.ts';
import { en } from '../../../src-shared/messages/en/index.ts';
import { english } from '../../../src-shared/messages/english.ts';

it('Every help text is shown, and none is missing.', () => {
  const asked = new Set<string>();
  const t = (key: 'cli.done') => {
    asked.add(key);
    return english.t(key);
  };
  const program = new Command('fabdesk');
  declare(program, { t, act: () => async () => {} } as unknown as Registrar, everyCommand);
  const shown: string[] = [];
  const read = (command: Command): void => {
    command.configureOutput({ writeOut: (text) => void shown.push(text) }).outputHelp();
    for (const below of command.commands) read(below);
  };
  read(program);
  expect(shown.join('').match(/\bcliHelp\.\S+/g)).toBeNull();
  // Those of the program itself are in run-cli.ts.
  const keys = Object.keys(en.cliHelp).filter((name) => !name.startsWith('main.'));
  expect(
    keys.filter((name) => !asked.has(`cliHelp.${name}`)),
    'remove these messages',
  ).toEqual([]);
});
