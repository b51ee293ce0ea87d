/** The rows of orders, what is given for a new one, and the statements that write them. */
import type { Insertable, Selectable } from 'kysely';
import { Prepared } from './prepared.ts';
import type { OrderProductTable, PrintOrderTable, ShipmentTable } from './schema.ts';

export type OrderRow = Selectable<PrintOrderTable>;
export type OrderProductRow = Selectable<OrderProductTable>;
export type ShipmentRow = Selectable<ShipmentTable>;
export type OrderWithProducts = OrderRow & {
  readonly products: readonly OrderProductRow[];
  readonly shipments: readonly ShipmentRow[];
};

export type NewOrder = Omit<
  Insertable<PrintOrderTable>,
  'order_id' | 'status' | 'subtotal_cents' | 'fee_cents' | 'created_at'
>;
export type NewProduct = Pick<
  OrderProductRow,
  | 'model_id'
  | 'model_version'
  | 'material_id'
  | 'title'
  | 'material_title'
  | 'spin'
  | 'sha256'
  | 'quantity'
  | 'unit_price_cents'
>;

/**
 * Filters of GET /orders/<orderId>/v1 by column. All given filters must match [Assumption: order-filters]. A text
 * matches as a whole, ignoring the case of A to Z and surrounding blanks [Assumption: order-filter-match].
 */
export type OrderFilters = Partial<
  Record<
    | 'first_name'
    | 'last_name'
    | 'country'
    | 'state'
    | 'city'
    | 'address1'
    | 'address2'
    | 'address3'
    | 'zip_code'
    | 'phone_number'
    | 'email',
    string
  >
> & {
  readonly orderIds?: readonly number[];
  /** Epoch ms: leaves out later orders. */
  readonly before?: number;
};

export interface PlacedOrder {
  readonly orderId: number;
  readonly productIds: readonly number[];
}

/** Why nothing was reprinted; `left` copies still can be. */
export type RefusedReprint =
  | { readonly refused: 'cancelled' }
  | { readonly refused: 'limit'; readonly left: number };

export const orderColumns = [
  'account_id',
  'client_id',
  'status',
  'first_name',
  'last_name',
  'country',
  'state',
  'city',
  'address1',
  'address2',
  'address3',
  'zip_code',
  'phone_number',
  'email',
  'shipping_option',
  'payment_method',
  'incentives_json',
  'metadata_json',
  'subtotal_cents',
  'fee_cents',
  'target_ship_at',
  'target_delivery_at',
  'reprint_of',
  'shipping_cents',
  'created_at',
] as const;

/** An order product whose copies are all still `processing`. */
export const untouched = { in_production: 0, complete: 0, cancelled: 0, rejection_json: null };

export const productColumns = [
  'order_id',
  'model_id',
  'model_version',
  'material_id',
  'title',
  'material_title',
  'spin',
  'sha256',
  'quantity',
  'unit_price_cents',
  'processing',
  'in_production',
  'complete',
  'cancelled',
  'rejection_json',
] as const;

/** Placeholders in the order of the columns. Not null, which Kysely would write into the SQL. */
const blank = <C extends string>(columns: readonly C[]) =>
  Object.fromEntries(columns.map((column) => [column, 0])) as Record<C, never>;

export const insertOrder = new Prepared<{ order_id: number }>((db) =>
  db.insertInto('print_order').values(blank(orderColumns)).returning('order_id'),
);
export const insertProduct = new Prepared<{ order_product_id: number }>((db) =>
  db.insertInto('order_product').values(blank(productColumns)).returning('order_product_id'),
);
const ledgerColumns = ['order_id', 'kind', 'cents', 'created_at'] as const;
export const insertLedger = new Prepared<unknown>((db) =>
  db.insertInto('ledger').values([blank(ledgerColumns), blank(ledgerColumns), blank(ledgerColumns)]),
);
