/**
 * An older copy of the data does not know what a person did since: an order that waits in it may have been
 * cancelled or sent. So no consent in it counts any more (reliability: R17).
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from './ledger.ts';

/** Stands for the time of a consent that does not count any more. */
export const withdrawnConsent = 0;

/**
 * Every waiting order and reprint needs a new consent, and so does one whose outcome is open here: a person
 * may have given it up since, and it must not be sent again by itself once it is proven absent.
 */
export function withdrawConsents(ledger: Ledger): void {
  for (const record of ledger.jobs.withState(['queued', 'unknown', 'ask'])) {
    if (!('consentAt' in record.payload)) continue;
    const payload = { ...record.payload, consentAt: withdrawnConsent };
    ledger.amend(record.id, (job) => ({ ...job, payload }) as JobRecord);
    // Its question, such as a higher price, may have been answered in the newer copy. Ask it again from the
    // state of this copy.
    const { state, wait } = record.condition;
    if (state === 'queued' && wait === 'consent') ledger.change(record.id, { type: 'release' });
  }
}

/**
 * Waiting changes that cost nothing ask too: the newer copy may have made them, and an edit would undo what
 * was edited since, an addition would be there twice.
 */
export function holdChanges(ledger: Ledger): void {
  for (const { id, kind, payload, condition } of ledger.jobs.withState(['queued'])) {
    if (kind !== 'change' || 'consentAt' in payload || condition.wait === 'consent') continue;
    ledger.change(id, { type: 'hold', wait: 'consent', notBefore: null, problem: changeRestored });
  }
}

const changeRestored: Problem = mainProblem('restored', ref('problems.changeRestored'));
