/** Draws the record of an order as PDF: no more than is known, with the status at that time. */
import type { ShippingAddress } from '../../src-shared/api/orders.ts';
import { serviceDay } from '../../src-shared/api/service-day.ts';
import type { OrderRecord } from '../../src-shared/ipc/order-record.ts';
import { agreedPart, type OrderView } from '../../src-shared/ipc/order-view.ts';
import { sumLabel } from '../../src-shared/jobs/order-sum.ts';
import { harmless, shown } from '../../src-shared/messages/foreign-text.ts';
import type { Messages } from '../../src-shared/messages/messages.ts';
import { lineTotal } from '../../src-shared/units/money.ts';
import { missingSign, type Sheet, type TextStyle } from './sheet.ts';
import {
  addressText,
  type Cell,
  muted,
  newSheet,
  normal,
  refusedColour,
  SheetWriter,
  small,
} from './sheet-writer.ts';

export async function drawOrderRecord(record: OrderRecord, messages: Messages): Promise<Uint8Array> {
  const { t } = messages;
  const sheet = await newSheet(t('orders.order', { id: String(record.order.orderId) }), record, messages);
  return new RecordWriter(sheet, record, messages).write();
}

const counters = ['complete', 'in_production', 'processing', 'cancelled'] as const;

const strong: TextStyle = { ...normal, bold: true };

class RecordWriter extends SheetWriter {
  readonly #record: OrderRecord;

  constructor(sheet: Sheet, record: OrderRecord, messages: Messages) {
    super(sheet, messages);
    this.#record = record;
  }

  async write(): Promise<Uint8Array> {
    const { t, format } = this.messages;
    const { account, asOf } = this.#record;
    this.heading(this.sheet.title, 400);
    this.facts(this.#facts());
    this.y += 8;
    if (account.host === null) this.sandbox();
    this.#parts();
    this.#amounts();
    this.y += 8;
    const notes = [
      t('orders.record.asOf', { time: format.datedInZone(asOf) }),
      t('orders.record.noInvoice'),
      ...(this.sheet.hasMissing ? [t('quote.missingSigns', { sign: missingSign })] : []),
    ];
    for (const note of notes) this.paragraph(note, { ...normal, colour: muted }, 2);
    this.footers(shown(account.name));
    return this.sheet.end();
  }

  #facts(): [string, string][] {
    const { t, format } = this.messages;
    const { account, madeAt, order, agreement } = this.#record;
    const day = (written: string) => {
      const date = serviceDay(written);
      return date === null ? shown(written) : format.day(date.getTime());
    };
    const rows: [string, string | null][] = [
      [t('orders.record.status'), t(`orders.status.${order.status}`)],
      [
        t('orders.placed'),
        order.placedAt === null ? t('orders.elsewhere') : format.datedInZone(order.placedAt),
      ],
      [t('orders.reprintFrom'), order.reprintOf === undefined ? null : String(order.reprintOf)],
      [t('orders.plannedToShip'), day(order.targetShipDate)],
      [t('orders.arrivesBy'), day(order.targetDeliveryDate)],
      [t('orders.reference'), order.refNumber && shown(order.refNumber)],
      [t('orders.recipient'), agreement ? addressText(addressOf(agreement.address, this.messages)) : null],
      [t('quote.shipping'), agreement ? t(`cart.shipping.${agreement.shipping.option}`) : null],
      ...(agreement?.extras.metadata ?? []).map(({ name, value }): [string, string] => [
        shown(name),
        shown(value),
      ]),
      ...order.shipments.map(({ carrier, shipDate, trackingNumber }): [string, string] => [
        t('orders.record.parcel'),
        [shown(carrier), day(shipDate), shown(trackingNumber)].filter(Boolean).join(', '),
      ]),
      [t('quote.account'), shown(account.name)],
      [t('quote.service'), account.host === null ? null : shown(account.host)],
      [t('orders.record.madeAt'), format.datedInZone(madeAt)],
    ];
    return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
  }

  /** As the service lists them; while it lists none, as they were agreed. */
  #parts(): void {
    const { t, format } = this.messages;
    const { order, agreement } = this.#record;
    const currency = agreement?.currency ?? order.currency;
    const money = (amount: number | undefined) =>
      amount === undefined || currency === null ? '–' : format.money({ amount, currency });
    const row = (part: Cell, quantity: number, each: number | undefined, state: string) => ({
      cells: [
        part,
        [[state, normal]],
        [[format.integer(quantity), normal]],
        [[money(each), normal]],
        [
          [
            money(
              each === undefined
                ? undefined
                : lineTotal({ unitPrice: each, quantity, currency: currency ?? '' }),
            ),
            strong,
          ],
        ],
      ] satisfies Cell[],
    });
    const rows =
      order.items.length > 0
        ? order.items.map((item) => {
            const [model] = item.models;
            const agreed = item.models.length === 1 && model ? agreedPart(order.agreed, model) : undefined;
            return row(this.#part(item), item.quantity, agreed?.unitPrice, this.#state(item));
          })
        : (agreement?.lines ?? []).map((line, at) => {
            const part: Cell = [
              [shown(line.title), strong],
              [shown(line.materialTitle), small],
            ];
            const each = agreement?.found?.unitPrices[at] ?? line.unitPrice ?? undefined;
            return row(part, line.quantity, each, t('orders.noProgress'));
          });
    if (rows.length === 0) {
      this.paragraph(t('orders.noParts'), normal, 4);
      return;
    }
    this.table(
      [
        { title: t('quote.column.part'), at: [0, 200] },
        { title: t('orders.record.status'), at: [208, 112] },
        { title: t('quote.column.quantity'), at: [328, 38, 'right'] },
        { title: t('quote.column.each'), at: [372, 70, 'right'] },
        { title: t('quote.column.total'), at: [447, 64, 'right'] },
      ],
      rows,
    );
  }

  #part({ title, description, models }: OrderView['items'][number]): Cell {
    const { t } = this.messages;
    const reasons = models.flatMap(({ rejectionReasons }) => rejectionReasons);
    return [
      [shown(title || t('orders.untitled')), strong],
      ...(description === '' ? [] : [[harmless(description), small] as const]),
      ...reasons.map(
        (reason) =>
          [`${t('orders.rejected')}: ${harmless(reason)}`, { ...small, colour: refusedColour }] as const,
      ),
    ];
  }

  #state({ status }: OrderView['items'][number]): string {
    const { t } = this.messages;
    const texts = counters
      .filter((name) => status[name] > 0)
      .map((name) => t(`orders.progress.${name}`, { amount: status[name] }));
    return texts.join(', ') || t('orders.noProgress');
  }

  #amounts(): void {
    const { t, format, say } = this.messages;
    const {
      order: { sum },
      charged,
    } = this.#record;
    if (sum === undefined) return;
    const { currency, parts, fee, shipping, isLimit } = sum;
    const money = (amount: number) => format.money({ amount, currency });
    const total = isLimit ? t('ui.costsAtMost', { amount: sum }) : money(sum.amount);
    this.amounts([
      [t('queue.parts'), money(parts), false],
      [t('quote.fee'), money(fee), false],
      [t('quote.shipping'), shipping === null ? t('queue.notKnown') : money(shipping), false],
      [say(sumLabel(sum)) ?? '', total, true],
      ...(charged === undefined ? [] : [[t('orders.charged'), money(charged), true] as const]),
    ]);
  }
}

const addressOf = (address: ShippingAddress, { format }: Messages): string => {
  const { firstName, lastName, address1, address2, address3, city, state, zipCode, country } = address;
  const name = /^[A-Z]{2}$/.test(country)
    ? new Intl.DisplayNames([format.locale], { type: 'region' }).of(country)
    : country;
  return [`${firstName} ${lastName}`, address1, address2, address3, `${zipCode} ${city}, ${state}`, name]
    .filter(Boolean)
    .join('\n');
};
