/**
 * The migrations of the database, in order. A released migration never changes, and none goes back. Written with
 * Kysely's schema builder, so that another dialect can run them.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasOneWriter } from './dialect.ts';
import { indexes, unusedFiles } from './file-migrations.ts';

/** The number that a model's id is added to. It belongs to a released migration, so it never changes. */
export const spinBase = 100_000_000;

const initial = async (db: Kysely<unknown>): Promise<void> => {
  const schema = db.schema;
  await schema
    .createTable('account')
    .addColumn('account_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('username', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('application')
    .addColumn('client_id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('sealed_secret', 'text')
    .addColumn('sealed_payment_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('access_token')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('application.client_id'))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('family', 'text')
    .execute();
  await schema
    .createTable('model')
    .addColumn('model_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('is_public', 'integer', (c) => c.notNull())
    .addColumn('is_claimable', 'integer', (c) => c.notNull())
    .addColumn('is_for_sale', 'integer', (c) => c.notNull())
    .addColumn('is_downloadable', 'integer', (c) => c.notNull())
    .addColumn('tags_json', 'text', (c) => c.notNull())
    .addColumn('materials_json', 'text', (c) => c.notNull())
    .addColumn('categories_json', 'text', (c) => c.notNull())
    .addColumn('default_material_id', 'integer')
    .addColumn('secret_key', 'text', (c) => c.notNull())
    .addColumn('claim_key', 'text', (c) => c.notNull())
    .addColumn('spin', 'text', (c) => c.notNull().unique())
    .addColumn('latest_version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await schema
    .createIndex('model_by_account')
    .on('model')
    .columns(['account_id', 'deleted_at', 'model_id'])
    .execute();
  await schema
    .createTable('model_file')
    .addColumn('model_id', 'integer', (c) => c.notNull().references('model.model_id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('content_length', 'bigint', (c) => c.notNull())
    .addColumn('md5', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('upload_scale', 'real')
    .addColumn('geometry_json', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_file_key', ['model_id', 'version'])
    .execute();
  await schema.createIndex('model_file_by_content').on('model_file').column('sha256').execute();
  await schema
    .createTable('print_order')
    .addColumn('order_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('client_id', 'text', (c) => c.notNull().references('application.client_id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('address1', 'text', (c) => c.notNull())
    .addColumn('address2', 'text', (c) => c.notNull())
    .addColumn('address3', 'text', (c) => c.notNull())
    .addColumn('zip_code', 'text', (c) => c.notNull())
    .addColumn('phone_number', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('shipping_option', 'text', (c) => c.notNull())
    .addColumn('payment_method', 'text', (c) => c.notNull())
    .addColumn('incentives_json', 'text', (c) => c.notNull())
    .addColumn('metadata_json', 'text', (c) => c.notNull())
    .addColumn('subtotal_cents', 'bigint', (c) => c.notNull())
    .addColumn('fee_cents', 'bigint', (c) => c.notNull())
    .addColumn('target_ship_at', 'bigint', (c) => c.notNull())
    .addColumn('target_delivery_at', 'bigint', (c) => c.notNull())
    .addColumn('reprint_of', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('print_order_by_account')
    .on('print_order')
    .columns(['account_id', 'order_id'])
    .execute();
  await schema
    .createTable('order_product')
    .addColumn('order_product_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('order_id', 'integer', (c) => c.notNull().references('print_order.order_id'))
    .addColumn('model_id', 'integer', (c) => c.notNull().references('model.model_id'))
    .addColumn('model_version', 'integer', (c) => c.notNull())
    .addColumn('material_id', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('material_title', 'text', (c) => c.notNull())
    .addColumn('spin', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('unit_price_cents', 'bigint', (c) => c.notNull())
    .addColumn('processing', 'integer', (c) => c.notNull())
    .addColumn('in_production', 'integer', (c) => c.notNull())
    .addColumn('complete', 'integer', (c) => c.notNull())
    .addColumn('cancelled', 'integer', (c) => c.notNull())
    .addColumn('rejection_json', 'text')
    .execute();
  await schema.createIndex('order_product_by_order').on('order_product').column('order_id').execute();
  await schema.createIndex('order_product_by_content').on('order_product').column('sha256').execute();
  await schema
    .createTable('ledger')
    .addColumn('entry_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('order_id', 'integer', (c) => c.notNull().references('print_order.order_id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('cents', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
};

const cartPhotosShipments = async (db: Kysely<unknown>): Promise<void> => {
  const schema = db.schema;
  await schema
    .createTable('cart_item')
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('model_id', 'integer', (c) => c.notNull().references('model.model_id'))
    .addColumn('material_id', 'integer', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('cart_item_key', ['account_id', 'model_id', 'material_id'])
    .execute();
  await schema
    .createTable('photo')
    .addColumn('photo_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('model_id', 'integer', (c) => c.notNull().references('model.model_id'))
    .addColumn('material_id', 'integer')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('content_length', 'bigint', (c) => c.notNull())
    .addColumn('md5', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('photo_by_model').on('photo').column('model_id').execute();
  await schema.createIndex('photo_by_content').on('photo').column('sha256').execute();
  await schema
    .createTable('shipment')
    .addColumn('shipment_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('order_id', 'integer', (c) => c.notNull().references('print_order.order_id'))
    .addColumn('ship_date', 'bigint', (c) => c.notNull())
    .addColumn('carrier', 'text', (c) => c.notNull())
    .addColumn('tracking_number', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('shipment_by_order').on('shipment').column('order_id').execute();
  await schema
    .createTable('reprint')
    .addColumn('order_id', 'integer', (c) => c.primaryKey().references('print_order.order_id'))
    .addColumn('of_product_id', 'integer', (c) => c.notNull().references('order_product.order_product_id'))
    .addColumn('reason_id', 'integer', (c) => c.notNull())
    .addColumn('comment', 'text', (c) => c.notNull())
    .execute();
  await schema
    .alterTable('print_order')
    .addColumn('shipping_cents', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
};

const settings = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('print_order_by_status').on('print_order').column('status').execute();
};

const authorization = async (db: Kysely<unknown>): Promise<void> => {
  const schema = db.schema;
  await schema
    .alterTable('application')
    .addColumn('redirect_uris_json', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await schema
    .alterTable('application')
    .addColumn('is_public', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('access_token_by_family').on('access_token').column('family').execute();
  await schema
    .createTable('authorization_code')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('application.client_id'))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('redirect_uri', 'text', (c) => c.notNull())
    .addColumn('code_challenge', 'text')
    .addColumn('family', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await schema
    .createTable('refresh_token')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('client_id', 'text', (c) => c.notNull().references('application.client_id'))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('family', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('rotated_at', 'bigint')
    .execute();
  await schema.createIndex('refresh_token_by_family').on('refresh_token').column('family').execute();
  await schema
    .createTable('session')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.account_id'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('oauth1_token')
    .addColumn('token', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull().references('application.client_id'))
    .addColumn('account_id', 'integer', (c) => c.references('account.account_id'))
    .addColumn('sealed_secret', 'text', (c) => c.notNull())
    .addColumn('callback', 'text', (c) => c.notNull())
    .addColumn('verifier_digest', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('oauth1_nonce')
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('timestamp', 'bigint', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('oauth1_nonce_key', ['client_id', 'token', 'timestamp', 'nonce'])
    .execute();
};

/** Makes product numbers whole numbers, as carts show them, and adds an index for an order's reprints. */
const productNumbers = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['model', 'order_product'] as const)
    await sql`update ${sql.table(table)} set spin = cast(${sql.lit(spinBase)} + model_id as text)`.execute(
      db,
    );
  await db.schema
    .createIndex('print_order_by_reprint')
    .on('print_order')
    .column('reprint_of')
    .where('reprint_of' as never, 'is not', null as never)
    .execute();
};

/** Applications of earlier versions may continue to send metadata; new ones must be allowed to. */
const metadataSwitch = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('application')
    .addColumn('may_send_metadata', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
};

/**
 * What the processes of one service share on PostgreSQL: SQLite has one process, which remembers this itself. What may be
 * lost with a crash of the database is not logged there.
 */
const sharedState = async (db: Kysely<unknown>): Promise<void> => {
  if (hasOneWriter(db)) return;
  const unlogged = (name: string) => db.schema.createTable(name).modifyFront(sql`unlogged`);
  await unlogged('rate_window')
    .addColumn('client_id', 'text', (c) => c.primaryKey())
    .addColumn('seconds', sql`bigint[]`, (c) => c.notNull())
    .addColumn('calls', sql`integer[]`, (c) => c.notNull())
    .addColumn('granted', 'integer', (c) => c.notNull())
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute();
  await unlogged('sign_in_attempt')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
  await unlogged('claim')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
  await unlogged('fault_rule')
    .addColumn('fault_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('rule_json', 'text', (c) => c.notNull())
    .addColumn('remaining', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('measure_job')
    .addColumn('model_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('leased_until', 'bigint', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('measure_job_key', ['model_id', 'version'])
    .addForeignKeyConstraint('measure_job_of_file', ['model_id', 'version'], 'model_file', [
      'model_id',
      'version',
    ])
    .execute();
  await sql`insert into measure_job (model_id, version, leased_until, holder, tries)
    select f.model_id, f.version, 0, '', 0 from model_file f join model m on m.model_id = f.model_id
    where f.geometry_json is null and m.deleted_at is null`.execute(db);
};

export const migrations: Record<string, Migration> = {
  '001-accounts-models-orders': { up: initial },
  '002-cart-photos-shipments': { up: cartPhotosShipments },
  '003-settings': { up: settings },
  '004-authorization': { up: authorization },
  '005-product-numbers-reprints': { up: productNumbers },
  '006-metadata-switch': { up: metadataSwitch },
  '007-shared-state': { up: sharedState },
  '008-unused-files': { up: unusedFiles },
  '009-indexes': { up: indexes },
};
