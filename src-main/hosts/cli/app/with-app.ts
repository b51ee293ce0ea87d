/**
 * Runs a command's work against the application, and closes it whatever happens; or against the service of
 * one account: that of `--account`, or the one that is selected when the command starts. Every call names
 * this account, so that the work stays with it even if another is selected meanwhile.
 */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import { type AppClient, type AppContract, takesAccount } from '../../../../src-shared/ipc/contract.ts';
import { folderNoticeText } from '../../../../src-shared/ipc/folder-notice-text.ts';
import type { CallInput, CallName } from '../../../../src-shared/ipc/wire.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { Host } from '../declare.ts';
import { dataDirOf } from '../input/options.ts';
import type { Output } from '../output/output.ts';
import { namedOrSelected } from './find-account.ts';
import { type Connection, type ConnectOptions, invoke } from './surroundings.ts';

export interface DataOptions {
  readonly data?: string;
}

export interface AccountOptions extends DataOptions {
  readonly account?: string;
}

export async function withApp<T>(
  host: Host,
  options: DataOptions,
  work: (client: AppClient, connection: Pick<Connection, 'hasStarted'>) => Promise<T>,
  how: Omit<ConnectOptions, 'dataDir'> = {},
): Promise<T> {
  const { out } = host;
  const dataDir = dataDirOf(options, host);
  out.progress(() => out.t('cli.starting'));
  const connection = await host.connect({ dataDir, ...how });
  try {
    out.progress(null);
    await noteCopy(connection.client, out);
    for (const what of connection.setAside ?? []) out.note(out.say(ref(`hosts.setAside.${what}`)));
    return await work(connection.client, connection);
  } finally {
    out.progress(null);
    await connection.close();
  }
}

export const withAccount = <T>(
  host: Host,
  options: AccountOptions,
  work: (client: AppClient, account: Account) => Promise<T>,
): Promise<T> =>
  inAccount(host, options, (client, account) => {
    host.out.line(host.out.t('cli.account.using', { account: account.name }));
    return work(client, account);
  });

/** Without saying which one it is, for a command that has said so. */
export const inAccount = <T>(
  host: Host,
  options: AccountOptions,
  work: (client: AppClient, account: Account) => Promise<T>,
): Promise<T> =>
  withApp(host, options, async (client) => {
    const account = await namedOrSelected(client, options.account);
    return work(boundTo(client, account.id), account);
  });

/** The same client, whose calls name the account. */
const boundTo = (client: AppClient, accountId: string): AppClient => ({
  invoke: <N extends CallName<AppContract>>(name: N, input: CallInput<AppContract, N>) =>
    client.invoke(name, takesAccount(name) ? { accountId, ...input } : input),
  on: client.on,
});

/** How reports for programs name the account. */
export const accountEntry = ({ id, name }: Account) => ({ id, name });

/**
 * Every command says so until a person has read it: whatever it does may be about orders that were sent long
 * ago.
 */
async function noteCopy(client: AppClient, out: Output): Promise<void> {
  const { folder } = await invoke(client, 'app.status', {});
  if (!folder?.notice) return;
  out.note(`${out.noteStyle.warn('fabdesk:')} ${out.say(folderNoticeText(folder.notice))}`);
  out.note(out.t('cli.status.seen'));
}
