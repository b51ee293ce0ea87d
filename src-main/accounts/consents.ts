/**
 * Whether a person has confirmed the rights to the models and the terms of the service, once per account
 * (spec: Endpoints > POST /models/v1: hasRightsToModel, acceptTermsAndConditions). The composition root
 * creates it; without consent the queue sends no model and no order.
 */
import type { Clock } from '../api-client/clock.ts';
import type { UploadConsent } from '../api-client/service-client.ts';
import { createConsentStore } from '../db/consent-store.ts';
import type { AppDatabase } from '../db/database.ts';
import { Signal } from '../signal.ts';
import { localAccountId } from './account-records.ts';

/**
 * Number of the wording that people read. A change of its meaning takes a new number, and everybody is asked
 * again.
 */
const wording = 1;

const declared: UploadConsent = { hasRightsToModel: true, acceptTermsAndConditions: true };

/** `isOutdated`: the data folder is an older copy. */
export function openConsents({ sqlite, restored }: AppDatabase, clock: Clock, isOutdated = false) {
  const store = createConsentStore(sqlite);
  // A withdrawal may be newer than the copy.
  if (restored || isOutdated) store.withdrawAll(clock.now());
  const changed = new Signal<{ accountId: string; isGiven: boolean }>();
  /** Epoch ms; null: not given, or withdrawn. Undefined: the account needs none. */
  const givenAt = (accountId: string): number | null | undefined =>
    // The local service belongs to this person and passes nothing on [Assumption: rehearsal-consent].
    accountId === localAccountId ? undefined : store.givenAt(accountId, wording);
  return {
    givenAt,
    /** The declarations that go to the service with a model; null: nothing may be sent. */
    of: (accountId: string): UploadConsent | null => (givenAt(accountId) === null ? null : declared),
    /** Gives or withdraws it. Giving it twice keeps the first date. */
    set(accountId: string, isGiven: boolean): void {
      const before = givenAt(accountId);
      if (before === undefined || (before !== null) === isGiven) return;
      store.add(accountId, isGiven ? 'given' : 'withdrawn', wording, clock.now());
      changed.emit({ accountId, isGiven });
    },
    changed,
  };
}
