/**
 * Without a person's consent to rights and terms, no model and no order leaves. Asked while a job is
 * prepared, and for a file again before its last byte, since a transfer takes minutes.
 */
import { ref } from '../../../src-shared/messages/messages.ts';
import type { CommitGate, UploadConsent } from '../../api-client/service-client.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { Held } from '../core/step-failure.ts';

/** The declarations for the account; null: nothing may be sent. */
export type ConsentOf = (accountId: string) => UploadConsent | null;

/** Throws `Held`: the job waits until the consent is given. */
export function requireConsent(consentOf: ConsentOf, accountId: string): UploadConsent {
  const consent = consentOf(accountId);
  if (consent !== null) return consent;
  throw new Held('terms', mainProblem('consent-missing', ref('errors.consent.missing')));
}

/** Closes the commit gate if the consent was withdrawn meanwhile. */
export const whileConsented = (gate: CommitGate, consentOf: ConsentOf, accountId: string): CommitGate => ({
  ...gate,
  beforeLastByte: (sending) => {
    if (consentOf(accountId) === null) throw mainError('consent-missing', ref('errors.consent.missing'));
    return gate.beforeLastByte(sending);
  },
});
