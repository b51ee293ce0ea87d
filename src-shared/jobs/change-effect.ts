/** Says what a change affects and makes. Without schemas, so that the window can import it at run time. */
import type { ChangePayload, ChangeResult } from './change.ts';

/** The kind of thing that a change makes at the service; null if it only changes something that exists. */
export function madeBy({ op }: Pick<ChangePayload, 'op'>): 'order' | 'model' | null {
  if (op === 'reprint') return 'order';
  return op === 'customise' ? 'model' : null;
}

/** The id of the order or model that a change affects; 0 if it only makes something. */
export function changedId(payload: ChangePayload): number {
  if ('orderId' in payload) return payload.orderId;
  return 'modelId' in payload ? payload.modelId : 0;
}

/** `order 1042`, `model 7`. */
export const thingOf = (kind: 'order' | 'model', id: number): string => `${kind} ${id}`;

/** The thing that a change is about, as `thingOf` names it. Changes of the same thing stay in order. */
export function changedThing(payload: ChangePayload): string {
  if (payload.op === 'customise') return 'customised-products';
  return thingOf('orderId' in payload ? 'order' : 'model', changedId(payload));
}

/** The result of a change. `made`: the id of the order or model that it made, if it makes one. */
export function changeResult(payload: ChangePayload, made: number): ChangeResult {
  const kind = madeBy(payload);
  return kind === null ? { remoteId: changedId(payload) } : { remoteId: made, made: kind };
}

/** Problem codes of a change that waits for an earlier one of the same thing, of unknown outcome, ... */
export const earlierChange = 'earlier-change';
/** ... a copy of it may still arrive late, ... */
export const earlierAttempt = 'earlier-attempt';
/** ... or the cart at the service does not show it yet. */
export const cartNotShown = 'cart-not-shown';
