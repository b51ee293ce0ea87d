/**
 * The SOAP credentials of accounts: user name, application id and address in Documents, the password in the
 * SecretStore. They are optional: without them, an account only lacks what SOAP alone reports. The
 * composition root creates this; the catalogue reads the printers through it.
 */
import { z } from 'zod';
import type { Account } from '../../src-shared/ipc/account.ts';
import type { newSoapCredentialsSchema, SoapAccess } from '../../src-shared/ipc/soap-access.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { nowhere, parseBaseAddress } from '../api-client/base-address.ts';
import { cachedDocument, type Documents } from '../db/documents.ts';
import { mainError } from '../main-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { SoapPrinter } from '../soap-client/printers.ts';
import { createSoapClient, type SoapClient } from '../soap-client/soap-client.ts';
import type { Sending } from './account-access.ts';

export interface SoapAccountsOptions extends Sending {
  readonly documents: Documents;
  readonly secrets: SecretStore;
  readonly accounts: { list(): Account[] };
}

type NewSoapAccess = z.output<typeof newSoapCredentialsSchema>;

export type SoapAccounts = ReturnType<typeof createSoapAccounts>;

const recordSchema = z.object({ address: z.string(), username: z.string(), applicationId: z.string() });
type SoapRecord = z.infer<typeof recordSchema>;

const keyOf = (accountId: string): string => `soap/${accountId}`;

/**
 * The default address of the interface: a path with a `v1` segment, as the spec says
 * [Assumption: soap-address].
 */
export const soapAddressOf = (baseUrl: string): string => `${baseUrl}/soap/v1`;

export function createSoapAccounts(options: SoapAccountsOptions) {
  const { documents, secrets, accounts } = options;
  const local = new Map<string, { username: string; password: string }>();
  const clients = new Map<string, { key: string; client: SoapClient }>();

  const accountOf = (accountId: string): Account => {
    const account = accounts.list().find(({ id }) => id === accountId);
    if (account) return account;
    throw mainError('not-found', ref('errors.account.unknown'));
  };

  function recordOf(accountId: string): SoapRecord | null {
    const own = local.get(accountId);
    if (own) return { address: '', username: own.username, applicationId: '' };
    return cachedDocument(documents, keyOf(accountId), recordSchema);
  }

  async function passwordOf(accountId: string): Promise<string> {
    const password =
      local.get(accountId)?.password ?? (await secrets.get(keyOf(accountId)).catch(() => null));
    if (password !== null) return password;
    throw mainError('soap-refused', ref('soap.passwordMissing'));
  }

  const clientOf = (account: Account, record: SoapRecord, password: () => Promise<string>): SoapClient =>
    createSoapClient({
      address: parseBaseAddress(record.address || soapAddressOf(account.baseUrl || nowhere)),
      username: record.username,
      applicationId: record.applicationId,
      password,
      userAgent: options.userAgent,
      ...(options.permit && { permit: options.permit }),
      ...(options.exchange && { exchange: options.exchange }),
      ...(account.isLocal && options.local && { exchange: options.local.exchange }),
      ...(options.limits && { limits: options.limits }),
    });

  /** The address and credentials of the local service are known once it runs. */
  const provisioned = async (accountId: string) => {
    if (accountOf(accountId).isLocal) await options.local?.ready();
  };

  /** Throws `not-found`. */
  const describe = async (accountId: string): Promise<SoapAccess> => {
    await provisioned(accountId).catch(() => {});
    const usualAddress = soapAddressOf(accountOf(accountId).baseUrl);
    return { usualAddress, credentials: recordOf(accountId) };
  };

  return {
    describe,

    /** Logs in with them first, then stores them. Throws `soap-refused`, `bad-address`, `network`, ... */
    async set(accountId: string, { password, ...access }: NewSoapAccess): Promise<SoapAccess> {
      await provisioned(accountId);
      const account = accountOf(accountId);
      const usual = soapAddressOf(account.baseUrl);
      const typed = access.address.trim();
      const address = typed === '' ? '' : parseBaseAddress(typed);
      const record = { ...access, address: address === usual ? '' : address };
      const known = recordOf(accountId);
      // A stored password is sent only to the address for which it was stored.
      const isSame = known?.address === record.address && known.username === record.username;
      if (password === undefined && !isSame) throw mainError('bad-input', ref('soap.passwordNeeded'));
      const secret = password ?? (await passwordOf(accountId));
      await clientOf(account, record, async () => secret).login();
      if (password !== undefined) await secrets.set(keyOf(accountId), password);
      documents.set(keyOf(accountId), record);
      local.delete(accountId);
      clients.delete(accountId);
      return describe(accountId);
    },

    /** Throws `keychain-unavailable`. */
    async remove(accountId: string): Promise<void> {
      await secrets.delete(keyOf(accountId));
      documents.delete(keyOf(accountId));
      local.delete(accountId);
      clients.delete(accountId);
    },

    /** The local service's own credentials, for this start of Fabdesk only. */
    provisionLocal(accountId: string, credentials: { username: string; password: string }): void {
      local.set(accountId, credentials);
    },

    /** Null: the account has no SOAP credentials. */
    async printers(accountId: string): Promise<SoapPrinter[] | null> {
      await provisioned(accountId);
      const record = recordOf(accountId);
      if (record === null) return null;
      const account = accountOf(accountId);
      const key = JSON.stringify([account.baseUrl, record]);
      const known = clients.get(accountId);
      const client =
        known?.key === key ? known.client : clientOf(account, record, () => passwordOf(accountId));
      clients.set(accountId, { key, client });
      return client.getPrinters();
    },
  };
}
