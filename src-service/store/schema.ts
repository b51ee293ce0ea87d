/**
 * The tables of the service's database, as Kysely sees them. Times are epoch ms, money is whole cents (USD),
 * flags are 0 or 1, `*_json` columns hold JSON text. Only `store/` knows these names.
 */
import type { Generated, Selectable } from 'kysely';

interface AccountTable {
  account_id: Generated<number>;
  username: string;
  /** scrypt, see `store/secrets.ts`. Null: nobody can sign in with a password. */
  password_hash: string | null;
  created_at: number;
}

interface ApplicationTable {
  client_id: string;
  account_id: number;
  name: string;
  /** scrypt. */
  secret_hash: string;
  /** AES-256-GCM with the service's key file. Only for secrets that the service itself needs again. */
  sealed_secret: string | null;
  sealed_payment_id: string;
  /** Exact addresses. `oob` stands for showing the code on screen. */
  redirect_uris_json: Generated<string>;
  /** 1: cannot keep a secret, so it must use PKCE. */
  is_public: Generated<number>;
  may_send_metadata: number;
  created_at: number;
}

interface AccessTokenTable {
  /** SHA-256 of the token, in hex. */
  digest: string;
  client_id: string;
  account_id: number;
  expires_at: number;
  /** Links the tokens of one authorization, so that reuse of a rotated one revokes all. */
  family: string | null;
}

export interface ModelTable {
  model_id: Generated<number>;
  account_id: number;
  title: string;
  description: string;
  is_public: number;
  is_claimable: number;
  is_for_sale: number;
  is_downloadable: number;
  tags_json: string;
  /** Only what the owner changed: `{materialId: {markupCents or priceCents, isActive}}`. */
  materials_json: string;
  categories_json: string;
  default_material_id: number | null;
  secret_key: string;
  claim_key: string;
  spin: string;
  latest_version: number;
  created_at: number;
  deleted_at: number | null;
}

export interface ModelFileTable {
  model_id: number;
  version: number;
  file_name: string;
  content_length: number;
  md5: string;
  sha256: string;
  /** Metres per file unit as sent; null for the unit that the file itself carries. */
  upload_scale: number | null;
  /** Null while the file waits to be measured (`printable: "processing"`). */
  geometry_json: string | null;
  created_at: number;
}
export type ModelFileRow = Selectable<ModelFileTable>;

export interface PrintOrderTable {
  order_id: Generated<number>;
  account_id: number;
  client_id: string;
  status: string;
  first_name: string;
  last_name: string;
  country: string;
  state: string;
  city: string;
  address1: string;
  address2: string;
  address3: string;
  zip_code: string;
  phone_number: string;
  email: string;
  shipping_option: string;
  payment_method: string;
  incentives_json: string;
  metadata_json: string;
  subtotal_cents: number;
  /** spec: Limits > Default fee. */
  fee_cents: number;
  target_ship_at: number;
  target_delivery_at: number;
  reprint_of: number | null;
  shipping_cents: number;
  created_at: number;
}

export interface OrderProductTable {
  order_product_id: Generated<number>;
  order_id: number;
  model_id: number;
  model_version: number;
  material_id: number;
  title: string;
  material_title: string;
  spin: string;
  sha256: string;
  quantity: number;
  unit_price_cents: number;
  processing: number;
  in_production: number;
  complete: number;
  cancelled: number;
  rejection_json: string | null;
}

export interface LedgerTable {
  entry_id: Generated<number>;
  order_id: number;
  kind: 'charge' | 'shipping' | 'fee' | 'refund' | 'shipping-refund' | 'fee-refund';
  /** Positive: paid by the account on file; refunds are negative. */
  cents: number;
  created_at: number;
}

export interface CartItemTable {
  account_id: number;
  model_id: number;
  material_id: number;
  quantity: number;
  added_at: number;
}

export interface PhotoTable {
  photo_id: Generated<number>;
  model_id: number;
  material_id: number | null;
  title: string;
  description: string;
  content_length: number;
  md5: string;
  sha256: string;
  width: number;
  height: number;
  media_type: string;
  created_at: number;
}

export interface ShipmentTable {
  shipment_id: Generated<number>;
  order_id: number;
  ship_date: number;
  carrier: string;
  tracking_number: string;
}

export interface ReprintTable {
  order_id: number;
  of_product_id: number;
  reason_id: number;
  comment: string;
}

interface SettingTable {
  name: string;
  value: string;
}

interface AuthorizationCodeTable {
  digest: string;
  client_id: string;
  account_id: number;
  redirect_uri: string;
  /** S256; null if the client sent none. */
  code_challenge: string | null;
  family: string;
  expires_at: number;
  used_at: number | null;
}

interface RefreshTokenTable {
  digest: string;
  client_id: string;
  account_id: number;
  family: string;
  issued_at: number;
  rotated_at: number | null;
}

interface SessionTable {
  digest: string;
  account_id: number;
  expires_at: number;
}

export interface OAuth1TokenTable {
  token: string;
  kind: 'request' | 'access';
  client_id: string;
  /** Null until somebody has allowed it. */
  account_id: number | null;
  sealed_secret: string;
  callback: string;
  verifier_digest: string | null;
  expires_at: number;
}

interface OAuth1NonceTable {
  client_id: string;
  token: string;
  /** Unix seconds, as signed. */
  timestamp: number;
  nonce: string;
}

/** Contents that nothing refers to, until they are removed (`files/unused-files.ts`). */
interface UnusedFileTable {
  sha256: string;
  since: number;
  /** Random: who is removing it. Null: nobody yet. */
  claim: string | null;
  claimed_at: number | null;
}

/** The tables below are on PostgreSQL only (`store/processes.ts`). */
interface RateWindowTable {
  client_id: string;
  /** The seconds of the window with calls, and how many calls each has. */
  seconds: number[];
  calls: number[];
  /** How many of the calls that came last were within the limit. */
  granted: number;
}

interface SignInAttemptTable {
  name: string;
  count: number;
  until: number;
}

interface ClaimTable {
  name: string;
  /** By the clock of the database. */
  until: number;
}

interface FaultRuleTable {
  fault_id: Generated<number>;
  rule_json: string;
  remaining: number;
}

interface MeasureJobTable {
  model_id: number;
  version: number;
  /** By the clock of the database. In the past: the job is free. */
  leased_until: number;
  holder: string;
  tries: number;
}

export interface Database {
  account: AccountTable;
  application: ApplicationTable;
  access_token: AccessTokenTable;
  model: ModelTable;
  model_file: ModelFileTable;
  print_order: PrintOrderTable;
  order_product: OrderProductTable;
  ledger: LedgerTable;
  cart_item: CartItemTable;
  photo: PhotoTable;
  shipment: ShipmentTable;
  reprint: ReprintTable;
  setting: SettingTable;
  authorization_code: AuthorizationCodeTable;
  refresh_token: RefreshTokenTable;
  session: SessionTable;
  oauth1_token: OAuth1TokenTable;
  oauth1_nonce: OAuth1NonceTable;
  unused_file: UnusedFileTable;
  rate_window: RateWindowTable;
  sign_in_attempt: SignInAttemptTable;
  claim: ClaimTable;
  fault_rule: FaultRuleTable;
  measure_job: MeasureJobTable;
}
