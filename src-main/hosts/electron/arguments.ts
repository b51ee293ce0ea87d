/**
 * The model files that a command line names. Arguments are data: none of them does more than to say how a
 * file is opened.
 */
import { extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { lengthUnits } from '../../../src-shared/units/units.ts';
import type { OpenHow } from '../../open-files.ts';
import { isLink } from './links.ts';

const endings: ReadonlySet<string> = new Set(readableEndings.map((ending) => `.${ending}`));

/** The folder of `npm start -- --data FOLDER`, as for the other hosts. */
export function dataFolderInArguments(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => argument === '--data' || argument.startsWith('--data='));
  const given = argv[at];
  return given === '--data' ? (argv[at + 1] ?? '') : given?.slice('--data='.length);
}

/**
 * Absolute paths. Everything that starts with a dash, or has no extension of a model, is skipped. File
 * managers on Linux pass addresses (`file://`) where the desktop file says `%U`.
 */
export function filesInArguments(argv: readonly string[], cwd: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-') && !isLink(argument))
    .map((argument) => (/^file:/i.test(argument) ? pathOfAddress(argument) : argument))
    .filter((path) => path !== null && endings.has(extname(path).toLowerCase()))
    .map((path) => (isAbsolute(path!) ? path! : join(cwd, path!)));
}

/**
 * How another program wants its files opened, as for `fabdesk open`. An option and its value are one
 * argument, since Chromium sorts the arguments of a further start.
 */
export function howInArguments(argv: readonly string[], cwd: string): OpenHow {
  const given = (option: string): string | undefined =>
    argv.find((argument) => argument.startsWith(`${option}=`))?.slice(option.length + 1) || undefined;
  const [unit, source] = [given('--unit'), given('--source')];
  return {
    unit: lengthUnits.find((known) => known === unit),
    replace: argv.includes('--replace'),
    source: source && resolve(cwd, source),
  };
}

/** The arguments of the tasks at the program's icon (icon-menu.ts). */
export const chooseModel = '--choose-model';
export const showQueue = '--show-queue';

/** The commands of the window that such arguments stand for. */
export const commandsInArguments = (argv: readonly string[]): string[] =>
  argv.flatMap((argument) => {
    if (argument === chooseModel) return ['go.prepare', 'plate.open'];
    return argument === showQueue ? ['go.queue'] : [];
  });

export const linksInArguments = (argv: readonly string[]): string[] => argv.slice(1).filter(isLink);

/** Null for an address of another computer, and for one that is malformed. */
function pathOfAddress(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}
