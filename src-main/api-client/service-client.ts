/**
 * What the rest of main may ask of a print service, whatever account it is. Implemented over Node's http(s)
 * by `http-service-client.ts`. Reads throw `CodedError`; writes that cost something or make something never
 * throw: they return a `WriteOutcome`, because "it failed" and "nobody knows" must not look alike.
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
import type { AppError } from '../../src-shared/result.ts';

export type WriteOutcome<T> =
  /** A complete, valid answer. */
  | { readonly kind: 'answered'; readonly value: T }
  /** A documented refusal (400, 401, 403, 404, 413, 422, 429) with a readable reason: certainly not executed. */
  | { readonly kind: 'refused'; readonly status: number; readonly error: AppError }
  /** The last byte was never written: certainly not executed. */
  | { readonly kind: 'unsent'; readonly error: AppError }
  /** The last byte may have left and no complete valid answer came. Never to be sent again without proof. */
  | { readonly kind: 'unknown'; readonly error: AppError };

/** What a write is sent with, for the token fence (reliability: R11). */
export interface SentWith {
  readonly tokenFingerprint: string;
  /** Epoch ms by the service's clock after which the token is certainly over; null or absent: not known. */
  readonly tokenEndsAt?: number | null;
}

/** What the service says of one token. */
export interface TokenProbe {
  /** `lost`: this process does not have that token any more; only the date was asked for, with the current one. */
  readonly token: 'accepted' | 'refused' | 'lost';
  /** Epoch ms of the answer's `Date`; null where it has none. */
  readonly serverDate: number | null;
}

/** The two moments of a gated write. (reliability: R5) */
export interface CommitGate {
  /**
   * Called once everything but the last byte was handed to the socket, and awaited; only when it returns does
   * the last byte leave. Throwing (or aborting) here makes the outcome `unsent`.
   */
  beforeLastByte(attempt: SentWith): void | Promise<void>;
  readonly signal?: AbortSignal;
  /** Bytes of the file that were read and handed to the socket so far. */
  onProgress?(sent: number): void;
}

/** Bytes in a spool file. */
export interface FileRequest {
  /** Where the bytes are (a spool file). Streamed; never whole in memory. */
  readonly path: string;
  readonly size: number;
  /** Of the spooled bytes; computed again while sending, and a difference aborts before the last byte. */
  readonly sha256: string;
  /** Of the same bytes; what the service says that it stored is compared with it. */
  readonly md5: string;
}

export interface VersionRequest extends FileRequest {
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
  getServiceInfo(signal?: AbortSignal): Promise<RateLimit>;
  /** Asks the service about itself with exactly the token of that fingerprint. A GET, nothing else (I9). */
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
   * Hands the bytes of one version of a model's file to `keep` as they come, never whole in memory, and checks their
   * length and MD5 against what the service says of them. Throws `file-changed` where they differ, and what `keep` throws.
   */
  downloadFile<T extends { readonly md5: string; readonly size: number }>(
    modelId: number,
    fileVersion: number,
    keep: (bytes: AsyncIterable<Uint8Array>, fileName: string) => Promise<T>,
  ): Promise<T>;
  /** For the queue's own extra copies; what a person removes goes through `removeModel`. */
  deleteModel(modelId: number): Promise<void>;
  /**
   * Without a page the call as the spec has it. A page (from 1, `limit` orders each) is asked where that list was
   * not complete [Assumption: order-list-pages]; who asks checks the counts, since a service may ignore it.
   */
  listOrders(page?: { readonly limit: number; readonly page: number }): Promise<OrderList>;
  /** What stands in the cart that the service keeps. */
  listCart(): Promise<CartItem[]>;
  getOrder(orderId: number, filters?: Readonly<Record<string, string>>): Promise<OrderList>;

  uploadModel(request: UploadRequest, gate: CommitGate): Promise<WriteOutcome<UploadedModel>>;
  placeOrder(request: OrderRequest, gate: CommitGate): Promise<WriteOutcome<PlacedOrder>>;
  cancelOrder(orderId: number, gate: CommitGate): Promise<WriteOutcome<unknown>>;
  /** As `deleteModel`, noted down before it leaves. */
  removeModel(modelId: number, gate: CommitGate): Promise<WriteOutcome<unknown>>;
  /** Answers with the order made for it. */
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

/** What every answer told about the connection, for the status bar and the queue's rate budget. */
export interface ServiceSignals {
  /** A request was answered, or could not be delivered. */
  onConnection?(state: 'online' | 'offline' | 'refused', error: AppError | null): void;
  /** From the `X-RateLimit-*` headers, `rateLimit` objects and Retry-After. */
  onRate?(rate: RateNotice): void;
}

export interface RateNotice {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly windowInSeconds: number | null;
  /** Epoch ms (this machine's clock) before which no call is made; null when calls may go. */
  readonly retryAt: number | null;
}
