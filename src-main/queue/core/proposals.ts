/**
 * The ends of a proposal: a person or a budget signs it, its proposer takes it back, or it ends after 24
 * hours. A person declines it as any order is cancelled.
 */
import type { AgentBudget } from '../../../src-shared/jobs/agent-budget.ts';
import { isUnsigned } from '../../../src-shared/jobs/job-group.ts';
import type { Proposal } from '../../../src-shared/jobs/proposal.ts';
import { proposalLasts } from '../../../src-shared/jobs/proposal-lasts.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import type { OrderRecord } from '../../db/job-record.ts';
import { mainError, mainProblem } from '../../main-error.ts';
import { agreedAnew } from './agreed.ts';
import { isCovered, isWithinBudget, storeBudget, totalToCover } from './budget.ts';
import { allDone } from './dependencies.ts';
import { consentOn, type EnqueueOptions, payloadOf, uploadFor, uploadsOf } from './enqueue.ts';
import type { Ledger } from './ledger.ts';
import { withdrawnConsent } from './withdraw-consents.ts';

/** Orders that wait and that the new budget does not cover wait for a person from now on. */
export function setBudget(ledger: Ledger, budget: AgentBudget | null): void {
  ledger.write(() => {
    storeBudget(ledger, budget);
    for (const { id } of ledger.jobs.withState(['queued']).filter(isWithinBudget))
      ledger.amend(id, (job) => job);
  });
}

/** Signs a new proposal if a budget covers it; call it in the transaction that stores the proposal. */
export function signWithinBudget(order: OrderRecord, options: EnqueueOptions): void {
  const total = totalToCover(order.payload.agreement);
  if (total === null || !isCovered(options.ledger, order)) return;
  signProposal(order, options, { total, currency: order.payload.currency });
}

/**
 * Queues the uploads of the proposal and lets it go, in one transaction. The caller has compared the total.
 * `budget`: the budget signs, not a person. Throws `proposal-ended`.
 */
export function signProposal(order: OrderRecord, options: EnqueueOptions, budget?: Proposal['budget']): void {
  const { ledger, clock } = options;
  const { payload, offer, accountId } = order;
  const { proposal } = payload;
  const now = clock.now();
  if (!proposal || offer === null || isOver(order, now))
    throw mainError('proposal-ended', ref('proposals.over'));
  ledger.write(() => {
    const lines = payload.lines.map((line, at) => {
      if (!('toUpload' in line.source)) return line;
      const { file = null, uploadScale = null, title = '' } = payload.agreement.lines[at] ?? {};
      // The bytes that were proposed are those of the agreement, or nothing is sent.
      if (uploadScale === null || file?.sha256 !== line.source.toUpload)
        throw mainError('order-differs', ref('proposals.over'));
      const { upload } = uploadFor(options, accountId, payloadOf(file, file.md5, uploadScale, title));
      return { ...line, source: { uploadJobId: upload.id } };
    });
    const dependsOn = uploadsOf(lines);
    const rewrite = (): OrderRecord => {
      const agreed = agreedAnew({ ...order, dependsOn, payload: { ...payload, lines } }, offer, now);
      const consent = consentOn(options.consentAt?.(accountId));
      return {
        ...agreed,
        payload: {
          ...agreed.payload,
          // In an older copy of the data, the newer one may have sent it: that is asked once more.
          consentAt: payload.consentAt === withdrawnConsent ? withdrawnConsent : now,
          // What it costs at last must be known, and not more than the budget counts.
          agreement: { ...agreed.payload.agreement, consent, ...(budget && { maxTotal: budget.total }) },
          proposal: { ...proposal, signedAt: now, ...(budget && { budget }) },
        },
      };
    };
    if (allDone(ledger, { dependsOn })) ledger.change(order.id, { type: 'release' }, { rewrite });
    else
      ledger.change(
        order.id,
        { type: 'hold', wait: 'dependency', notBefore: null, problem: null },
        { rewrite },
      );
  });
}

/** Throws `no-such-job`, and `proposal-ended` unless it is this proposer's and unsigned. */
export function withdrawProposal(jobId: string, by: string, ledger: Ledger): void {
  ledger.write(() => {
    const record = ledger.require(jobId);
    const isOwn = record.kind === 'order' && record.payload.proposal?.by === by;
    if (!isOwn || record.condition.state !== 'queued' || !isUnsigned(record))
      throw mainError('proposal-ended', ref('proposals.notYours'));
    ledger.change(jobId, { type: 'fail-dependency', problem: withdrawn });
  });
}

/**
 * Ends the proposals that nobody signed in time. Returns how long the next one has, ms; null: there is none.
 */
export function endOldProposals(ledger: Ledger, now: number): number | null {
  const open = unsignedOf(ledger);
  for (const { id } of open.filter((job) => isOver(job, now)))
    ledger.change(id, { type: 'fail-dependency', problem: expired });
  const left = open.filter((job) => !isOver(job, now)).map((job) => proposedAt(job) + proposalLasts - now);
  return left.length === 0 ? null : Math.min(...left);
}

/** SHA-256 of the spool files that unsigned proposals name; no upload names them yet. */
export const proposedFiles = (ledger: Ledger): string[] =>
  unsignedOf(ledger).flatMap(({ payload }) =>
    payload.lines.flatMap(({ source }) => ('toUpload' in source ? [source.toUpload] : [])),
  );

/** Each of them waits for the person's consent. */
const unsignedOf = (ledger: Ledger): OrderRecord[] =>
  ledger.jobs.held('consent', null).filter((job): job is OrderRecord => isUnsigned(job));

const proposedAt = ({ payload, createdAt }: OrderRecord) => payload.proposal?.proposedAt ?? createdAt;

/** The clock may have been moved in either direction. */
const isOver = (order: OrderRecord, now: number): boolean =>
  Math.abs(now - proposedAt(order)) > proposalLasts;

const expired = mainProblem('proposal-ended', ref('proposals.expired'));
const withdrawn = mainProblem('proposal-ended', ref('proposals.withdrawn'));
