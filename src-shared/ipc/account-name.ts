/** The names of accounts. */
import type { MessageRef } from '../messages/message.ts';
import { ref, type Translate } from '../messages/messages.ts';
import type { Account } from './account.ts';

/** The stored name of the account that always exists. Scripts use it; people read it in their language. */
export const localAccountName = 'Local print service';

type Named = Pick<Account, 'name' | 'isLocal'>;

/** Every account has the name that its owner gave it, the local one too if it was renamed. */
export const accountName = (account: Named, t: Translate): string =>
  hasOwnName(account) ? account.name : t(localName.key);

/** The same for a message that becomes text later. */
export const accountNameRef = (account: Named): string | MessageRef =>
  hasOwnName(account) ? account.name : localName;

const localName = ref('errors.account.localName');
const hasOwnName = ({ name, isLocal }: Named): boolean => !isLocal || name !== localAccountName;
