/**
 * How long a job waits until the service has measured a model [Assumption: measuring-lasts]: an order of the
 * model, or a product that is made from it.
 */
import type { Job } from './job.ts';

/** ms */
export const measuringLasts = 15 * 60_000;

/** Epoch ms, of a job that has waited since `since`. */
export const measuringEnds = (since: number): number => since + measuringLasts;

type JobContent = Job extends infer J ? (J extends Job ? Pick<J, 'kind' | 'payload'> : never) : never;

/** The field in which such a job notes since when it waits, epoch ms; null if the kind never waits so. */
export function measuringWaitOf({
  kind,
  payload,
}: JobContent): { readonly measuringSince?: number | undefined } | null {
  if (kind === 'order') return payload;
  return kind === 'change' && payload.op === 'customise' ? payload : null;
}
