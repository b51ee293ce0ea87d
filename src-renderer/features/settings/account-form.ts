/** Checks the form of an account before the service is asked. Only the service can check the rest. */
import { t } from '../../ui/language.svelte.ts';

export interface AccountEntries {
  readonly name: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly paymentVerificationId: string;
}

export type AccountField = keyof AccountEntries;

export const emptyAccount: AccountEntries = {
  name: '',
  baseUrl: '',
  clientId: '',
  clientSecret: '',
  paymentVerificationId: '',
};

/**
 * The complete address: `api.example.com` becomes `https://api.example.com`. Null if it is not an address.
 */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
      return null;
    return url.href.replace(/\/+$/, '');
  } catch {
    return null;
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether secrets and tokens would cross a network unencrypted. */
export function travelsReadable(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && !loopback.has(url.hostname);
}

/** An account acts for the application itself, or for a user who signs in with a browser. */
export type AccountKind = 'application' | 'user';

/** At most one sentence for each field, in the order of the form. Empty: the service can be asked. */
export function accountProblems(
  entries: AccountEntries,
  needsSecret: boolean,
): Partial<Record<AccountField, string>> {
  const problems: Partial<Record<AccountField, string>> = {};
  if (entries.name.trim() === '') problems.name = t('settings.problem.name');
  else if (entries.name.trim().length > 80) problems.name = t('settings.problem.nameTooLong');
  if (readAddress(entries.baseUrl) === null) problems.baseUrl = t('settings.problem.baseUrl');
  if (entries.clientId.trim() === '') problems.clientId = t('settings.problem.clientId');
  // A public application has no secret, and for a known one the stored secret can stay.
  if (entries.clientSecret === '' && needsSecret) problems.clientSecret = t('settings.problem.clientSecret');
  return problems;
}
