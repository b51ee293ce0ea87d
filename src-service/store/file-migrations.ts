/** Migrations of `migrations.ts` that are about files and about indexes. */
import { type Kysely, sql } from 'kysely';

/** The contents that are to be removed (`files/unused-files.ts`). */
export const unusedFiles = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('unused_file')
    .addColumn('sha256', 'text', (c) => c.primaryKey())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('claim', 'text')
    .addColumn('claimed_at', 'bigint')
    .execute();
  await db.schema.createIndex('unused_file_by_time').on('unused_file').column('since').execute();
};

/** For what a service with many orders would otherwise look for in a whole table (tests/long/million-orders.test.ts). */
export const indexes = async (db: Kysely<unknown>): Promise<void> => {
  const columns: readonly (readonly [name: string, table: string, columns: readonly string[]])[] = [
    ['ledger_by_order', 'ledger', ['order_id']],
    ['print_order_by_account_status', 'print_order', ['account_id', 'status']],
    ['reprint_by_product', 'reprint', ['of_product_id']],
    ['shipment_by_tracking', 'shipment', ['tracking_number']],
    ['cart_item_by_model', 'cart_item', ['model_id']],
    ['application_by_account', 'application', ['account_id']],
    ['access_token_by_expiry', 'access_token', ['expires_at']],
    ['session_by_expiry', 'session', ['expires_at']],
    ['oauth1_token_by_expiry', 'oauth1_token', ['expires_at']],
    ['oauth1_nonce_by_time', 'oauth1_nonce', ['timestamp']],
  ];
  for (const [name, table, of] of columns)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...of])
      .execute();
  await db.schema
    .createIndex('model_file_to_measure')
    .on('model_file')
    .column('model_id')
    .where(sql<boolean>`geometry_json is null`)
    .execute();
};
