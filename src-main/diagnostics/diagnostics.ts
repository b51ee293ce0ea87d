/**
 * One ZIP file for support: versions, the state of the queue, of the database and of the keychain, the
 * settings, and the log, without models, addresses, names, payment data or secrets. Everything in it is text
 * that a person can read before sending it. `app.ts` calls it for the window and for `fabdesk diagnostics`.
 */
import { hostname, userInfo } from 'node:os';
import type { Database } from 'better-sqlite3';
import { ZipWriter } from '../../src-shared/geometry/writers/zip-writer.ts';
import type { Account } from '../../src-shared/ipc/account.ts';
import type { AppInfo, Status } from '../../src-shared/ipc/app-status.ts';
import type { Settings } from '../../src-shared/ipc/settings.ts';
import type { Workspace } from '../../src-shared/ipc/workspace.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import type { Messages } from '../../src-shared/messages/messages.ts';
import { jobFacts } from './job-facts.ts';
import { KnownTexts, personalTexts } from './known-texts.ts';
import { databaseFacts, folderFacts, programFacts } from './machine-facts.ts';
import { createScrub, scrubbedLogs } from './scrub.ts';

export interface DiagnosticsSources {
  readonly info: AppInfo;
  readonly status: Status;
  readonly settings: Settings;
  readonly workspace: Workspace;
  readonly accounts: readonly Account[];
  readonly jobs: readonly Job[];
  readonly sqlite: Database;
  /** The replacement of a damaged database; null: it was not damaged. */
  readonly restoredFrom: 'backup' | 'nothing' | null;
}

export interface Diagnostics {
  /** Suggested file name. */
  readonly fileName: string;
  readonly zip: Uint8Array;
}

export async function collectDiagnostics(
  sources: DiagnosticsSources,
  { t }: Pick<Messages, 't'>,
  now: number,
): Promise<Diagnostics> {
  const { info, settings, workspace, accounts, jobs } = sources;
  const names = accountNames(accounts);
  const folder = await folderFacts(info.dataFolder);
  const logs = await scrubbedLogs(info.dataFolder, scrubFor(sources));

  const texts: [name: string, about: string, text: string][] = [
    ['program.json', t('diagnostics.file.program'), json(programFacts(info))],
    [
      'state.json',
      t('diagnostics.file.state'),
      json({
        ...stateFacts(sources),
        database: { ...databaseFacts(sources.sqlite), restoredFrom: sources.restoredFrom },
        ...folder,
      }),
    ],
    ['queue.json', t('diagnostics.file.queue'), json(jobs.map((job) => jobFacts(job, names)))],
    ['accounts.json', t('diagnostics.file.accounts'), json(accounts.map((one) => accountFacts(one, names)))],
    ['settings.json', t('diagnostics.file.settings'), json(settingFacts(settings, workspace))],
    ...[...logs].map(([name, text]): [string, string, string] => [
      `logs/${name}`,
      t('diagnostics.file.log'),
      text,
    ]),
  ];
  const day = new Date(now).toISOString();
  const readme = [
    t('diagnostics.readme', { version: info.version, time: day }),
    t('diagnostics.without'),
    ...texts.map(([name, about]) => `${name}: ${about}`),
    ...(logs.size === 0 ? [t('diagnostics.noLog')] : []),
  ];
  const zip = new ZipWriter();
  await zip.add('readme.txt', [readme.map((line) => `${line}\n`).join('\n')]);
  for (const [name, , text] of texts) await zip.add(name, [text]);
  return { fileName: `fabdesk-diagnostics-${day.slice(0, 10)}.zip`, zip: zip.finish() };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Their own names may be those of people. */
function accountNames(accounts: readonly Account[]): ReadonlyMap<string, string> {
  let count = 0;
  return new Map(
    accounts.map(({ id, isLocal }) => {
      if (isLocal) return [id, 'local'];
      count += 1;
      return [id, `account-${count}`];
    }),
  );
}

function accountFacts(account: Account, names: ReadonlyMap<string, string>) {
  const { baseUrl, isLocal, secretStorage, hasPaymentId, userSignIn, protocol, consentAt } = account;
  const url = URL.parse(baseUrl);
  return {
    account: names.get(account.id),
    // Without a user, a password or a query, should an earlier version have stored one.
    service: url && `${url.origin}${url.pathname}`,
    isLocal,
    secretStorage,
    hasPaymentId,
    signIn: userSignIn === undefined ? 'application' : `user-${userSignIn}`,
    protocol: protocol ?? 'oauth2',
    hasConsent: consentAt === undefined || consentAt !== null,
  };
}

function stateFacts({ info, status }: DiagnosticsSources) {
  const { connection, text, paused, rate, queue, folder } = status;
  return {
    connection: { state: connection, text: text?.key ?? null },
    paused,
    callsLeft: rate,
    queue,
    keychain: { kind: info.keyring.kind, text: info.keyring.text?.key ?? null },
    copies: folder?.keychain ?? null,
    folderNotice: folder?.notice?.kind ?? null,
    unreadable: info.setAside ?? [],
  };
}

/** Folders and titles are counted, not named. */
function settingFacts(
  { unitMemory, favouriteMaterials, proxy, quotes, charges: _, ...settings }: Settings,
  workspace: Workspace,
) {
  return {
    ...settings,
    proxy: proxy?.use,
    hasQuoteDefaults: quotes !== undefined,
    unitMemory: Object.keys(unitMemory).length,
    favouriteMaterials: favouriteMaterials?.length ?? 0,
    plate: workspace.plate.length,
    cart: workspace.cart.length,
    returnedOrders: workspace.returned?.length ?? 0,
  };
}

function scrubFor({ settings, workspace, accounts, jobs }: DiagnosticsSources) {
  const own = accounts.filter(({ isLocal }) => !isLocal);
  const known = new KnownTexts([
    ...personalTexts(jobs.map(({ payload }) => payload)),
    ...personalTexts(workspace),
    ...own.flatMap(({ name, clientId }) => [name, clientId]),
    ...Object.keys(settings.unitMemory),
    ...(settings.proxy?.use === 'own' ? [settings.proxy.address, settings.proxy.exceptions] : []),
    ...[hostname(), userName()].filter((name) => name !== 'localhost'),
  ]);
  return createScrub(known);
}

/** A user without an entry in the system's list has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
