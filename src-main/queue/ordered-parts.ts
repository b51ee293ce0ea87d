/**
 * Which models an order was for, at which price, and with which remarks, as it was agreed: what "Order again"
 * compares with.
 */
import type { OrderedPart } from '../../src-shared/ipc/order-view.ts';
import type { OrderLine, OrderPayload } from '../../src-shared/jobs/job.ts';
import { foundPrices } from '../../src-shared/jobs/order-cost.ts';
import type { JobRecord } from '../db/job-record.ts';

/** Lines whose upload left no model, and those whose price never became known, are left out. */
export function orderedParts(payload: OrderPayload, jobOf: (id: string) => JobRecord | null): OrderedPart[] {
  const found = foundPrices(payload);
  return payload.lines.flatMap(({ source, materialId, unitPrice: agreed, doubts }, at) => {
    const model = modelOf(source, jobOf);
    const unitPrice = found?.[at] ?? agreed;
    if (!model || unitPrice === null) return [];
    return [{ ...model, materialId, unitPrice, ...(doubts && { doubts }) }];
  });
}

function modelOf(source: OrderLine['source'], jobOf: (id: string) => JobRecord | null) {
  if ('modelId' in source) return { modelId: source.modelId, version: source.version ?? null };
  const upload = jobOf(source.uploadJobId);
  if (upload?.kind !== 'upload' || upload.result === null) return null;
  return { modelId: upload.result.modelId, version: upload.result.modelVersion };
}
