/** Who proposed an order, why, and whether the budget signed it. */
import { ref } from '../messages/messages.ts';
import type { Proposal } from './proposal.ts';

export const proposalText = ({ by, why, budget }: Proposal) =>
  budget === undefined
    ? ref('proposals.from', { by, why })
    : ref('proposals.withinBudget', {
        by,
        why,
        total: { amount: budget.total, currency: budget.currency },
      });
