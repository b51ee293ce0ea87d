/**
 * The books of a print service: what must add up in its database and on its disk, whatever was called, and in
 * whatever order. Reads the database of a running service on a connection of its own, and changes nothing.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../src-service/fleet/postgres-address.ts';
import type { Database, Row } from '../../src-service/store/schema.ts';
import { feeOf } from '../../src-shared/api/fee.ts';
import { inDatabase, inPostgres, onPostgres, type Query } from './stores/test-database.ts';
import { storedContents } from './stores/test-files.ts';

const spinBase = 100_000_000;
const mostApplications = 100;

interface Books {
  readonly orders: readonly Row<'print_order'>[];
  readonly products: readonly Row<'order_product'>[];
  readonly ledger: readonly Row<'ledger'>[];
  readonly shipments: readonly Row<'shipment'>[];
  readonly reprints: readonly Row<'reprint'>[];
  readonly models: readonly Row<'model'>[];
  readonly files: readonly Row<'model_file'>[];
  readonly photos: readonly Row<'photo'>[];
  readonly cart: readonly Row<'cart_item'>[];
}

/** Everything that does not add up, in words; empty if all is well. */
export function faultsInBooks(dataDir: string): Promise<string[]> {
  // One transaction, so that no write of the running service comes between the reads.
  return inDatabase(dataDir, (query) => faultsFound(query, dataDir));
}

/** The same, for a service whose database is at this address. */
export const faultsIn = (address: DatabaseAddress, dataDir: string): Promise<string[]> =>
  inPostgres(address, (query) => faultsFound(query, dataDir));

const faultsFound = async (query: Query, dataDir: string): Promise<string[]> => [
  ...(await faultsOfDatabase(query)),
  ...faultsOf(await readBooks(query), await storedContents(dataDir)),
];

async function readBooks(query: Query): Promise<Books> {
  const all = <T>(table: keyof Database) => query<T>(`select * from ${table}`);
  return {
    orders: await all('print_order'),
    products: await all('order_product'),
    ledger: await all('ledger'),
    shipments: await all('shipment'),
    reprints: await all('reprint'),
    models: await all('model'),
    files: await all('model_file'),
    photos: await all('photo'),
    cart: await all('cart_item'),
  };
}

async function faultsOfDatabase(query: Query): Promise<string[]> {
  // PostgreSQL checks references itself, whatever a connection has set.
  const loose = onPostgres ? [] : await query<{ table: string }>('pragma foreign_key_check');
  const crowded = await query<{ account_id: number; count: number }>(
    'select account_id, count(*) as count from application group by account_id having count(*) > ?',
    mostApplications,
  );
  return [
    ...loose.map(({ table }) => `A row of ${table} refers to nothing.`),
    ...crowded.map(({ account_id, count }) => `Account ${account_id} has ${count} applications.`),
  ];
}

function faultsOf(books: Books, stored: ReadonlyMap<string, number>): string[] {
  const products = Map.groupBy(books.products, (row) => row.order_id);
  const ledger = Map.groupBy(books.ledger, (row) => row.order_id);
  const shipments = Map.groupBy(books.shipments, (row) => row.order_id);
  const reprints = new Map(books.reprints.map((row) => [row.order_id, row]));
  return [
    ...books.products.flatMap(faultsOfProduct),
    ...books.orders.flatMap((order) => {
      const own = products.get(order.order_id) ?? [];
      return [
        ...faultsOfMoney(order, own, ledger.get(order.order_id) ?? []),
        ...faultsOfStatus(order, own, shipments.get(order.order_id)?.length ?? 0),
        ...((order.reprint_of === null) === reprints.has(order.order_id)
          ? [`Order ${order.order_id} is half a reprint.`]
          : []),
      ];
    }),
    ...faultsOfReprints(books),
    ...faultsOfModels(books),
    ...faultsOfContents(books, stored),
  ];
}

function faultsOfProduct(row: Row<'order_product'>): string[] {
  const counts = [row.processing, row.in_production, row.complete, row.cancelled];
  const sum = counts.reduce((total, count) => total + count, 0);
  const whole = counts.every((count) => Number.isInteger(count) && count >= 0);
  return whole && sum === row.quantity && row.quantity > 0
    ? []
    : [`Product ${row.order_product_id} has ${counts.join(' + ')} of ${row.quantity} copies.`];
}

function faultsOfMoney(
  order: Row<'print_order'>,
  products: readonly Row<'order_product'>[],
  ledger: readonly Row<'ledger'>[],
): string[] {
  const id = order.order_id;
  const booked = (kind: Row<'ledger'>['kind']) =>
    ledger.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.cents, 0);
  const price = products.reduce((sum, row) => sum + row.quantity * row.unit_price_cents, 0);
  const kept = products.reduce((sum, row) => sum + (row.quantity - row.cancelled) * row.unit_price_cents, 0);
  const isCancelled = order.status === 'cancelled';
  const expect = (what: string, found: number, wanted: number) =>
    found === wanted ? [] : [`Order ${id}: ${what} is ${found} cents, and should be ${wanted}.`];
  const wrongSigns = ledger.filter((row) => (row.kind.includes('refund') ? row.cents > 0 : row.cents < 0));
  const charges = ledger.filter((row) => !row.kind.includes('refund')).map((row) => row.kind);
  return [
    ...wrongSigns.map((row) => `Order ${id}: the ${row.kind} of ${row.cents} cents has the wrong sign.`),
    ...(charges.sort().join() === 'charge,fee,shipping'
      ? []
      : [`Order ${id} was charged for ${charges.join(', ') || 'nothing'}.`]),
    ...expect('the price of its parts', order.subtotal_cents, price),
    ...expect('the fee', order.fee_cents, feeOf(price)),
    ...expect('the charge', booked('charge'), price),
    ...expect('the charged fee', booked('fee'), feeOf(price)),
    ...expect('the charged shipping', booked('shipping'), order.shipping_cents),
    ...expect('the charge after refunds', booked('charge') + booked('refund'), kept),
    ...expect('the fee after refunds', booked('fee') + booked('fee-refund'), feeOf(kept)),
    ...expect(
      'shipping after refunds',
      booked('shipping') + booked('shipping-refund'),
      isCancelled ? 0 : order.shipping_cents,
    ),
  ];
}

function faultsOfStatus(
  { order_id, status }: Row<'print_order'>,
  products: readonly Row<'order_product'>[],
  shipments: number,
): string[] {
  const open = products.some((row) => row.processing + row.in_production > 0);
  const started = products.some((row) => row.in_production + row.complete > 0);
  const cancelled = products.every((row) => row.cancelled === row.quantity);
  const rules: readonly (readonly [boolean, string])[] = [
    [products.length > 0, 'has no products'],
    [
      cancelled === (status === 'cancelled'),
      `is ${status}, and ${cancelled ? 'all' : 'not all'} of it is cancelled`,
    ],
    [status !== 'placed' || !started, 'is placed, and has been started'],
    [status !== 'in_production' || started, 'is in production, and has not been started'],
    [status !== 'shipped' || !open, 'is shipped, and parts of it are open'],
    [shipments === (status === 'shipped' ? 1 : 0), `is ${status} with ${shipments} parcels`],
  ];
  return rules.filter(([holds]) => !holds).map(([, why]) => `Order ${order_id} ${why}.`);
}

/** Free copies: only of what was paid, and never more. */
function faultsOfReprints({ orders, products, reprints }: Books): string[] {
  const orderOf = new Map(orders.map((row) => [row.order_id, row]));
  const productOf = new Map(products.map((row) => [row.order_product_id, row]));
  const productsOf = Map.groupBy(products, (row) => row.order_id);
  const copies = new Map<number, Row<'order_product'>[]>();
  const faults: string[] = [];
  for (const reprint of reprints) {
    const paid = productOf.get(reprint.of_product_id);
    const [copy, ...others] = productsOf.get(reprint.order_id) ?? [];
    if (!paid || !copy || others.length > 0) {
      faults.push(`Reprint ${reprint.order_id} is not one copy of one product.`);
      continue;
    }
    const [paidOrder, order] = [orderOf.get(paid.order_id), orderOf.get(copy.order_id)];
    if (paidOrder?.account_id !== order?.account_id)
      faults.push(`Reprint ${reprint.order_id} belongs to another account than what was paid.`);
    if (paidOrder?.reprint_of !== null)
      faults.push(`Reprint ${reprint.order_id} is counted as a copy of something that was free itself.`);
    if (copy.unit_price_cents !== 0) faults.push(`Reprint ${reprint.order_id} has a price.`);
    copies.set(paid.order_product_id, [...(copies.get(paid.order_product_id) ?? []), copy]);
  }
  for (const [id, of] of copies) {
    const paid = productOf.get(id)!;
    const free = of.reduce((sum, row) => sum + row.quantity - row.cancelled, 0);
    if (free > paid.quantity)
      faults.push(`Product ${id} was ordered ${paid.quantity} times and is reprinted ${free} times.`);
    const refunded = paid.cancelled === paid.quantity;
    if (refunded && of.some((row) => row.processing > 0 && row.in_production + row.complete === 0))
      if (orderOf.get(paid.order_id)?.status === 'cancelled')
        faults.push(`Product ${id} was refunded, and a free copy of it will be made.`);
  }
  return faults;
}

function faultsOfModels({ models, files, photos, cart }: Books): string[] {
  const versions = Map.groupBy(files, (row) => row.model_id);
  const modelOf = new Map(models.map((row) => [row.model_id, row]));
  return [
    ...models.flatMap((model) => {
      const own = (versions.get(model.model_id) ?? []).map((row) => row.version).sort((a, b) => a - b);
      const rules: readonly (readonly [boolean, string])[] = [
        [own.every((version, i) => version === i), `has the versions ${own.join(', ')}`],
        [
          own.length === model.latest_version + 1,
          `has ${own.length} files at version ${model.latest_version}`,
        ],
        [model.is_claimable === 0 || model.is_public + model.is_for_sale === 0, 'is claimable and open'],
        [(model.claim_key !== '') === (model.is_claimable === 1), 'has a claim key that does not fit'],
        [model.spin === String(spinBase + model.model_id), `has the product number ${model.spin}`],
      ];
      return rules.filter(([holds]) => !holds).map(([, why]) => `Model ${model.model_id} ${why}.`);
    }),
    ...photos
      .filter((photo) => !modelOf.has(photo.model_id))
      .map((photo) => `Photo ${photo.photo_id} belongs to no model.`),
    ...cart.flatMap((item) => [
      ...(modelOf.get(item.model_id)?.deleted_at === null
        ? []
        : [`The cart of account ${item.account_id} holds model ${item.model_id}, which was deleted.`]),
      ...(Number.isSafeInteger(item.quantity) && item.quantity > 0
        ? []
        : [`The cart of account ${item.account_id} holds ${item.quantity} copies.`]),
    ]),
  ];
}

/** Every content that is referred to is stored, whole. What is left over is found by `leftOverContents`. */
function faultsOfContents(books: Books, stored: ReadonlyMap<string, number>): string[] {
  const faults: string[] = [];
  for (const [sha256, { size, by }] of referredContents(books)) {
    const length = stored.get(sha256);
    if (length === undefined) faults.push(`The content of ${by} is missing.`);
    else if (size !== null && length !== size) faults.push(`The content of ${by} is damaged.`);
  }
  return faults;
}

function referredContents({ models, files, photos, products }: Books) {
  const alive = new Set(models.filter((row) => row.deleted_at === null).map((row) => row.model_id));
  const contents = new Map<string, { size: number | null; by: string }>();
  for (const row of products) contents.set(row.sha256, { size: null, by: `product ${row.order_product_id}` });
  for (const row of files)
    if (alive.has(row.model_id))
      contents.set(row.sha256, { size: row.content_length, by: `model ${row.model_id}` });
  for (const row of photos)
    if (alive.has(row.model_id))
      contents.set(row.sha256, { size: row.content_length, by: `photo ${row.photo_id}` });
  return contents;
}

/** Contents and incoming files that nothing refers to. Only a service at rest has none. */
export async function leftOverContents(dataDir: string): Promise<string[]> {
  const referred = referredContents(await inDatabase(dataDir, readBooks));
  const left = [...(await storedContents(dataDir)).keys()].filter((name) => !referred.has(name));
  const incoming = readdirSync(join(dataDir, 'uploads', 'incoming'));
  return [...left, ...incoming].map((name) => `Nothing refers to ${name}.`);
}
