/** The conditions for a proposal, and the offer that a person then signs. */
import type { Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import type { Offer } from '../../../src-shared/jobs/job.ts';
import { isUnsigned } from '../../../src-shared/jobs/job-group.ts';
import { offeredSum } from '../../../src-shared/jobs/order-sum.ts';
import { mostProposals } from '../../../src-shared/jobs/proposal.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { isOpen, type PricedLine } from '../../../src-shared/units/money.ts';
import { mainError } from '../../main-error.ts';
import type { Ledger } from './ledger.ts';

/** Throws `no-price`, `proposals-too-many`. */
export function requireProposable(
  ledger: Ledger,
  { lines }: { readonly lines: readonly PricedLine[] },
): void {
  if (lines.some(isOpen)) throw mainError('no-price', ref('proposals.noPrice'));
  if (ledger.jobs.held('consent', null).filter(isUnsigned).length >= mostProposals)
    throw mainError('proposals-too-many', ref('proposals.tooMany', { most: mostProposals }));
}

/** The prices of the agreement, for a person to repeat. */
export function offerAsAgreed({ lines, currency, parts, shipping }: Agreement, now: number): Offer {
  const offered = { parts, currency, shippingPrice: shipping.price };
  return {
    ...offered,
    total: offeredSum(offered).amount,
    unitPrices: lines.map(({ unitPrice }) => unitPrice ?? 0),
    models: lines.map(({ base, markup, model }) => ({
      base,
      markup,
      version: model?.version ?? null,
      md5: model?.md5 ?? null,
    })),
    quotedAt: now,
  };
}
