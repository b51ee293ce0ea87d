/** The conditions for a proposal. */
import { isUnsigned } from '../../../src-shared/jobs/job-group.ts';
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
