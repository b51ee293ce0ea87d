/**
 * Rights and terms on the command line: `--accept-terms`, the stored consent, or a question on the terminal.
 */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import type { Host } from '../declare.ts';
import { agrees } from './agree.ts';

/** Throws `consent-missing`; nothing is then uploaded or ordered. */
export async function requireConsent(
  host: Host,
  client: AppClient,
  account: Account,
  options: { readonly acceptTerms?: true },
): Promise<void> {
  if (account.consentAt !== null) return;
  const { isTerminal, out } = host;
  const terms = ref('jobs.consent.words');
  const isGiven =
    options.acceptTerms === true ||
    (isTerminal.stdin &&
      isTerminal.stderr &&
      (await agrees(host, sentences(terms, ref('cli.consent.question', { account: account.name })))));
  host.signal.throwIfAborted();
  if (!isGiven) {
    const missing = ref('cli.consent.missing', { account: account.name, words: terms });
    throw mainError('consent-missing', missing);
  }
  await invoke(client, 'accounts.setConsent', { accountId: account.id, given: true });
  out.note(out.t('cli.consent.given', { account: account.name }));
}
