/** The model files that a command line names. Arguments are data: nothing in them is a switch of ours. */
import { extname, isAbsolute, join } from 'node:path';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';

const endings: ReadonlySet<string> = new Set(readableEndings.map((ending) => `.${ending}`));

/** What `npm start -- --data FOLDER` names, as the other hosts read it. */
export function dataFolderInArguments(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => argument === '--data' || argument.startsWith('--data='));
  const given = argv[at];
  return given === '--data' ? (argv[at + 1] ?? '') : given?.slice('--data='.length);
}

/** Absolute paths. Everything that starts with a dash, or is no model by its ending, is passed over. */
export function filesInArguments(argv: readonly string[], cwd: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-') && endings.has(extname(argument).toLowerCase()))
    .map((path) => (isAbsolute(path) ? path : join(cwd, path)));
}
