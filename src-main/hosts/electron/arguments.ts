/** The model files that a command line names. Arguments are data: none of them is an option of Fabdesk. */
import { extname, isAbsolute, join } from 'node:path';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';

const endings: ReadonlySet<string> = new Set(readableEndings.map((ending) => `.${ending}`));

/** The folder of `npm start -- --data FOLDER`, as for the other hosts. */
export function dataFolderInArguments(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => argument === '--data' || argument.startsWith('--data='));
  const given = argv[at];
  return given === '--data' ? (argv[at + 1] ?? '') : given?.slice('--data='.length);
}

/** Absolute paths. Everything that starts with a dash, or has no extension of a model, is skipped. */
export function filesInArguments(argv: readonly string[], cwd: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-') && endings.has(extname(argument).toLowerCase()))
    .map((path) => (isAbsolute(path) ? path : join(cwd, path)));
}
