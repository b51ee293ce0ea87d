/** How `fabdesk accounts` shows accounts, to people and to programs. */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import { writeTable } from './format.ts';
import type { Output } from './output.ts';

/** For programs. Secrets are never included; the application does not reveal them. */
export const accountReport = (account: Account, selectedId: string): object => ({
  ...account,
  kind: account.userSignIn === undefined ? 'application' : 'user',
  selected: account.id === selectedId,
});

export const writeAccounts = (out: Output, accounts: readonly Account[], selectedId: string): void =>
  writeTable(out, accounts, [
    ['', ({ id }) => (id === selectedId ? '*' : '')],
    ['cli.column.account', ({ name }) => name],
    ['cli.column.id', ({ id }) => id],
    ['cli.column.address', ({ isLocal, baseUrl }) => (isLocal ? out.t('cli.account.sandbox') : baseUrl)],
    ['cli.column.state', (account) => stateOf(account, out).join(' ')],
  ]);

/** What prevents the account from being used, or that it is ready. */
function stateOf({ secretStorage, userSignIn, hasPaymentId, consentAt }: Account, { t }: Output): string[] {
  const missing = [
    ...(userSignIn === 'ended' ? [t('cli.account.signedOut')] : []),
    ...(userSignIn === undefined && secretStorage === 'missing' ? [t('cli.account.secretMissing')] : []),
    ...(hasPaymentId ? [] : [t('cli.account.noPayment')]),
    ...(consentAt === null ? [t('cli.account.noConsent')] : []),
  ];
  return missing.length === 0 ? [t('cli.account.ready')] : missing;
}

export function writeTerms(out: Output, { name, consentAt }: Account): void {
  const { t } = out;
  if (consentAt === undefined) out.line(t('cli.consent.notNeeded', { account: name }));
  else if (consentAt === null) out.line(t('cli.consent.none', { account: name }));
  else out.line(t('jobs.consent.since', { account: name, time: consentAt }));
  out.line(t('jobs.consent.words'));
}
