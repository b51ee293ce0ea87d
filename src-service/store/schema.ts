/**
 * The tables of the service's database: their SQL (`migrations.ts`) and their types are made from these
 * declarations. Times are epoch ms, money is whole cents (USD), flags are 0 or 1, `*_json` columns hold JSON.
 */
import type { ColumnDefinitionBuilder, Generated, Insertable, Selectable } from 'kysely';

/** The types of both databases (`dialect.ts`), and those that only PostgreSQL has. */
type ColumnType = 'text' | 'integer' | 'bigint' | 'real' | 'bigint[]' | 'integer[]';
type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A column that holds a `T`. */
export interface Column<T> {
  readonly type: ColumnType;
  readonly build: Build;
  /** For the compiler alone. */
  readonly holds?: T;
}

const notNull: Build = (column) => column.notNull();
const column = <T>(type: ColumnType, build = notNull): Column<T> => ({ type, build });
const orNull = <T>({ type }: Column<T>): Column<T | null> => ({ type, build: (c) => c });
const keyed = <T>({ type }: Column<T>): Column<T> => ({ type, build: (c) => c.primaryKey() });
const refersTo = <T>({ type }: Column<T>, other: string): Column<T> => ({
  type,
  build: (c) => c.notNull().references(other),
});
const unique = <T>({ type }: Column<T>): Column<T> => ({ type, build: (c) => c.notNull().unique() });

const text = column<string>('text');
const integer = column<number>('integer');
const bigint = column<number>('bigint');
const id = column<Generated<number>>('integer', (c) => c.primaryKey().autoIncrement());
const ofAccount = refersTo(integer, 'account.account_id');
const ofApplication = refersTo(text, 'application.client_id');
const ofModel = refersTo(integer, 'model.model_id');
const ofOrder = refersTo(integer, 'print_order.order_id');

/** A table comes after those that its rows refer to. */
export const tables = {
  account: {
    account_id: id,
    username: unique(text),
    /** scrypt, see `secrets.ts`. Null: nobody can sign in with a password. */
    password_hash: orNull(text),
    created_at: bigint,
  },
  application: {
    client_id: keyed(text),
    account_id: ofAccount,
    name: text,
    /** scrypt. */
    secret_hash: text,
    /** AES-256-GCM with the service's key file. Only for secrets that the service itself needs again. */
    sealed_secret: orNull(text),
    sealed_payment_id: text,
    /** Exact addresses. `oob` stands for showing the code on screen. */
    redirect_uris_json: text,
    /** 1: cannot keep a secret, so it must use PKCE. */
    is_public: integer,
    may_send_metadata: integer,
    created_at: bigint,
  },
  access_token: {
    /** SHA-256 of the token, in hex. */
    digest: keyed(text),
    client_id: ofApplication,
    account_id: ofAccount,
    expires_at: bigint,
    /** Links the tokens of one authorization, so that reuse of a rotated one revokes all. */
    family: orNull(text),
  },
  model: {
    model_id: id,
    account_id: ofAccount,
    title: text,
    description: text,
    is_public: integer,
    is_claimable: integer,
    is_for_sale: integer,
    is_downloadable: integer,
    tags_json: text,
    /** Only what the owner changed: `{materialId: {markupCents or priceCents, isActive}}`. */
    materials_json: text,
    categories_json: text,
    default_material_id: orNull(integer),
    secret_key: text,
    claim_key: text,
    spin: unique(text),
    latest_version: integer,
    created_at: bigint,
    deleted_at: orNull(bigint),
  },
  model_file: {
    model_id: ofModel,
    version: integer,
    file_name: text,
    content_length: bigint,
    md5: text,
    sha256: text,
    /** Metres per file unit as sent; null for the unit that the file itself carries. */
    upload_scale: orNull(column<number>('real')),
    /** Null while the file waits to be measured (`printable: "processing"`). */
    geometry_json: orNull(text),
    /** How often measuring it was begun, if several processes share this (`fleet/shared-measuring.ts`). */
    measure_tries: column<Generated<number>>('integer', (c) => c.notNull().defaultTo(0)),
    created_at: bigint,
  },
  print_order: {
    order_id: id,
    account_id: ofAccount,
    client_id: ofApplication,
    status: text,
    first_name: text,
    last_name: text,
    country: text,
    state: text,
    city: text,
    address1: text,
    address2: text,
    address3: text,
    zip_code: text,
    phone_number: text,
    email: text,
    shipping_option: text,
    payment_method: text,
    incentives_json: text,
    metadata_json: text,
    subtotal_cents: bigint,
    /** spec: Limits > Default fee. */
    fee_cents: bigint,
    shipping_cents: bigint,
    target_ship_at: bigint,
    target_delivery_at: bigint,
    reprint_of: orNull(integer),
    created_at: bigint,
  },
  order_product: {
    order_product_id: id,
    order_id: ofOrder,
    model_id: ofModel,
    model_version: integer,
    material_id: integer,
    title: text,
    material_title: text,
    spin: text,
    sha256: text,
    quantity: integer,
    unit_price_cents: bigint,
    processing: integer,
    in_production: integer,
    complete: integer,
    cancelled: integer,
    rejection_json: orNull(text),
  },
  ledger: {
    entry_id: id,
    order_id: ofOrder,
    kind: column<'charge' | 'shipping' | 'fee' | 'refund' | 'shipping-refund' | 'fee-refund'>('text'),
    /** Positive: paid by the account on file; refunds are negative. */
    cents: bigint,
    created_at: bigint,
  },
  cart_item: {
    account_id: ofAccount,
    model_id: ofModel,
    material_id: integer,
    quantity: integer,
    added_at: bigint,
  },
  photo: {
    photo_id: id,
    model_id: ofModel,
    material_id: orNull(integer),
    title: text,
    description: text,
    content_length: bigint,
    md5: text,
    sha256: text,
    width: integer,
    height: integer,
    media_type: text,
    created_at: bigint,
  },
  shipment: {
    shipment_id: id,
    order_id: ofOrder,
    ship_date: bigint,
    carrier: text,
    tracking_number: text,
  },
  reprint: {
    order_id: { ...keyed(integer), build: (c) => c.primaryKey().references('print_order.order_id') },
    of_product_id: refersTo(integer, 'order_product.order_product_id'),
    reason_id: integer,
    comment: text,
  },
  setting: {
    name: keyed(text),
    value: text,
  },
  authorization_code: {
    digest: keyed(text),
    client_id: ofApplication,
    account_id: ofAccount,
    redirect_uri: text,
    /** S256; null if the client sent none. */
    code_challenge: orNull(text),
    family: text,
    expires_at: bigint,
    used_at: orNull(bigint),
  },
  refresh_token: {
    digest: keyed(text),
    client_id: ofApplication,
    account_id: ofAccount,
    family: text,
    issued_at: bigint,
    rotated_at: orNull(bigint),
  },
  session: {
    digest: keyed(text),
    account_id: ofAccount,
    expires_at: bigint,
  },
  oauth1_token: {
    token: keyed(text),
    kind: column<'request' | 'access'>('text'),
    client_id: ofApplication,
    /** Null until somebody has allowed it. */
    account_id: { ...orNull(integer), build: (c) => c.references('account.account_id') },
    sealed_secret: text,
    callback: text,
    verifier_digest: orNull(text),
    expires_at: bigint,
  },
  oauth1_nonce: {
    client_id: text,
    token: text,
    /** Unix seconds, as signed. */
    timestamp: bigint,
    nonce: text,
  },
  /** Contents that nothing refers to, until they are removed (`unused-files.ts`). */
  unused_file: {
    sha256: keyed(text),
    since: bigint,
    /** A random id of the removal under way. Null: none. */
    claim: orNull(text),
    claimed_at: orNull(bigint),
  },
} satisfies Tables;

/**
 * Tables that the processes of one service share on PostgreSQL. SQLite has one process, which remembers this
 * itself. A crash of the database may empty them, so they are not logged there.
 */
export const sharedTables = {
  rate_window: {
    client_id: keyed(text),
    /** The seconds of the window with calls, and how many calls each has. */
    seconds: column<number[]>('bigint[]'),
    calls: column<number[]>('integer[]'),
    /** How many of the last counted calls were within the limit. */
    granted: integer,
  },
  sign_in_attempt: {
    name: keyed(text),
    count: integer,
    until: bigint,
  },
  claim: {
    name: keyed(text),
    /** By the clock of the database. */
    until: bigint,
  },
  fault_rule: {
    fault_id: id,
    rule_json: text,
    remaining: integer,
  },
} satisfies Tables;

/** The tables whose primary key has several columns. */
export const primaryKeys: Readonly<Record<string, readonly string[]>> = {
  model_file: ['model_id', 'version'],
  cart_item: ['account_id', 'model_id', 'material_id'],
  oauth1_nonce: ['client_id', 'token', 'timestamp', 'nonce'],
};

/** Indexes that keep queries from reading whole tables of many orders (tests/long/million-orders.test.ts). */
export const indexes: readonly (readonly [
  name: string,
  table: string,
  columns: readonly string[],
  /** The condition of its rows, in SQL. */
  where?: string,
])[] = [
  ['model_by_account', 'model', ['account_id', 'deleted_at', 'model_id']],
  ['model_file_by_content', 'model_file', ['sha256']],
  ['model_file_to_measure', 'model_file', ['model_id'], 'geometry_json is null'],
  ['print_order_by_account', 'print_order', ['account_id', 'order_id']],
  ['print_order_by_account_status', 'print_order', ['account_id', 'status']],
  ['print_order_by_status', 'print_order', ['status']],
  ['print_order_by_reprint', 'print_order', ['reprint_of'], 'reprint_of is not null'],
  ['order_product_by_order', 'order_product', ['order_id']],
  ['order_product_by_content', 'order_product', ['sha256']],
  ['ledger_by_order', 'ledger', ['order_id']],
  ['reprint_by_product', 'reprint', ['of_product_id']],
  ['shipment_by_order', 'shipment', ['order_id']],
  ['shipment_by_tracking', 'shipment', ['tracking_number']],
  ['photo_by_model', 'photo', ['model_id']],
  ['photo_by_content', 'photo', ['sha256']],
  ['cart_item_by_model', 'cart_item', ['model_id']],
  ['application_by_account', 'application', ['account_id']],
  ['access_token_by_family', 'access_token', ['family']],
  ['access_token_by_expiry', 'access_token', ['expires_at']],
  ['refresh_token_by_family', 'refresh_token', ['family']],
  ['session_by_expiry', 'session', ['expires_at']],
  ['oauth1_token_by_expiry', 'oauth1_token', ['expires_at']],
  ['oauth1_nonce_by_time', 'oauth1_nonce', ['timestamp']],
  ['unused_file_by_time', 'unused_file', ['since']],
];

export type Tables = Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>>;
type Held<C> = C extends Column<infer T> ? T : never;
type Types<T extends Tables> = { [Name in keyof T]: { [C in keyof T[Name]]: Held<T[Name][C]> } };

export type Database = Types<typeof tables> & Types<typeof sharedTables>;
export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
export type NewRow<Table extends keyof Database> = Insertable<Database[Table]>;
