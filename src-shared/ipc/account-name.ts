/** How an account is called. */
import type { Translate } from '../messages/messages.ts';
import type { Account } from './account.ts';

/** The stored name of the account that always exists. Scripts know it; people read it in their language. */
export const localAccountName = 'Local print service';

/** Every account has the name that its owner gave it, the local one too where it was renamed. */
export const accountName = ({ name, isLocal }: Pick<Account, 'name' | 'isLocal'>, t: Translate): string =>
  isLocal && name === localAccountName ? t('errors.account.localName') : name;
