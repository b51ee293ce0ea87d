/**
 * A budget: what programs may order without a signature, as a person allowed it in the window or at a
 * terminal. The queue's transaction counts it (src-main/queue/core/budget.ts).
 */
import { z } from 'zod';

const amount = z.number().positive().max(1_000_000);

export const agentBudgetSchema = z.object({
  /** Only orders of this account. */
  accountId: z.string().min(1).max(200),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** With fee and shipping, before tax and customs. */
  perOrder: amount,
  /** The same, for all orders of a calendar month of this computer. */
  perMonth: amount,
  /** Ids of the materials; null: any. */
  materials: z.array(z.int().nonnegative()).max(1000).nullable(),
});
export type AgentBudget = z.infer<typeof agentBudgetSchema>;

/** The budget, and how much of this month's has gone. Null: there is none. */
export const budgetUseSchema = z
  .object({
    budget: agentBudgetSchema,
    /** Null: a damaged record hides it, and nothing is ordered within the budget this month. */
    used: z.number().nonnegative().nullable(),
  })
  .nullable();
export type BudgetUse = z.infer<typeof budgetUseSchema>;
