/** The rows of orders, the input for new ones, and the statements that write them. */
import { Prepared } from './prepared.ts';
import { type NewRow, type Row, tables } from './schema.ts';

export type OrderRow = Row<'print_order'>;
export type OrderProductRow = Row<'order_product'>;
export type ShipmentRow = Row<'shipment'>;
export type OrderWithProducts = OrderRow & {
  readonly products: readonly OrderProductRow[];
  readonly shipments: readonly ShipmentRow[];
};

export type NewOrder = Omit<
  NewRow<'print_order'>,
  'order_id' | 'status' | 'subtotal_cents' | 'fee_cents' | 'created_at'
>;
export type NewProduct = Omit<
  OrderProductRow,
  'order_product_id' | 'order_id' | 'processing' | keyof typeof untouched
>;

/** The columns of an order's address by their names on the wire. */
export const addressColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  country: 'country',
  state: 'state',
  city: 'city',
  address1: 'address1',
  address2: 'address2',
  address3: 'address3',
  zipCode: 'zip_code',
  phoneNumber: 'phone_number',
} as const;

/** The texts by which orders can be filtered. */
export const filterColumns = { ...addressColumns, email: 'email' } as const;

/**
 * Filters of GET /orders/<orderId>/v1 by column. All given filters must match [Assumption: order-filters]. A
 * text matches as a whole, ignoring the case of A to Z and surrounding blanks
 * [Assumption: order-filter-match].
 */
export type OrderFilters = Partial<Record<(typeof filterColumns)[keyof typeof filterColumns], string>> & {
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

/** The columns of a table except its id. */
const columnsOf = <T extends keyof typeof tables, Id extends string>(table: T, id: Id) =>
  Object.keys(tables[table]).filter((name) => name !== id) as Exclude<
    keyof (typeof tables)[T] & string,
    Id
  >[];

export const orderColumns = columnsOf('print_order', 'order_id');
export const productColumns = columnsOf('order_product', 'order_product_id');

/** An order product whose copies are all still `processing`. */
export const untouched = { in_production: 0, complete: 0, cancelled: 0, rejection_json: null };

/** Placeholders in the order of the columns. They are not null, which Kysely would write into the SQL. */
const blank = <C extends string>(columns: readonly C[]) =>
  Object.fromEntries(columns.map((column) => [column, 0])) as Record<C, never>;

export const insertOrder = new Prepared<{ order_id: number }>((db) =>
  db.insertInto('print_order').values(blank(orderColumns)).returning('order_id'),
);
export const insertProduct = new Prepared<{ order_product_id: number }>((db) =>
  db.insertInto('order_product').values(blank(productColumns)).returning('order_product_id'),
);
const ledgerColumns = columnsOf('ledger', 'entry_id');
export const insertLedger = new Prepared<unknown>((db) =>
  db.insertInto('ledger').values([blank(ledgerColumns), blank(ledgerColumns), blank(ledgerColumns)]),
);
