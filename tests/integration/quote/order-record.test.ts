/** The record of an order as PDF, written by the real thread and read by another program. */
import { expect, it } from 'vitest';
import { writePdf } from '../../../src-main/quote-document/write-pdf.ts';
import { orderRecordSchema } from '../../../src-shared/ipc/order-record.ts';
import { agreedSum } from '../../../src-shared/jobs/order-sum.ts';
import { readPdf } from '../../support/pdf-text.ts';
import { orderJob, orderView } from '../../support/samples.ts';

const madeAt = Date.UTC(2026, 10, 28, 12);
const account = { name: 'Studio', host: 'prints.example' };
const write = async (record: object, language: 'en' | 'de' = 'en') => {
  const parsed = orderRecordSchema.parse({ madeAt, asOf: madeAt - 60_000, account, ...record });
  const { pages, title } = await readPdf(
    await writePdf({ record: parsed, language, locale: language === 'en' ? 'en-US' : 'de-DE' }),
  );
  return { text: pages.join(' ').replaceAll(/\s+/g, ' '), title };
};

it('A record has what was agreed, parts, address, dates, parcels and what was charged.', async () => {
  const { payload } = orderJob();
  const { address, lines } = payload.agreement;
  const order = orderView({
    orderId: 1042,
    status: 'shipped',
    placedAt: madeAt - 86_400_000,
    sum: agreedSum(payload),
    currency: payload.currency,
    shipments: [{ shipmentId: 1, shipDate: '2026-11-27', carrier: 'UPS', trackingNumber: '1Z999' }],
  });
  const { text, title } = await write({ order, agreement: payload.agreement, charged: 61.3 });
  expect(title).toBe('Order 1042');
  for (const part of [
    'Status Shipped',
    `${address.firstName} ${address.lastName}`,
    address.address1,
    'UPS, Nov 27, 2026, 1Z999',
    'Charged in the end $61.30',
    'This is a record of the order, not an invoice.',
    order.items[0]?.title || lines[0]!.title,
  ])
    expect(text).toContain(part);
});

it('A record of an order from elsewhere says no more than is known.', async () => {
  const { text } = await write({ order: orderView({ orderId: 7, items: [] }) }, 'de');
  expect(text).toContain('Bestellung 7');
  expect(text).toContain('führt die Teile noch nicht auf');
  expect(text).not.toContain('Am Ende bezahlt');
  expect(text).not.toContain('undefined');
});
