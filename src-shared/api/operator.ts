/**
 * The operator's interface of the print service that comes with Fabdesk: what an operator can do, and what
 * the service answers. Not part of the public interface. Shared by the service, the app and the command line.
 */
import { z } from 'zod';
import { id, list, text } from './wire.ts';

export const faultKinds = [
  /** The connection breaks before anything is done. */
  'drop-before',
  /** Everything is done and committed; the answer never leaves. */
  'drop-after',
  /** `status` (500, 503, 429, ...) before anything is done. */
  'status-before',
  /** Everything is done and committed; the answer is `status`. */
  'status-after',
  /** The answer is delayed by `delayMs`. */
  'slow-answer',
  /** The body is read only after `delayMs`. */
  'slow-upload',
  /** The access token is expired from now on. */
  'expired-token',
  /** Lists leave out entries younger than `staleSeconds`. */
  'stale-lists',
  /** Half of the answer's body is sent, then the connection breaks. */
  'truncated-body',
] as const;

export const faultRuleSchema = z.object({
  kind: z.enum(faultKinds),
  method: z.string().toUpperCase().optional(),
  /** The beginning of the path, such as `/orders`. */
  path: z.string().startsWith('/').optional(),
  /** How many calls it affects. */
  times: z.int().min(1).max(1_000_000).prefault(1),
  status: z.int().min(400).max(599).prefault(503),
  delayMs: z.int().min(0).max(600_000).prefault(1000),
  staleSeconds: z.int().min(1).max(86_400).prefault(60),
});
export type FaultRule = z.infer<typeof faultRuleSchema>;

/** The clock only moves forward, by at most a leap year at once. */
export const advanceSchema = z.object({
  seconds: z
    .number()
    .min(0)
    .max(366 * 24 * 3600),
});

const ofOrder = { orderId: id };
export const completeSchema = z.object({ orderProductId: id.optional() });
/** Without a product, every unfinished product is rejected. */
export const rejectSchema = z.object({
  orderProductId: id.optional(),
  reasons: z.array(text).min(1),
  affectedMaterials: list(id),
});

export const operatorActionSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('look') }),
  advanceSchema.extend({ act: z.literal('advance') }),
  z.object({ act: z.literal('start'), ...ofOrder }),
  completeSchema.extend({ act: z.literal('complete'), ...ofOrder }),
  z.object({ act: z.literal('ship'), ...ofOrder }),
  rejectSchema.extend({ act: z.literal('reject'), ...ofOrder }),
  z.object({ act: z.literal('lose'), ...ofOrder }),
  z.object({ act: z.literal('find'), ...ofOrder }),
  z.object({ act: z.literal('add-fault'), fault: faultRuleSchema }),
  z.object({ act: z.literal('clear-faults') }),
]);
export type OperatorAction = z.infer<typeof operatorActionSchema>;

const productSchema = z.object({
  orderProductId: z.int(),
  title: z.string(),
  materialTitle: z.string(),
  quantity: z.int(),
  processing: z.int(),
  inProduction: z.int(),
  complete: z.int(),
  cancelled: z.int(),
  rejectionReasons: z.array(z.string()),
});

/** The answer to every action: the state of the service afterwards, with the last 100 orders, newest first */
export const operatorStateSchema = z.object({
  /** ISO 8601. */
  now: z.string(),
  /** How far the service's clock is ahead of the computer's. */
  clockOffsetSeconds: z.number(),
  faults: z.array(faultRuleSchema.extend({ left: z.int() })),
  orders: z.array(
    z.object({
      orderId: z.int(),
      status: z.string(),
      /** Epoch ms. */
      createdAt: z.number(),
      lastName: z.string(),
      products: z.array(productSchema),
      shipments: z.array(z.object({ carrier: z.string(), trackingNumber: z.string(), shipDate: z.number() })),
    }),
  ),
});
export type OperatorState = z.infer<typeof operatorStateSchema>;

export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export function operatorRequest(action: OperatorAction): OperatorRequest {
  switch (action.act) {
    case 'look':
      return { method: 'GET', path: '/state' };
    case 'advance':
      return { method: 'POST', path: '/clock', body: { seconds: action.seconds } };
    case 'add-fault':
      return { method: 'POST', path: '/faults', body: action.fault };
    case 'clear-faults':
      return { method: 'DELETE', path: '/faults' };
    default: {
      const { act, orderId, ...body } = action;
      return { method: 'POST', path: `/orders/${orderId}/${act}`, body };
    }
  }
}
