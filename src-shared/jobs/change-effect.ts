/** What a change is about and what it makes. Without schemas, so that the window may use it at run time. */
import type { ChangePayload, ChangeResult } from './change.ts';

/** What a change makes at the service; null where it only changes what is there. */
export function madeBy({ op }: Pick<ChangePayload, 'op'>): 'order' | 'model' | null {
  if (op === 'reprint') return 'order';
  return op === 'customise' ? 'model' : null;
}

/** The order or model that a change is about; 0 for one that only makes something. */
export function changedId(payload: ChangePayload): number {
  if ('orderId' in payload) return payload.orderId;
  return 'modelId' in payload ? payload.modelId : 0;
}

/** `order 1042`, `model 7`: changes of the same thing do not overtake each other. */
export function changedThing(payload: ChangePayload): string {
  if (payload.op === 'customise') return 'customised products';
  return `${'orderId' in payload ? 'order' : 'model'} ${changedId(payload)}`;
}

/** The result of a change; `made`: the order or model that came of it, where it makes one. */
export function changeResult(payload: ChangePayload, made: number): ChangeResult {
  const kind = madeBy(payload);
  return kind === null ? { remoteId: changedId(payload) } : { remoteId: made, made: kind };
}

/** Codes of the problems of a change that waits for another one of the same thing: it is not settled yet, ... */
export const earlierChange = 'earlier-change';
/** ... a copy of it may still arrive late, ... */
export const earlierTry = 'earlier-try';
/** ... or the service's cart does not show it yet. */
export const cartNotShown = 'cart-not-shown';
