/**
 * Makes the agreement of an order that is about to be placed. The queue stores it, sends nothing else, and
 * compares it with the service just before the commit gate (reliability: I13). Window and command line show
 * the same parts before, from the functions that it uses. Pure, and without zod, for the window.
 */
import { feeAmount } from '../api/fee.ts';
import type { ShippingAddress } from '../api/orders.ts';
import { isOpen, totalOf } from '../units/money.ts';
import type { AgreedLine, Agreement } from './agreement-schema.ts';
import { addReference, markToCome } from './reference-line.ts';

/** An order as it is about to be placed. */
export interface AgreedOrder {
  readonly lines: readonly {
    readonly file: AgreedLine['file'];
    readonly uploadScale: number | null;
    readonly source:
      | NonNullable<AgreedLine['model']>
      | { readonly uploadJobId: string }
      | { readonly toUpload: string }
      | null;
    readonly title: string;
    readonly materialId: number;
    readonly materialTitle: string;
    readonly quantity: number;
    readonly unitPrice: number | null;
    readonly limit?: number | null | undefined;
    readonly estimate?: AgreedLine['estimate'];
    readonly base?: number | null | undefined;
    readonly markup?: number | null | undefined;
    readonly currency: string;
  }[];
  readonly address: ShippingAddress;
  readonly shippingOption: Agreement['shipping']['option'];
  readonly shippingPrice?: number | null | undefined;
  readonly extras: Agreement['extras'];
  /** Missing: the sum of the lines. With open prices, the person may have agreed to less than that. */
  readonly confirmedParts?: number;
  readonly maxTotal?: number | undefined;
}

export interface AgreementFacts {
  readonly accountId: string;
  /** The order's mark; null: not drawn yet, dots stand for it. Undefined: the order has no reference. */
  readonly mark: string | null | undefined;
  readonly consent: Agreement['consent'];
  readonly agreedAt: number;
  readonly tolerance?: number;
}

export function agreementOf(
  order: AgreedOrder,
  { accountId, mark, consent, agreedAt, tolerance = 0 }: AgreementFacts,
): Agreement {
  const { address, shippingOption, shippingPrice = null, extras, maxTotal } = order;
  const currency = order.lines[0]?.currency ?? '';
  const sum = totalOf(order.lines, currency);
  const parts = order.lines.some(isOpen) ? (order.confirmedParts ?? sum) : sum;
  return {
    accountId,
    lines: order.lines.map(agreedLine),
    currency,
    parts,
    fee: feeAmount(parts, currency),
    // Only some services state it in advance.
    shipping: { option: shippingOption, price: shippingPrice },
    extras,
    address: { ...address },
    reference: mark === undefined ? null : addReference(address, mark ?? markToCome),
    consent,
    agreedAt,
    ...(tolerance > 0 && { tolerance }),
    ...(maxTotal !== undefined && { maxTotal }),
  };
}

function agreedLine(line: AgreedOrder['lines'][number]): AgreedLine {
  const { file, uploadScale, source, title, materialId, materialTitle, quantity, unitPrice } = line;
  const model = file === null && source !== null && 'modelId' in source ? source : null;
  return {
    title,
    file: file && { sha256: file.sha256, md5: file.md5, size: file.size, name: file.name },
    uploadScale,
    model: model && { modelId: model.modelId, version: model.version ?? null, md5: model.md5 ?? null },
    materialId,
    materialTitle,
    quantity,
    unitPrice,
    ...(unitPrice === null && { limit: line.limit ?? 0, estimate: line.estimate ?? null }),
    // A model that is uploaded for this order has no markup [Assumption: new-model-price].
    base: line.base ?? (file === null ? null : unitPrice),
    markup: line.markup ?? (file === null ? null : 0),
  };
}
