/** How a quote names the account of its prices. It is passed on, so it names no person and no secret. */
import type { Account } from '../ipc/account.ts';
import { accountName } from '../ipc/account-name.ts';
import type { QuoteDocument } from '../ipc/quote-document.ts';
import { shown } from '../messages/foreign-text.ts';
import type { Translate } from '../messages/messages.ts';
import { parseUrl } from '../parse-url.ts';

/** Somebody may have named the account after an e-mail address; the host of the service stands in for it. */
export function quotedAccount(
  account: Pick<Account, 'name' | 'isLocal' | 'baseUrl'>,
  t: Translate,
): QuoteDocument['account'] {
  const host = account.isLocal ? null : (parseUrl(account.baseUrl)?.hostname ?? null);
  const name = accountName(account, t);
  if (!name.includes('@')) return { name: shown(name), host };
  return { name: host ?? t('errors.account.localName'), host };
}
