/** What a change is about and what it makes. Without schemas, so that the window may use it at run time. */
import type { ChangePayload, ChangeResult } from './change.ts';

/** What a change makes at the service; null where it only changes what is there. */
export const madeBy = (_payload: ChangePayload): 'order' | 'model' | null => null;

/** The order or model that a change is about. */
export const changedId = (payload: ChangePayload): number =>
  'orderId' in payload ? payload.orderId : payload.modelId;

/** `order 1042`, `model 7`: changes of the same thing do not overtake each other. */
export const changedThing = (payload: ChangePayload): string =>
  `${'orderId' in payload ? 'order' : 'model'} ${changedId(payload)}`;

/** The result of a change; `made`: the order or model that came of it, where it makes one. */
export function changeResult(payload: ChangePayload, made: number): ChangeResult {
  const kind = madeBy(payload);
  return kind === null ? { remoteId: changedId(payload) } : { remoteId: made, made: kind };
}
