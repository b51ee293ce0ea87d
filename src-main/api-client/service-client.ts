/**
 * The interface of a print service client, for any account. `http-service-client.ts` implements it over
 * Node's http(s). Reads throw `CodedError`. Writes that cost money or create something never throw: they
 * return a `WriteOutcome`, because "it failed" and "the outcome is unknown" must never be confused.
 */
import type { CartItem } from '../../src-shared/api/cart.ts';
import type { Category } from '../../src-shared/api/categories.ts';
import type { Customised } from '../../src-shared/api/customised.ts';
import type { Material } from '../../src-shared/api/materials.ts';
import type { ModelDetails } from '../../src-shared/api/model-details.ts';
import type { ModelFile, ModelInfo, ModelListEntry, UploadedModel } from '../../src-shared/api/models.ts';
import type { OrderList, OrderRequest, PlacedOrder } from '../../src-shared/api/orders.ts';
import type { Photo } from '../../src-shared/api/photos.ts';
import type { PriceEntry, PriceGeometry } from '../../src-shared/api/price.ts';
import type { Printer } from '../../src-shared/api/printers.ts';
import type { RateLimit } from '../../src-shared/api/service-info.ts';
import type { ShippingPrice } from '../../src-shared/api/shipping-prices.ts';
import type { AppError } from '../../src-shared/result.ts';

export type WriteOutcome<T> =
  /** A complete, valid answer. */
  | { readonly kind: 'answered'; readonly value: T }
  /**
   * A documented refusal (400, 401, 403, 404, 413, 422, 429) in the service's own words: certainly not
   * executed.
   */
  | { readonly kind: 'refused'; readonly status: number; readonly error: AppError }
  /** The last byte was never written: certainly not executed. */
  | { readonly kind: 'unsent'; readonly error: AppError }
  /**
   * The last byte may have left and no complete valid answer came. It must not be sent again without proof.
   */
  | {
      readonly kind: 'unknown';
      readonly error: AppError;
      /** A complete answer came, though not one that says what happened [Assumption: answered-is-over]. */
      readonly isAnswered?: true;
      /**
       * The answer is a refusal, but perhaps not the service's. It holds if the effect turns out to be
       * absent.
       */
      readonly refusal?: AppError;
    };

/** The token of a write, for token quiescence (reliability: R11). */
export interface SentWith {
  /**
   * Identifies the token in records and proofs without revealing it; with OAuth 1.0, the timestamp of the
   * request too.
   */
  readonly tokenFingerprint: string;
  /** Epoch ms by the service's clock after which the token has certainly expired; null or absent: unknown. */
  readonly tokenEndsAt?: number | null;
}

/** The service's answer about one token. */
export interface TokenProbe {
  /**
   * `lost`: this process no longer has that token, so only the date was read, with the current one.
   * `endless`: accepted, and nothing will end it.
   */
  readonly token: 'accepted' | 'refused' | 'lost' | 'endless';
  /** Epoch ms of the answer's `Date` header; null if it has none. */
  readonly serverDate: number | null;
}

/** The callbacks of a write that passes the commit gate (reliability: R5). */
export interface CommitGate {
  /**
   * Called and awaited when everything but the last byte is on the socket; the last byte leaves when it
   * returns. Throwing or aborting here makes the outcome `unsent`.
   */
  beforeLastByte(attempt: SentWith): void | Promise<void>;
  readonly signal?: AbortSignal;
  /** Bytes of the file that were written to the socket so far. */
  onProgress?(sent: number): void;
}

/** Bytes in a spool file. */
export interface FileRequest {
  /** The spool file. It is streamed and never held in memory as a whole. */
  readonly path: string;
  readonly size: number;
  /**
   * SHA-256 of the spooled bytes. It is computed again while sending; a difference aborts before the last
   * byte.
   */
  readonly sha256: string;
  /** MD5 of the same bytes, compared with the one that the service reports. */
  readonly md5: string;
}

/** The person's declarations about a model (spec: Endpoints > POST /models/v1). Nobody else can make them. */
export interface UploadConsent {
  readonly hasRightsToModel: boolean;
  readonly acceptTermsAndConditions: boolean;
}

export interface VersionRequest extends FileRequest {
  readonly consent: UploadConsent;
  readonly fileName: string;
  /** Metres per file unit. */
  readonly uploadScale: number;
}

export interface UploadRequest extends VersionRequest {
  readonly title: string;
}

export interface PhotoRequest extends FileRequest {
  readonly title: string;
  readonly description: string;
  readonly materialId: number | null;
}

export interface ReprintRequest {
  readonly orderProductId: number;
  readonly reasonId: number;
  readonly comment: string;
  readonly quantity: number;
}

export interface CustomRequest {
  readonly spin: string;
  readonly text: string;
  /** `data`: base64. */
  readonly picture: { readonly name: string; readonly data: string } | null;
}

export interface ServiceClient {
  getServiceInfo(signal?: AbortSignal): Promise<RateLimit & Pick<RateNotice, 'retryAt'>>;
  /**
   * Asks the service about itself with exactly the token of that fingerprint. Sends a GET and nothing else
   * (I9).
   */
  probeToken(fingerprint: string): Promise<TokenProbe>;
  listMaterials(): Promise<Material[]>;
  listPrinters(): Promise<Printer[]>;
  listCategories(): Promise<Record<string, Category>>;
  quote(geometry: PriceGeometry, materials: readonly number[]): Promise<Record<string, PriceEntry>>;
  listModels(page: number): Promise<ModelListEntry[]>;
  getModelInfo(modelId: number): Promise<ModelInfo>;
  /** Name, length and MD5 of one version of a model's file, without its bytes. Versions start at 0. */
  getModelFile(modelId: number, fileVersion: number): Promise<ModelFile>;
  /**
   * Streams one version of a model's file to `keep`, never holding it in memory as a whole, and compares
   * length and MD5 with what the service reports. Throws `file-changed` if they differ, and whatever `keep`
   * throws.
   */
  downloadFile<T extends { readonly md5: string; readonly size: number }>(
    modelId: number,
    fileVersion: number,
    keep: (bytes: AsyncIterable<Uint8Array>, fileName: string) => Promise<T>,
  ): Promise<T>;
  /** Removes the queue's own surplus copies. A person's removal goes through `removeModel`. */
  deleteModel(modelId: number): Promise<void>;
  /**
   * Without a query, sends the call as in the spec. A `page` (from 1, `limit` orders each) is requested if
   * that list was incomplete [Assumption: order-list-pages]; filters go here too
   * [Assumption: order-list-filters]. Callers check the answer, since a service may ignore both.
   */
  listOrders(query?: Readonly<Record<string, string | number>>): Promise<OrderList>;
  /** Null if the service does not list them. */
  listShippingPrices(country: string, zipCode: string): Promise<ShippingPrice[] | null>;
  /** The contents of the service's own cart. */
  listCart(): Promise<CartItem[]>;
  getOrder(orderId: number, filters?: Readonly<Record<string, string>>): Promise<OrderList>;

  uploadModel(request: UploadRequest, gate: CommitGate): Promise<WriteOutcome<UploadedModel>>;
  placeOrder(request: OrderRequest, gate: CommitGate): Promise<WriteOutcome<PlacedOrder>>;
  cancelOrder(orderId: number, gate: CommitGate): Promise<WriteOutcome<unknown>>;
  /** Like `deleteModel`, but recorded before it is sent. */
  removeModel(modelId: number, gate: CommitGate): Promise<WriteOutcome<unknown>>;
  /** Returns the order created for the reprint. */
  reprint(
    orderId: number,
    request: ReprintRequest,
    gate: CommitGate,
  ): Promise<WriteOutcome<{ readonly orderId: number }>>;
  editModel(modelId: number, details: ModelDetails, gate: CommitGate): Promise<WriteOutcome<unknown>>;
  addFile(modelId: number, request: VersionRequest, gate: CommitGate): Promise<WriteOutcome<ModelFile>>;
  addPhoto(modelId: number, request: PhotoRequest, gate: CommitGate): Promise<WriteOutcome<Photo>>;
  addToCart(
    item: Pick<CartItem, 'modelId' | 'materialId' | 'quantity'>,
    gate: CommitGate,
  ): Promise<WriteOutcome<unknown>>;
  customise(request: CustomRequest, gate: CommitGate): Promise<WriteOutcome<Customised>>;
}

/**
 * Reports what each answer says about connection and rate, for the status bar and the queue's rate budget.
 */
export interface ServiceSignals {
  /** A request was answered, or could not be delivered. */
  onConnection?(state: 'online' | 'offline' | 'refused', error: AppError | null): void;
  /** From the `X-RateLimit-*` headers, `rateLimit` objects and Retry-After. */
  onRate?(rate: RateNotice): void;
  /** A list of orders was read, or a page of it, for whatever purpose. */
  onOrders?(list: OrderList): void;
}

export interface RateNotice {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly windowInSeconds: number | null;
  /** Epoch ms (this machine's clock) before which no call is made; null if calls are allowed. */
  readonly retryAt: number | null;
}
