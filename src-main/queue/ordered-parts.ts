/** Which models an order was for, and at which price, as it was agreed: what "Order again" compares with. */
import type { OrderedPart } from '../../src-shared/ipc/order-view.ts';
import type { OrderLine } from '../../src-shared/jobs/job.ts';
import type { JobRecord } from '../db/job-record.ts';

/** Lines whose upload left no model are left out. */
export const orderedParts = (
  lines: readonly OrderLine[],
  jobOf: (id: string) => JobRecord | null,
): OrderedPart[] =>
  lines.flatMap(({ source, materialId, unitPrice }) => {
    const model = modelOf(source, jobOf);
    return model ? [{ ...model, materialId, unitPrice }] : [];
  });

function modelOf(source: OrderLine['source'], jobOf: (id: string) => JobRecord | null) {
  if ('modelId' in source) return { modelId: source.modelId, version: source.version ?? null };
  const upload = jobOf(source.uploadJobId);
  if (upload?.kind !== 'upload' || upload.result === null) return null;
  return { modelId: upload.result.modelId, version: upload.result.modelVersion };
}
