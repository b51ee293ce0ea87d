/**
 * Orders and jobs as an agent may see them: what is listed here and nothing else. No name, address, key or
 * reference of an order is among it.
 */
import type { OrderView } from '../../../src-shared/ipc/order-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { jobGroup } from '../../../src-shared/jobs/job-group.ts';
import { agreedSum } from '../../../src-shared/jobs/order-sum.ts';
import { proposalLasts } from '../../../src-shared/jobs/proposal-lasts.ts';

export const orderOf = ({ orderId, status, placedAt, targetShipDate, items, shipments, sum }: OrderView) => ({
  orderId,
  status,
  placedAt: time(placedAt),
  targetShipDate,
  total: sum ? { amount: sum.amount, currency: sum.currency, shipping: sum.shipping } : null,
  items: items.map(({ title, quantity, status: copies, models }) => ({
    title,
    quantity,
    copies,
    models: models.map(({ modelId, materialId, rejectionReasons }) => ({
      modelId,
      materialId,
      rejectionReasons,
    })),
  })),
  shipments: shipments.map(({ carrier, shipDate }) => ({ carrier, shipDate })),
});

export function jobOf(job: Job) {
  const { id: jobId, kind, state, wait, createdAt, problem } = job;
  return {
    jobId,
    kind,
    state,
    wait,
    createdAt: time(createdAt),
    needsPerson: jobGroup(job) === 'needs-you',
    // A service may write a part of the address into its reason.
    problem:
      problem &&
      (kind === 'order' ? { code: problem.code } : { code: problem.code, message: problem.message }),
    ...(job.kind === 'upload' && { file: job.payload.fileName }),
    ...(job.kind === 'order' && orderedOf(job)),
  };
}

function orderedOf({ payload, result }: Extract<Job, { kind: 'order' }>) {
  const { amount, currency, shipping } = agreedSum(payload);
  const { proposal, agreement } = payload;
  return {
    orderId: result?.orderId ?? null,
    lines: agreement.lines.map(({ title, materialId, materialTitle, quantity, unitPrice, file }) => ({
      title,
      materialId,
      materialTitle,
      quantity,
      unitPrice,
      sha256: file?.sha256 ?? null,
    })),
    shippingOption: payload.shippingOption,
    total: { amount, currency, shipping },
    proposal: proposal
      ? {
          by: proposal.by,
          why: proposal.why,
          proposedAt: time(proposal.proposedAt),
          endsAt: time(proposal.proposedAt + proposalLasts),
          signedAt: time(proposal.signedAt),
          signedByBudget: proposal.budget ?? null,
        }
      : null,
  };
}

const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
