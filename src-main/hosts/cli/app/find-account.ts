/**
 * Finds the account that a person names by name or id. Money depends on it, so names are suggested but never
 * guessed.
 */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { normalise, suggest } from '../../../../src-shared/text/suggest.ts';
import { sentences } from '../../../main-error.ts';
import { didYouMean, usageError } from '../input/options.ts';
import { invoke } from './surroundings.ts';

/** The account of this name or id, or else the selected one. Throws `usage`. */
export const namedOrSelected = async (client: AppClient, word: string | undefined): Promise<Account> =>
  word === undefined
    ? (await invoke(client, 'app.status', {})).account
    : findAccount(word, await invoke(client, 'accounts.list', {}));

/** Throws `usage`, with suggestions if no account has this name or id. */
export function findAccount(word: string, accounts: readonly Account[]): Account {
  const byId = accounts.find(({ id }) => id === word.trim());
  if (byId) return byId;
  const named = accounts.filter(({ name }) => normalise(name) === normalise(word));
  const [byName, another] = named;
  if (byName && another) {
    throw usageError(ref('cli.account.ambiguous', { word, ids: named.map(({ id }) => id) }));
  }
  if (byName) return byName;
  const near = suggest(
    word,
    accounts.map(({ name }) => name),
  );
  throw usageError(
    sentences(ref('cli.account.unknown', { word }), ...didYouMean(near), ref('cli.account.seeAll')),
  );
}
