/** The options of `npm run service`. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { expandHome } from '../src-shared/home-path.ts';
import type { Role } from './data.ts';
import { withoutSlashAtEnd } from './http/normalise-url.ts';
import { defaultRateLimit, type RateLimitSetting } from './http/rate-limit.ts';
import { whyNotRegistrable } from './http/redirect-uri.ts';

export interface Options {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly database?: string;
  readonly files?: string;
  readonly role: Role;
  readonly rateLimit: RateLimitSetting;
  readonly maxUpload: number;
  readonly measureWait: number;
  readonly tokenLife: number;
  readonly requireBodyHash?: true;
  readonly soapVolume: 'm3' | 'cm3';
  readonly redirectUri: readonly string[];
  readonly incentive: ReadonlyMap<string, number>;
  readonly keepUnused?: number;
  readonly publicUrl?: string;
  readonly operatorPort?: number;
  readonly statusPort?: number;
  readonly statusHost: string;
  readonly drainNotice: number;
  readonly drainLimit: number;
  readonly logRequests?: true;
  readonly json?: true;
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
    return value;
  };
}

function readRateLimit(text: string): RateLimitSetting {
  const match = /^(\d{1,9})\/(\d{1,5})$/.exec(text);
  const [calls, windowSeconds] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || calls < 1 || windowSeconds < 1 || windowSeconds > 86_400)
    throw new InvalidArgumentError('Use CALLS/SECONDS, such as 150/300; at most 86,400 seconds.');
  return { calls, windowSeconds };
}

function readUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('Use an http or https address.');
  return withoutSlashAtEnd(text);
}

function readRedirectUri(text: string, before: readonly string[]): readonly string[] {
  const why = whyNotRegistrable(text);
  if (why !== null) throw new InvalidArgumentError(why);
  return [...before, text];
}

function readIncentive(text: string, before: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const [, code = '', percent = ''] = /^([^=\s]{1,100})=(\d{1,3})$/.exec(text) ?? [];
  if (code === '' || Number(percent) > 100)
    throw new InvalidArgumentError('Use CODE=PERCENT, such as SPRING=10; at most 100 percent.');
  return new Map(before).set(code, Number(percent));
}

function dataFolder(): string {
  const base =
    process.env['XDG_DATA_HOME'] ??
    (process.platform === 'win32'
      ? (process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Application Support')
        : join(homedir(), '.local', 'share'));
  return join(base, 'fabdesk-service');
}

export function readFolder(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Name a folder.');
  try {
    return resolve(expandHome(text, homedir()));
  } catch (thrown) {
    throw new InvalidArgumentError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

export function readOptions(): Options {
  return new Command('fabdesk-service')
    .description('The print service of Fabdesk, alone.')
    .option('--port <n>', 'port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 8470)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <dir>', 'folder of the database, the keys and the uploads', readFolder, dataFolder())
    .option(
      '--database <url>',
      'PostgreSQL database instead of SQLite in the folder, as postgres://user@host/name; FABDESK_DATABASE says the same',
    )
    .option(
      '--files <url>',
      'bucket of S3-compatible storage for the files instead of the folder, as s3://bucket/prefix?endpoint=https://...&region=...; FABDESK_FILES says the same, and the keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
    .addOption(
      new Option(
        '--role <role>',
        'what this process does, of several with one PostgreSQL database: web answers, worker measures and produces',
      )
        .choices(['all', 'web', 'worker'])
        .default('all'),
    )
    .addOption(
      new Option('--rate-limit <calls/seconds>', 'calls of one application in a sliding window')
        .argParser(readRateLimit)
        .default(defaultRateLimit, `${defaultRateLimit.calls}/${defaultRateLimit.windowSeconds}`),
    )
    .option('--max-upload <mb>', 'largest model file in MB', wholeNumber(1, 4096), 64)
    .option(
      '--measure-wait <ms>',
      'how long an upload may wait for its prices before it is answered as processing',
      wholeNumber(0, 60_000),
      5000,
    )
    .option('--token-life <s>', 'how long access tokens live', wholeNumber(60, 86_400), 3600)
    .addOption(
      new Option('--soap-volume <unit>', 'unit in which SOAP clients send modelVolume; old ones send cm3')
        .choices(['m3', 'cm3'])
        .default('m3'),
    )
    .option(
      '--require-body-hash',
      'refuse OAuth 1.0 calls with a JSON body that oauth_body_hash does not cover; existing clients send none',
    )
    .option(
      '--redirect-uri <address>',
      'redirect address of the first application, beside the loopback ones; repeat it for several',
      readRedirectUri,
      [],
    )
    .option(
      '--incentive <code=percent>',
      'incentive code that orders may carry, and what it takes off the parts; repeat it for several',
      readIncentive,
      new Map(),
    )
    .option(
      '--keep-unused <minutes>',
      'how long a file stays after its last model was removed: at least as long as copying the files for a backup takes; default 0, or 60 with PostgreSQL',
      wholeNumber(0, 525_600),
    )
    .option('--public-url <url>', 'address under which clients reach the service, behind a proxy', readUrl)
    .option(
      '--operator-port <n>',
      'also open the operator interface on this loopback port; 0 picks a free one',
      wholeNumber(0, 65_535),
    )
    .option(
      '--status-port <n>',
      'also answer /health, /ready and /metrics on this port; 0 picks a free one',
      wholeNumber(0, 65_535),
    )
    .option('--status-host <address>', 'address on which it answers these', '127.0.0.1')
    .option(
      '--drain-notice <s>',
      'how long it still takes calls after the signal to stop, so that a proxy notices',
      wholeNumber(0, 600),
      0,
    )
    .option('--drain-limit <s>', 'how long running calls may then take to end', wholeNumber(0, 3600), 2)
    .option('--log-requests', 'log a line for every call, without who called and what was sent')
    .option('--json', 'print one JSON line instead of text')
    .addHelpText(
      'after',
      '\nnpm run service -- move --help says how a service is moved to PostgreSQL, or its files into a bucket.',
    )
    .parse()
    .opts<Options>();
}
