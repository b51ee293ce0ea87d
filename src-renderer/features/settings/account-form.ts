/** What is checked of a new account before the service is asked. The rest only the service can tell. */
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

/** The address as the user meant it: `api.example.com` is `https://api.example.com`. Null where it is no address. */
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

/** Secrets and tokens would cross a network in the clear. */
export function travelsReadable(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && !loopback.has(url.hostname);
}

/** Who acts in the account: the application itself, or a user who signs in with a browser. */
export type AccountKind = 'application' | 'user';

/** One sentence a field, in the order of the form. Empty: the service can be asked. */
export function accountProblems(
  entries: AccountEntries,
  kind: AccountKind,
): Partial<Record<AccountField, string>> {
  const problems: Partial<Record<AccountField, string>> = {};
  if (entries.name.trim() === '') problems.name = 'Enter a name, so that you can tell your accounts apart.';
  else if (entries.name.trim().length > 80) problems.name = 'Enter a name of at most 80 characters.';
  if (readAddress(entries.baseUrl) === null) {
    problems.baseUrl = 'Enter the address of the service, such as https://api.example.com.';
  }
  if (entries.clientId.trim() === '') {
    problems.clientId = 'Enter the client id that the service issued for your application.';
  }
  // A public application has none, and of a known one it can stay as it was.
  if (entries.clientSecret === '' && kind === 'application')
    problems.clientSecret = 'Enter the client secret that belongs to the client id.';
  return problems;
}
