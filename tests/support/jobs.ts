/** Records and payloads for tests of the database and the queue. */
import type { OrderRecord, UploadRecord } from '../../src-main/db/job-record.ts';
import { agreementOf } from '../../src-shared/jobs/agreement.ts';
import type { OrderPayload, UploadPayload } from '../../src-shared/jobs/job.ts';
import { noExtras } from '../../src-shared/jobs/order-extras.ts';
import { newCondition } from '../../src-shared/jobs/state.ts';
import { cubicMetres, metres, squareMetres } from '../../src-shared/units/units.ts';
import { nlAddress } from './address.ts';

export const cube = {
  volume: cubicMetres(1e-6),
  area: squareMetres(6e-4),
  xBoundMin: metres(0),
  xBoundMax: metres(0.01),
  yBoundMin: metres(0),
  yBoundMax: metres(0.01),
  zBoundMin: metres(0),
  zBoundMax: metres(0.01),
};

export const uploadPayload: UploadPayload = {
  file: 'ab'.repeat(32),
  fileName: 'bracket.stl',
  size: 684,
  md5: 'cd'.repeat(16),
  uploadScale: 0.001,
  title: 'bracket',
};

export const address = nlAddress;

/** The order with the agreement that such lines would have had. */
export function agreed(order: Omit<OrderPayload, 'agreement'>): OrderPayload {
  const { currency, confirmedParts, consentAt } = order;
  const lines = order.lines.map((line) => ({ ...line, currency, file: null, uploadScale: null }));
  const facts = { accountId: 'local', mark: undefined, consent: null, agreedAt: consentAt };
  const agreement = agreementOf({ ...order, lines, extras: noExtras }, facts);
  return { ...order, agreement: { ...agreement, parts: confirmedParts } };
}

export const orderPayload: OrderPayload = agreed({
  lines: [
    {
      source: { modelId: 12 },
      materialId: 6,
      quantity: 2,
      geometry: cube,
      title: 'bracket',
      materialTitle: 'White Strong & Flexible',
      unitPrice: 4.5,
    },
  ],
  address,
  shippingOption: 'Cheapest',
  confirmedParts: 9,
  currency: 'USD',
  consentAt: 1_000,
});

const common = (id: string) => ({
  id,
  accountId: 'local',
  priority: 10,
  condition: newCondition,
  dependsOn: [],
  mark: `M${id}`,
  requestKey: null,
  createdAt: 1_000,
  updatedAt: 1_000,
});

export const uploadRecord = (id: string, changes: Partial<UploadRecord> = {}): UploadRecord => ({
  ...common(id),
  kind: 'upload',
  lane: 'upload',
  payload: uploadPayload,
  result: null,
  ...changes,
});

export const orderRecord = (id: string, changes: Partial<OrderRecord> = {}): OrderRecord => ({
  ...common(id),
  kind: 'order',
  lane: 'paid',
  payload: orderPayload,
  result: null,
  offer: null,
  ...changes,
});
