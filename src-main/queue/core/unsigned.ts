/**
 * The guard of every proposal, called by the ledger inside each of its transactions: without a person's
 * signature, or a budget that a person allowed, an order never leaves its wait, whoever calls what in which
 * order (reliability: I17).
 */
import type { JobState, Problem } from '../../../src-shared/jobs/job.ts';
import { isUnsigned } from '../../../src-shared/jobs/job-group.ts';
import type { Proposal } from '../../../src-shared/jobs/proposal.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { offerAsAgreed } from './agreed.ts';
import { type BudgetBooks, isCovered } from './budget.ts';

/**
 * The record as it may be stored. An unsigned one that anything would release goes on waiting. Throws
 * `unsigned` for a step towards the service. `from`: its state before; null: it is new.
 */
export function withSignature(given: JobRecord, books: BudgetBooks, from: JobState | null = null): JobRecord {
  const record = withBudget(given, books, from);
  const { condition } = record;
  if (record.kind !== 'order' || !isUnsigned(record)) return record;
  const { proposal } = record.payload;
  switch (condition.state) {
    case 'queued':
      return {
        ...record,
        condition: { ...condition, wait: 'consent', notBefore: null, problem: asks(proposal) },
      };
    case 'preparing':
    case 'armed':
    case 'committed':
      throw mainError('unsigned', ref('proposals.unsigned'));
    default:
      // It ended, or sent.log knows in an older copy of the data that it was sent.
      return record;
  }
}

/**
 * An order that the budget signed and that it does not cover any more is unsigned again, while it waits and
 * in the transaction before its last byte.
 */
function withBudget(record: JobRecord, books: BudgetBooks, from: JobState | null): JobRecord {
  const proposal = record.kind === 'order' && record.payload.proposal;
  if (record.kind !== 'order' || !proposal || proposal.budget === undefined) return record;
  const { state } = record.condition;
  const isDecided = state === 'queued' || (state === 'committed' && from === 'armed');
  if (!isDecided || isCovered(books, record)) return record;
  const { budget: _, ...left } = proposal;
  const { payload, offer, createdAt } = record;
  return {
    ...record,
    payload: { ...payload, proposal: { ...left, signedAt: null } },
    offer: offer ?? offerAsAgreed(payload.agreement, createdAt),
  };
}

const asks = ({ by, why }: Pick<Proposal, 'by' | 'why'> = { by: '', why: '' }): Problem =>
  mainProblem('unsigned', ref('proposals.asks', { by, why }));
