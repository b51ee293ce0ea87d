/**
 * Jobs: the entries of the queue. There is one payload schema per kind; `state.ts` has the states. The
 * database, the queue, the contract and the window share these types.
 */
import { z } from 'zod';
import { shippingAddressSchema, shippingOptions } from '../api/orders.ts';
import { priceGeometrySchema } from '../api/price.ts';
import { readErrorCode } from '../error-codes.ts';
import { mostDoubts } from '../geometry/doubts.ts';
import { messageRefSchema } from '../messages/schema.ts';
import type { AppError } from '../result.ts';
import {
  agreementSchema,
  existingModelSchema,
  md5Schema,
  offerSchema,
  openPrice,
  sha256Schema,
} from './agreement-schema.ts';
import { type ChangeResult, changePayloadSchema, changeResultSchema } from './change.ts';
import { proposalSchema } from './proposal.ts';

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

/** States that a job never leaves. */
export const finalStates: ReadonlySet<JobState> = new Set([
  'done',
  'rejected',
  'cancelled',
  'abandoned',
  'poison',
]);

/**
 * Why a queued job is held back. `consent`: the price of an unsent order rose, or its confirmation is older
 * than 24 h; `queue.confirm` releases it. `terms`: rights and terms of the account were not confirmed.
 * `frozen`: an order of the account exists twice, and no other order of the account is sent until a person
 * has acknowledged that.
 */
export const waitReasons = [
  'dependency',
  'network',
  'sign-in',
  'rate',
  'disk',
  'paused',
  'consent',
  'terms',
  'frozen',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** Uploads one spooled file as a new model. */
export const uploadPayloadSchema = z.object({
  /** SHA-256 of the spooled bytes, which is also the name of the file in the spool. */
  file: sha256Schema,
  fileName: z.string().min(1).max(255),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** MD5 of the spooled bytes, compared with the service's answer. */
  md5: md5Schema,
  /** Metres per file unit. */
  uploadScale: z.number().positive(),
  title: z.string().max(255),
});
export type UploadPayload = z.infer<typeof uploadPayloadSchema>;

/** A model that the service has, or the job that uploads it. */
export const modelSourceSchema = z.union([existingModelSchema, z.object({ uploadJobId: z.string().min(1) })]);

/** A line of an order: a model that the service has, or an upload in this queue that will make it. */
export const orderLineSchema = z.object({
  source: z.union([
    ...modelSourceSchema.options,
    /** A proposal has the spooled bytes, whose upload is queued when a person signs. */
    z.object({ toUpload: sha256Schema }),
  ]),
  materialId: z.int().nonnegative(),
  quantity: z.int().min(1).max(10_000),
  /** The measures with which the price is asked again; null for a service's model, which has its price. */
  geometry: priceGeometrySchema.nullable(),
  /** The title that the user saw when confirming; stored for the record and for the price check. */
  title: z.string(),
  materialTitle: z.string(),
  ...openPrice,
  /** Remarks on what reading left out or guessed. Missing: nothing. */
  doubts: z.array(messageRefSchema).max(mostDoubts).optional(),
  /** Its upload has been repeated once, because the model of an earlier one was not what was agreed. */
  replaced: z.boolean().optional(),
});
export type OrderLine = z.infer<typeof orderLineSchema>;

/** Places one paid order. */
export const orderPayloadSchema = z.object({
  lines: z.array(orderLineSchema).min(1),
  address: shippingAddressSchema,
  shippingOption: z.enum(shippingOptions),
  /** Sum of the lines as the user confirmed it, before fee, shipping and tax. Open prices: at most that. */
  confirmedParts: z.number().nonnegative(),
  currency: z.string().length(3),
  /** Epoch ms of the confirmation. After 24 h it is asked for again. */
  consentAt: z.int(),
  /** Epoch ms since when the order waits until the service has measured its models. Missing: never. */
  measuringSince: z.int().optional(),
  /** SHA-256 of what was asked for under the caller's key. Missing: the key alone counts. */
  requestDigest: z.string().optional(),
  agreement: agreementSchema,
  /** A program prepared the order; missing: a person placed it. */
  proposal: proposalSchema.optional(),
});
export type OrderPayload = z.infer<typeof orderPayloadSchema>;

export { type Offer, offerSchema } from './agreement-schema.ts';

export const uploadResultSchema = z.object({
  modelId: z.int(),
  modelVersion: z.int(),
  printable: z.string(),
});
export type UploadResult = z.infer<typeof uploadResultSchema>;
export const orderResultSchema = z.object({
  orderId: z.int(),
  productionOrderIds: z.array(z.int()),
  /** The page that the service suggested after the order (`receiptAddress`). Missing: none, or not known. */
  receipt: z.string().optional(),
  /** The service does not have this order under its number: it was reset since, or never had it. */
  isGone: z.boolean().optional(),
});
export type OrderResult = z.infer<typeof orderResultSchema>;

export type JobResult = UploadResult | OrderResult | ChangeResult;

const plainProblemSchema = z.object({
  code: z.string().transform(readErrorCode),
  message: z.string(),
  text: messageRefSchema.optional(),
});

/**
 * Why a job waits or failed. `code` is stable; `message` says in English what happened and what to do, and
 * `text` says it in any language. `reason`, in a warning about an ended job: why the job itself was not done;
 * it stays when a person has seen the warning.
 */
export const problemSchema: z.ZodType<Problem> = plainProblemSchema.extend({
  reason: plainProblemSchema.optional(),
}) as z.ZodType<Problem>;
export interface Problem extends Pick<AppError, 'code' | 'message' | 'text'> {
  readonly reason?: Pick<AppError, 'code' | 'message' | 'text'>;
}

const common = {
  id: z.string(),
  accountId: z.string(),
  state: z.enum(jobStates),
  /** Set only while the job is queued and held back. */
  wait: z.enum(waitReasons).nullable(),
  /** Epoch ms before which the queue does not try the job. */
  notBefore: z.int().nullable(),
  attempt: z.int().nonnegative(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** Why the job was rejected, or what is not known; null if there is no problem. */
  problem: problemSchema.nullable(),
  /** Ids of jobs that must be done first. */
  dependsOn: z.array(z.string()),
  /** Lower numbers go first, and older jobs among equals. */
  priority: z.int().optional(),
  /** Epoch ms by which Fabdesk will know the outcome of an unknown job, according to what it knows now. */
  knownBy: z.int().nullable().optional(),
  /** Whether what the service said about an ended order or cancellation was compared with what it lists. */
  isCompared: z.boolean().optional(),
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
    /** The current price while the order waits for consent, otherwise null. */
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
