/**
 * Runs a command's work against the service of one account: that of `--account`, or the one that is selected
 * when the command starts. Every call names it, so that the work stays with this account even if another is
 * selected meanwhile.
 */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import { type AppClient, type AppContract, takesAccount } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput, CallName } from '../../../../src-shared/ipc/wire.ts';
import { dataDirOf } from '../input/options.ts';
import type { Output } from '../output/output.ts';
import { findAccount } from './find-account.ts';
import { invoke, type Surroundings } from './surroundings.ts';
import { withApp } from './with-app.ts';

export interface AccountOptions {
  readonly data?: string;
  readonly account?: string;
}

export const withAccount = <T>(
  surroundings: Surroundings,
  options: AccountOptions,
  out: Output,
  work: (client: AppClient, account: Account) => Promise<T>,
): Promise<T> =>
  inAccount(surroundings, options, out, (client, account) => {
    out.line(out.t('cli.account.using', { account: account.name }));
    return work(client, account);
  });

/** Without saying which one it is, for a command that has said so. */
export const inAccount = <T>(
  surroundings: Surroundings,
  options: AccountOptions,
  out: Output,
  work: (client: AppClient, account: Account) => Promise<T>,
): Promise<T> =>
  withApp(surroundings, dataDirOf(options, surroundings), out, async (client) => {
    const account = await accountOf(client, options.account);
    return work(boundTo(client, account.id), account);
  });

async function accountOf(client: AppClient, word: string | undefined): Promise<Account> {
  if (word !== undefined) return findAccount(word, await invoke(client, 'accounts.list', {}));
  return (await invoke(client, 'app.status', {})).account;
}

/** The same client, whose calls name the account. */
export const boundTo = (client: AppClient, accountId: string): AppClient => ({
  invoke: <N extends CallName<AppContract>>(name: N, input: CallInput<AppContract, N>) =>
    client.invoke(name, takesAccount(name) ? { accountId, ...input } : input),
  on: client.on,
});

/** How reports for programs name the account. */
export const accountEntry = ({ id, name }: Account) => ({ id, name });
