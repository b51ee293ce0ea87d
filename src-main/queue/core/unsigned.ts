/**
 * The guard of every proposal, called by the ledger inside each of its transactions: without a person's
 * signature, an order never leaves its wait, whoever calls what in which order (reliability: I17).
 */
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { isUnsigned } from '../../../src-shared/jobs/job-group.ts';
import type { Proposal } from '../../../src-shared/jobs/proposal.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { JobRecord } from '../../db/job-record.ts';
import { mainError, mainProblem } from '../../main-error.ts';

/**
 * The record as it may be stored. An unsigned one that anything would release goes on waiting. Throws
 * `unsigned` for a step towards the service.
 */
export function withSignature(record: JobRecord): JobRecord {
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

const asks = ({ by, why }: Pick<Proposal, 'by' | 'why'> = { by: '', why: '' }): Problem =>
  mainProblem('unsigned', ref('proposals.asks', { by, why }));
