/**
 * Jobs: what the queue holds. One payload schema a kind; the states stand in `state.ts`.
 * The database, the queue, the contract and the window share these types.
 */
import { z } from 'zod';
import { shippingAddressSchema, shippingOptions } from '../api/orders.ts';
import { priceGeometrySchema } from '../api/price.ts';
import { type ChangeResult, changePayloadSchema, changeResultSchema } from './change.ts';

export const jobStates = [
  'queued',
  'preparing',
  'armed',
  'committed',
  'done',
  'rejected',
  'unknown',
  'ask',
  'cancelled',
  'abandoned',
  'poison',
] as const;
export type JobState = (typeof jobStates)[number];

/** States that nothing leaves any more. */
export const finalStates: ReadonlySet<JobState> = new Set([
  'done',
  'rejected',
  'cancelled',
  'abandoned',
  'poison',
]);

/**
 * Why a queued job does not move yet. `consent`: an unsent order whose price rose, or whose confirmation is
 * older than 24 h; `queue.confirm` lets it go on. `frozen`: the account was found to have one order twice, and no
 * other order of it is sent before a person has seen that.
 */
export const waitReasons = [
  'dependency',
  'network',
  'sign-in',
  'rate',
  'disk',
  'paused',
  'consent',
  'frozen',
] as const;
export type WaitReason = (typeof waitReasons)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Uploads one spooled file as a new model. */
export const uploadPayloadSchema = z.object({
  /** SHA-256 of the spooled bytes; names the file in the spool. */
  file: sha256,
  fileName: z.string().min(1).max(255),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** MD5 of the spooled bytes, compared with the service's answer. */
  md5: z.string().regex(/^[0-9a-f]{32}$/),
  /** Metres per file unit. */
  uploadScale: z.number().positive(),
  title: z.string().max(255),
});
export type UploadPayload = z.infer<typeof uploadPayloadSchema>;

/** A line of an order: a model that the service has, or an upload of this queue that will make it. */
export const orderLineSchema = z.object({
  source: z.union([
    z.object({ modelId: z.int().nonnegative() }),
    z.object({ uploadJobId: z.string().min(1) }),
  ]),
  materialId: z.int().nonnegative(),
  quantity: z.int().min(1).max(10_000),
  /** What the price is asked with again before sending. */
  geometry: priceGeometrySchema,
  /** What the user saw when confirming; kept for the record and the price guard. */
  title: z.string(),
  materialTitle: z.string(),
  unitPrice: z.number().nonnegative(),
});
export type OrderLine = z.infer<typeof orderLineSchema>;

/** Places one paid order. */
export const orderPayloadSchema = z.object({
  lines: z.array(orderLineSchema).min(1),
  address: shippingAddressSchema,
  shippingOption: z.enum(shippingOptions),
  incentives: z.array(z.string()).default([]),
  /** Total of the lines as the user saw and confirmed it, before shipping and tax. */
  confirmedTotal: z.number().nonnegative(),
  currency: z.string().length(3),
  /** Epoch ms of the confirmation. Older than 24 h asks again. */
  consentAt: z.int(),
  /**
   * The person agrees to a reference in an optional address line, by which the order is found again when its
   * answer is lost (reliability: R10 > T1) [Assumption: reference-line]. Absent: no.
   */
  referenceLine: z.boolean().optional(),
});
export type OrderPayload = z.infer<typeof orderPayloadSchema>;

export const uploadResultSchema = z.object({
  modelId: z.int(),
  modelVersion: z.int(),
  printable: z.string(),
});
export type UploadResult = z.infer<typeof uploadResultSchema>;
export const orderResultSchema = z.object({ orderId: z.int(), productionOrderIds: z.array(z.int()) });
export type OrderResult = z.infer<typeof orderResultSchema>;

export type JobResult = UploadResult | OrderResult | ChangeResult;

/** What the service asks now for an order that waits for a new consent. */
export const offerSchema = z.object({
  /** Sum of the lines, before shipping and tax; what `queue.confirm` has to repeat. */
  total: z.number().nonnegative(),
  currency: z.string().length(3),
  /** One a line, in the order of the lines. */
  unitPrices: z.array(z.number().nonnegative()),
  /** Epoch ms at which the service gave these prices. */
  quotedAt: z.int(),
});
export type Offer = z.infer<typeof offerSchema>;

/** `code` is stable; `message` is a whole sentence that says what happened and what to do. */
export const problemSchema = z.object({ code: z.string(), message: z.string() });
export type Problem = z.infer<typeof problemSchema>;

const common = {
  id: z.string(),
  accountId: z.string(),
  state: z.enum(jobStates),
  /** Set only while queued and held back. */
  wait: z.enum(waitReasons).nullable(),
  /** Epoch ms; before it the queue does not try. */
  notBefore: z.int().nullable(),
  attempt: z.int().nonnegative(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** Why it was rejected, or what is not known, in words; null while all is well. */
  problem: problemSchema.nullable(),
  /** Ids of jobs that must be done first. */
  dependsOn: z.array(z.string()),
  /** Lower goes first, then the older one. */
  priority: z.int().optional(),
  /** Epoch ms by which Fabdesk finds out by itself what became of an unknown job, as far as it can tell now. */
  knownBy: z.int().nullable().optional(),
};

/** A job as the window and the command line see it. */
export const jobSchema = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('upload'),
    payload: uploadPayloadSchema,
    result: uploadResultSchema.nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('order'),
    payload: orderPayloadSchema,
    result: orderResultSchema.nullable(),
    /** The price of now, while the order waits for consent; null otherwise. */
    offer: offerSchema.nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('change'),
    payload: changePayloadSchema,
    result: changeResultSchema.nullable(),
  }),
]);
export type Job = z.infer<typeof jobSchema>;
export type UploadJob = Extract<Job, { kind: 'upload' }>;
export type ChangeJob = Extract<Job, { kind: 'change' }>;
export type OrderJob = Extract<Job, { kind: 'order' }>;
