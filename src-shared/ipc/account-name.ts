/** How an account is called. */
import type { MessageRef } from '../messages/message.ts';
import { ref, type Translate } from '../messages/messages.ts';
import type { Account } from './account.ts';

/** The stored name of the account that always exists. Scripts know it; people read it in their language. */
export const localAccountName = 'Local print service';

type Named = Pick<Account, 'name' | 'isLocal'>;

/** Every account has the name that its owner gave it, the local one too where it was renamed. */
export const accountName = (account: Named, t: Translate): string =>
  hasOwnName(account) ? account.name : t(localName.key);

/** The same for a message that is put into words later. */
export const accountNameRef = (account: Named): string | MessageRef =>
  hasOwnName(account) ? account.name : localName;

const localName = ref('errors.account.localName');
const hasOwnName = ({ name, isLocal }: Named): boolean => !isLocal || name !== localAccountName;
