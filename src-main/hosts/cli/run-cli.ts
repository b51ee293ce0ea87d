/**
 * The `fabdesk` command line from arguments to exit code, with nothing of its process in it: `main.ts` gives it
 * the real surroundings, tests their own. Knows the commands; every command knows its own work.
 */
import { Command, CommanderError } from 'commander';
import { type CodedError, toAppError } from '../../../src-shared/result.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';
import { withHelp } from './help.ts';
import { usageError, withAppOptions } from './options.ts';
import { Output } from './output.ts';
import type { Register, Registrar, Work } from './registrar.ts';
import type { Surroundings } from './surroundings.ts';

/** `argv` without the program's name. Never throws and never ends the process. */
export async function runCli(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const out = new Output(surroundings, asksForJson(argv));
  let exit: ExitCode = exitCodes.ok;
  const registrar: Registrar = {
    surroundings,
    act:
      <A extends unknown[]>(work: Work<A>) =>
      async (...args: unknown[]) => {
        // Commander appends the command itself, which no command's work needs.
        exit = await work(out, ...(args.slice(0, -1) as A));
      },
  };
  try {
    const program = buildProgram(registrar, out);
    for (const register of await commandsFor(argv)) register(program, registrar);
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
async function commandsFor(argv: readonly string[]): Promise<readonly Register[]> {
  if (argv[0] === 'check') return [(await import('./commands/check.ts')).registerCheck];
  return (await import('./every-command.ts')).everyCommand;
}

function report(thrown: unknown, { signal }: Surroundings, out: Output): ExitCode {
  const error = signal.aborted
    ? { code: 'cancelled', message: 'Stopped before it was finished.' }
    : toAppError(thrown);
  out.error(error);
  return exitCodeOf(error);
}

function buildProgram(registrar: Registrar, out: Output): Command {
  const { stdout, stderr, version, isTerminal } = registrar.surroundings;
  const program = new Command('fabdesk')
    .description('Check, price and order 3D prints from your CAD files, online or offline.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showHelpAfterError(false)
    .exitOverride()
    // Options after a subcommand are its own; without this its parent takes those of the same name.
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
  withAppOptions(program).hook('preAction', (_, action) => {
    // What is given before a command holds for it, unless it says otherwise.
    for (let { parent } = action; parent !== null; { parent } = parent)
      for (const name of ['data', 'json'])
        if (action.getOptionValue(name) === undefined)
          action.setOptionValue(name, parent.getOptionValue(name));
  });
  withHelp(program, [
    ['fabdesk check part.stl', 'does it print, and if not, where is the defect'],
    ['fabdesk quote part.stl', 'what it costs in every material'],
    ['fabdesk order part.stl:6:2', 'two pieces in material 6, after showing the total'],
  ]);
  return program;
}

/** Known before anything is parsed, so that mistakes on the command line are told as JSON too. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
}

/** `error: unknown option '--jsn'\n(Did you mean --json?)` becomes a sentence, and what to do follows. */
function fromCommander(thrown: CommanderError): CodedError {
  if (thrown.code === 'commander.help') {
    return usageError(
      'Say what to do: check, repair, quote, upload, models, order, orders, queue or service. Try "fabdesk --help".',
    );
  }
  const [first = '', hint = ''] = thrown.message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`;
  const meant = hint === '' ? '' : ` ${hint.replace(/^\((.*)\)$/, '$1')}`;
  return usageError(`${sentence}${meant} Add --help to see how the command is used.`);
}
