/**
 * `npm run service -- move`. The report goes to stdout, progress to stderr. If the move is not complete, the
 * exit code is 1 and a sentence says what to do.
 */
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { Fault } from '../../fault.ts';
import { readFolder } from '../../server-options.ts';
import { moveNoteIn } from '../../store/elsewhere.ts';
import { givenDatabase, givenStorage } from '../given-addresses.ts';
import { type MoveOptions, type MoveReport, moveService } from './move.ts';

interface Given {
  readonly from: string;
  readonly to?: string;
  readonly files?: string;
  readonly data?: string;
  readonly withoutFaulty?: true;
}

export async function runMove(args: readonly string[]): Promise<void> {
  try {
    const given = read(args);
    const options = optionsOf(given);
    const report = await moveService(options);
    process.stdout.write(typeof report === 'string' ? `${report}\n` : textOf(report, options, given));
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exitCode = 1;
  }
}

const read = (args: readonly string[]): Given =>
  new Command('npm run service -- move')
    .description(
      'Moves a service that is not running from SQLite to PostgreSQL, its files to a new folder or a bucket, or both. The old folder stays as it is. Run it again if it was interrupted.',
    )
    .requiredOption('--from <dir>', 'data folder of the service as it is', readFolder)
    .option(
      '--to <url>',
      'empty PostgreSQL database, as postgres://user@host/name; FABDESK_DATABASE says the same; SQLite if neither is given',
    )
    .option(
      '--files <url>',
      'bucket of S3-compatible storage, as s3://bucket/prefix?endpoint=https://...&region=...; FABDESK_FILES says the same, and the keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
    .option(
      '--data <dir>',
      'data folder of the service after the move; default: the old one with -moved',
      readFolder,
    )
    .option('--without-faulty', 'go on although files of the old folder are missing or damaged')
    .parse(args, { from: 'user' })
    .opts<Given>();

/** @throws Error with a sentence */
function optionsOf({ from, to, files, data, withoutFaulty }: Given): MoveOptions {
  const dataDir = data ?? `${from}-moved`;
  const database = givenDatabase('--to', to);
  const storage = givenStorage(files);
  if (database === null && storage === null)
    throw new Error('Say where to move: to a database with --to, into a bucket with --files, or both.');
  if (realPath(from) === realPath(dataDir))
    throw new Error('The old folder stays as it is. Choose another one for the moved service with --data.');
  return {
    from,
    dataDir,
    database,
    files: storage,
    isWithoutFaulty: withoutFaulty === true,
    say: (line) => void process.stderr.write(`${line}\n`),
  };
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

function textOf(
  { to: target, tables, files, cents }: MoveReport,
  options: MoveOptions,
  { to, files: storage }: Given,
): string {
  const width = Math.max(...tables.map(({ name }) => name.length));
  const start = [
    `--data "${options.dataDir}"`,
    ...(to === undefined ? [] : [`--database "${to}"`]),
    ...(storage === undefined ? [] : [`--files "${storage}"`]),
  ];
  return [
    `The service is moved to ${target}. All rows and files were compared.`,
    ...tables.map(({ name, rows }) => `  ${name.padEnd(width)}  ${rows} rows`),
    `  ${'files'.padEnd(width)}  ${files.count}, ${files.bytes} bytes`,
    ...Object.entries(cents).map(([kind, sum]) => `  ledger, ${kind}: ${(sum / 100).toFixed(2)} USD`),
    ...files.faults.map((fault) => `${fault} It was left out.`),
    ...(files.faulty > files.faults.length
      ? [`${files.faulty - files.faults.length} more files were left out.`]
      : []),
    `Start it with: npm run service -- ${start.join(' ')}`,
    `Nothing was changed in ${options.from}. No service starts there as long as ${moveNoteIn(options.from)} exists.`,
    '',
  ].join('\n');
}

function sentenceFor(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC') return 'The disk is full. Make room, then run the same command again.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `No permission for ${(error as NodeJS.ErrnoException).path ?? 'a folder'}. Allow it, or choose others with --from and --data.`;
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return 'The database in the old folder is damaged. Restore it from a backup.';
  const sentence = error instanceof Error ? error.message : String(error);
  return error instanceof Fault && error.status === 503
    ? `${sentence} The same command then continues.`
    : sentence;
}
