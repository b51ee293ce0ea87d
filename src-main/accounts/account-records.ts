/** Stores accounts in Documents, without any secret. Only `accounts.ts` calls it. */
import { z } from 'zod';
import { localAccountName } from '../../src-shared/ipc/account-name.ts';
import { type Documents, readDocument } from '../db/documents.ts';

export const localAccountId = 'local';

const recordSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  /**
   * In the form of `parseBaseAddress`; empty for the local account, whose service listens at a new address
   * each time.
   */
  baseUrl: z.string(),
  clientId: z.string(),
  /**
   * A user signed in with a browser: `user` by OAuth 2.0, `oauth1` by OAuth 1.0. Absent: the application acts
   * for its own account.
   */
  kind: z.enum(['user', 'oauth1']).optional(),
});
export type AccountRecord = z.infer<typeof recordSchema>;

const accountListSchema = z.object({ selected: z.string(), accounts: z.array(z.unknown()) });
export interface AccountList {
  readonly selected: string;
  readonly accounts: readonly [AccountRecord, ...AccountRecord[]];
}

const key = 'accounts';
const local: AccountRecord = { id: localAccountId, name: localAccountName, baseUrl: '', clientId: '' };

/**
 * The stored entries, known and not: a kind of account that a newer Fabdesk added stays stored, and is not
 * shown.
 */
function readStored(documents: Documents): {
  selected: string;
  accounts: AccountRecord[];
  others: unknown[];
} {
  const none = { selected: localAccountId, accounts: [] };
  const { selected, accounts: stored } = readDocument(documents, key, accountListSchema, none);
  const accounts: AccountRecord[] = [];
  const others: unknown[] = [];
  for (const entry of stored) {
    const record = recordSchema.safeParse(entry);
    if (record.success) accounts.push(record.data);
    else others.push(entry);
  }
  return { selected, accounts, others };
}

/** The local account always exists and comes first. An invalid selection falls back to it. */
export function readAccounts(documents: Documents): AccountList {
  const stored = readStored(documents);
  const own = stored.accounts.find(({ id }) => id === localAccountId) ?? local;
  const accounts = [own, ...stored.accounts.filter(({ id }) => id !== localAccountId)] as const;
  const selected = accounts.some(({ id }) => id === stored.selected) ? stored.selected : localAccountId;
  return { selected, accounts };
}

export function writeAccounts(
  documents: Documents,
  { selected, accounts }: { readonly selected: string; readonly accounts: readonly AccountRecord[] },
): void {
  const records = accounts.map((record) =>
    record.id === localAccountId ? { ...record, baseUrl: '' } : record,
  );
  documents.set(key, { selected, accounts: [...records, ...readStored(documents).others] });
}
