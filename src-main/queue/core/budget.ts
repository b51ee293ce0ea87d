/**
 * The budget of programs: whether it covers an order, counted inside the transaction that decides about the
 * order. An order takes its whole total, with fee and shipping, from the month in which it was made. It gives
 * that back only when it is proven that nothing was bought.
 */
import {
  type AgentBudget,
  agentBudgetSchema,
  type BudgetUse,
} from '../../../src-shared/jobs/agent-budget.ts';
import type { Agreement } from '../../../src-shared/jobs/agreement-schema.ts';
import { isWarning } from '../../../src-shared/jobs/job-group.ts';
import { orderSum } from '../../../src-shared/jobs/order-sum.ts';
import { isLostRecord } from '../../../src-shared/jobs/state.ts';
import { isOpen, roundMoney } from '../../../src-shared/units/money.ts';
import type { EvidenceStore } from '../../db/evidence-store.ts';
import type { JobRecord, OrderRecord } from '../../db/job-record.ts';
import type { JobStore } from '../../db/job-store.ts';
import type { Meta } from '../../db/meta.ts';
import type { ReconcileStore } from '../../db/reconcile-store.ts';
import { intact, withSum } from '../../db/row-sum.ts';

const key = 'agent-budget';

/** The parts of the ledger that a budget reads and writes. */
export interface BudgetBooks {
  readonly meta: Pick<Meta, 'get' | 'set'>;
  readonly jobs: Pick<JobStore, 'paidBetween'>;
  readonly evidence: Pick<EvidenceStore, 'attemptsOf'>;
  readonly reconciliation: Pick<ReconcileStore, 'watchesOf'>;
}

/** Null: none was allowed, or it is damaged. */
function readBudget({ meta }: BudgetBooks): AgentBudget | null {
  try {
    const row = intact(JSON.parse(meta.get(key) ?? 'null') ?? undefined);
    return agentBudgetSchema.nullable().catch(null).parse(row);
  } catch {
    return null;
  }
}

export const storeBudget = ({ meta }: Pick<BudgetBooks, 'meta'>, budget: AgentBudget | null): void =>
  meta.set(key, budget === null ? '' : JSON.stringify(withSum(budget)));

export function budgetUse(books: BudgetBooks, now: number): BudgetUse {
  const budget = readBudget(books);
  return budget && { budget, used: takenInMonth(books, budget.currency, now, null) };
}

/** The budget signed it, and not a person. */
export const isWithinBudget = ({ kind, payload }: JobRecord): boolean =>
  kind === 'order' && 'proposal' in payload && payload.proposal?.budget !== undefined;

/** What the order takes from the budget; null: a part of it is not known. */
export function totalToCover({ parts, currency, shipping, extras }: Agreement): number | null {
  // What an incentive code does to the total, only the service knows.
  if (shipping.price === null || extras.incentives.length > 0) return null;
  return orderSum({ amount: parts, currency, isLimit: false }, shipping.price).amount;
}

/** Whether the budget, as it is now, pays for the order beside all others of its month. */
export function isCovered(books: BudgetBooks, order: OrderRecord): boolean {
  const budget = readBudget(books);
  const { agreement, lines } = order.payload;
  const total = totalToCover(agreement);
  if (budget === null || total === null) return false;
  if (order.accountId !== budget.accountId || agreement.currency !== budget.currency) return false;
  // A person looks at what reading a file left out or guessed.
  if (lines.some((line) => isOpen(line) || (line.doubts ?? []).length > 0)) return false;
  const { materials, perOrder, perMonth } = budget;
  if (materials !== null && lines.some(({ materialId }) => !materials.includes(materialId))) return false;
  if (total > perOrder) return false;
  const taken = takenInMonth(books, budget.currency, order.createdAt, order.id);
  return taken !== null && roundMoney(taken + total, budget.currency) <= perMonth;
}

/** By all orders of the month of `at` but `except`. Null: a damaged record may hide one. */
function takenInMonth(
  books: BudgetBooks,
  currency: string,
  at: number,
  except: string | null,
): number | null {
  const day = new Date(at);
  const from = new Date(day.getFullYear(), day.getMonth(), 1).getTime();
  const to = new Date(day.getFullYear(), day.getMonth() + 1, 1).getTime();
  let taken = 0;
  for (const record of books.jobs.paidBetween(from, to)) {
    if (record === null || isLostRecord(record.condition)) return null;
    if (record.kind !== 'order' || record.id === except || gaveBack(books, record)) continue;
    const { budget } = record.payload.proposal ?? {};
    if (budget?.currency === currency) taken = roundMoney(taken + budget.total, currency);
  }
  return taken;
}

/**
 * Nothing was bought: it never went, or the service refused it and its lists were compared with that since.
 */
function gaveBack(
  { evidence, reconciliation }: BudgetBooks,
  { id, condition, result }: OrderRecord,
): boolean {
  const { state } = condition;
  if ((state !== 'cancelled' && state !== 'rejected') || result !== null || isWarning(condition))
    return false;
  return evidence.attemptsOf(id).length === 0 || (state === 'rejected' && reconciliation.watchesOf(id) > 0);
}
