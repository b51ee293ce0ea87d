/**
 * The `fabdesk` command line from arguments to exit code, independent of its process: `main.ts` gives it the
 * real surroundings, tests their own. It knows the commands; every command knows its own work.
 */
import { Command, CommanderError } from 'commander';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { type CodedError, toAppError } from '../../../src-shared/result.ts';
import { mainProblem, sentences } from '../../main-error.ts';
import { loadMessages } from '../terminal-language.ts';
import type { Surroundings } from './app/surroundings.ts';
import { type Commands, declare, type Registrar } from './declare.ts';
import { usageError } from './input/options.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './output/exit-codes.ts';
import { helpIn, withHelp } from './output/help.ts';
import { Output } from './output/output.ts';

/** `argv` without the program's name. Never throws and never ends the process. */
export async function runCli(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const messages = await loadMessages(surroundings);
  const out = new Output(surroundings, {
    json: asksFor('--json', argv),
    verbose: asksFor('--verbose', argv),
    messages,
  });
  let exit: ExitCode = exitCodes.ok;
  const registrar: Registrar = {
    surroundings,
    t: messages.t,
    act:
      (work) =>
      async (...args) => {
        // Commander appends the command itself, which no command's work needs.
        exit = (await work(out, ...args.slice(0, -1))) ?? exitCodes.ok;
      },
  };
  try {
    const program = buildProgram(registrar, out);
    declare(program, registrar, await commandsFor(argv));
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.ok;
    return report(thrown instanceof CommanderError ? fromCommander(thrown) : thrown, surroundings, out);
  } finally {
    out.progress(null);
  }
}

/** `check` answers in less time than loading the others would take, so it is loaded alone. */
async function commandsFor(argv: readonly string[]): Promise<Commands> {
  if (argv[0] === 'check') return (await import('./commands/check.ts')).checkCommands;
  return (await import('./every-command.ts')).everyCommand;
}

function report(thrown: unknown, { signal }: Surroundings, out: Output): ExitCode {
  const error = signal.aborted ? mainProblem('cancelled', ref('errors.stopped')) : toAppError(thrown);
  out.error(error, thrown);
  return exitCodeOf(error);
}

function buildProgram(registrar: Registrar, out: Output): Command {
  const { t, surroundings } = registrar;
  const { stdout, stderr, version, isTerminal } = surroundings;
  const program = new Command('fabdesk')
    .description(t('cliHelp.main.about'))
    .version(version, '-V, --version', t('cliHelp.main.version'))
    .helpOption('-h, --help', t('cliHelp.main.help'))
    .helpCommand('help [command]', t('cliHelp.main.helpOf'))
    .configureHelp(helpIn(t))
    .showHelpAfterError(false)
    .exitOverride()
    // Options after a subcommand are its own; without this, its parent takes those with the same name.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      // Errors come as exceptions and are written once, by `report`.
      writeErr: () => {},
      getOutHelpWidth: () => (isTerminal.stdout && stdout.columns) || 100,
      getErrHelpWidth: () => (isTerminal.stderr && stderr.columns) || 100,
      getOutHasColors: () => out.style !== out.noteStyle && isTerminal.stdout,
      getErrHasColors: () => false,
    });
  // `appOptions`, which every command has too.
  program
    .option('--data <dir>', t('cliHelp.options.data'))
    .option('--json', t('cliHelp.options.json'))
    .option('--verbose', t('cliHelp.options.verbose'))
    .hook('preAction', (_, action) => {
      // Options given before a command apply to it, unless it says otherwise.
      for (let { parent } = action; parent !== null; { parent } = parent)
        for (const name of ['account', 'data', 'json', 'verbose'])
          if (action.getOptionValue(name) === undefined)
            action.setOptionValue(name, parent.getOptionValue(name));
    });
  withHelp(t, program, [
    ['fabdesk check part.stl', t('cliHelp.main.exampleCheck')],
    ['fabdesk quote part.stl', t('cliHelp.main.exampleQuote')],
    ['fabdesk order part.stl:6:2', t('cliHelp.main.exampleOrder')],
  ]);
  return program;
}

/**
 * Determined before anything is parsed, so that mistakes on the command line are reported in the requested
 * form too.
 */
function asksFor(option: string, argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes(option);
}

/** Commander's codes of mistakes on the command line, with their messages. `name` is the quoted part. */
const mistakes: Readonly<Record<string, (name: string) => MessageRef>> = {
  'commander.unknownCommand': (name) => ref('cli.mistake.unknownCommand', { name }),
  'commander.unknownOption': (name) => ref('cli.mistake.unknownOption', { name }),
  'commander.missingArgument': (name) => ref('cli.mistake.missingArgument', { name }),
  'commander.missingMandatoryOptionValue': (name) => ref('cli.mistake.missingOption', { name }),
  'commander.optionMissingArgument': (name) => ref('cli.mistake.missingValue', { name }),
  'commander.excessArguments': () => ref('cli.mistake.excessArguments'),
};

/** `error: unknown option '--jsn'\n(Did you mean --json?)` becomes a message in the reader's language. */
function fromCommander({ code, message }: CommanderError): CodedError {
  if (code === 'commander.help') return usageError(ref('cli.mistake.noCommand'));
  const [first = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const name = /'([^']*)'/.exec(first)?.[1] ?? '';
  const near = /Did you mean (?:one of )?(.*)\?/.exec(hint)?.[1]?.split(', ') ?? [];
  const what = mistakes[code]?.(name) ?? ref('cli.mistake.other', { message: first });
  return usageError(
    sentences(
      what,
      ...(near.length === 0 ? [] : [ref('errors.list.near', { names: near })]),
      ref('cli.mistake.seeHelp'),
    ),
  );
}
