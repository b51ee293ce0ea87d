/** Calls about the queue and its jobs. */
import { z } from 'zod';
import { agentBudgetSchema, budgetUseSchema } from '../../jobs/agent-budget.ts';
import { jobSchema } from '../../jobs/job.ts';
import { proposerSchema } from '../../jobs/proposal.ts';
import { messageRefSchema } from '../../messages/schema.ts';
import { accountId, hasKey, id, requestDigest } from '../ids.ts';
import { placeOrderSchema } from '../place-order.ts';
import { spooledFileSchema } from '../spooled-file.ts';
import { call } from '../wire.ts';
import { done, nothing } from './empty.ts';

const jobId = z.object({ jobId: id });

export const queueCalls = {
  'queue.list': call.read(nothing, z.array(jobSchema)),
  /** Whether a check at the service runs or is due, for a lost answer or an order; also of ended jobs. */
  'queue.checking': call.read(nothing, z.object({ checking: z.boolean() })),
  'queue.enqueueUpload': call.write(
    z.object({
      accountId,
      file: spooledFileSchema,
      uploadScale: z.number().positive(),
      title: z.string().trim().min(1).max(255),
    }),
    jobSchema,
  ),
  /** Queues the missing uploads of the lines and then the order, in one transaction. */
  'queue.placeOrder': call.write(placeOrderSchema, z.object({ order: jobSchema }), hasKey),
  /**
   * Queues an order that nothing is sent of before a person signs it with `queue.confirm`, unless it goes to
   * the saved address and the budget covers it. Every price has to be known. Fails with `proposals-too-many`.
   */
  'queue.propose': call.write(
    placeOrderSchema.omit({ fromCart: true, hasLimit: true }).extend({ proposer: proposerSchema }),
    z.object({ order: jobSchema }),
    hasKey,
  ),
  /** The proposer takes its proposal back. Fails with `proposal-ended` if signed, ended or another's. */
  'queue.withdraw': call.write(z.object({ jobId: id, by: proposerSchema.shape.by }), done),
  'queue.budget': call.read(nothing, budgetUseSchema),
  /**
   * What programs may order without a signature: only what a person operates may call it. `costsMoney`: the
   * person knows that the account is not the local print service; fails with `confirmation-needed` otherwise.
   */
  'queue.setBudget': call.write(
    z.object({ budget: agentBudgetSchema.nullable(), costsMoney: z.boolean().default(false) }),
    budgetUseSchema,
  ),
  /** The order that `queue.placeOrder` made with this key; null if there is none. Fails with `key-used`. */
  'queue.orderWithKey': call.read(
    z.object({ requestKey: z.string().min(1).max(100), requestDigest }),
    z.object({ order: jobSchema.nullable() }),
  ),
  /** Cancels a job that was certainly not sent. Fails with `too-late` for any other. */
  'queue.cancel': call.write(jobId, done),
  /** Tries a waiting job now. */
  'queue.retry': call.write(jobId, done),
  /**
   * The user's decision about a job whose outcome is unknown. Only `place-again` sends it again. It is
   * possible only in state `ask`, and for an order only with the amount that it will cost: fails with
   * `total-differs`, or with `found-meanwhile` if a last check finds the order.
   */
  'queue.resolve': call.write(
    z.object({
      jobId: id,
      verdict: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('it-is'), remoteId: z.int().nonnegative() }),
        z.object({ kind: z.literal('abandon') }),
        z.object({ kind: z.literal('place-again'), confirmedTotal: z.number().nonnegative().optional() }),
      ]),
    }),
    done,
  ),
  /** Moves a job before or behind all others that wait. An order takes its uploads with it. */
  'queue.prioritize': call.write(z.object({ jobId: id, place: z.enum(['first', 'last']) }), done),
  /** Holds a waiting job until `queue.retry`. */
  'queue.hold': call.write(jobId, done),
  /** Everything that is known about a job, without secrets: a document to keep, and a name for its file. */
  'queue.evidence': call.read(
    jobId,
    z.object({ fileName: z.string(), document: z.record(z.string(), z.unknown()) }),
  ),
  /** A person saw the warning of a finished job (a duplicate order); paid work of its account continues. */
  'queue.acknowledge': call.write(jobId, done),
  /**
   * A new consent for an order whose price rose or whose consent is too old, and a person's signature on a
   * proposal: only what a person operates may call it. A reprint has no total.
   */
  'queue.confirm': call.write(
    z.object({ jobId: id, confirmedTotal: z.number().nonnegative().optional() }),
    done,
  ),
  /** The things at the service that could be the outcome of an unknown job. */
  'queue.candidates': call.read(
    jobId,
    z.array(
      z.object({
        remoteId: z.int(),
        /** In English, unless it is its owner's own. */
        title: z.string(),
        titleText: messageRefSchema.optional(),
        detail: z.string(),
        detailText: messageRefSchema.optional(),
      }),
    ),
  ),
} as const;
