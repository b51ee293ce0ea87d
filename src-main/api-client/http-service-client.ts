/**
 * The print service over HTTP, one method per resource. There is one client per account; the queue, the
 * catalogue and the command line call it. `service-connection.ts` sends the requests.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { z } from 'zod';
import { addedToCartSchema, cartSchema } from '../../src-shared/api/cart.ts';
import { categoryListSchema } from '../../src-shared/api/categories.ts';
import { customisedSchema } from '../../src-shared/api/customised.ts';
import { materialListSchema } from '../../src-shared/api/materials.ts';
import { detailsBody } from '../../src-shared/api/model-details.ts';
import {
  deletedModelSchema,
  modelFileSchema,
  modelInfoSchema,
  modelListSchema,
  uploadedModelSchema,
} from '../../src-shared/api/models.ts';
import {
  cancelledOrderSchema,
  type OrderRequest,
  orderListSchema,
  placedOrderSchema,
  reprintedOrderSchema,
} from '../../src-shared/api/orders.ts';
import { photoSchema } from '../../src-shared/api/photos.ts';
import { readPricesSchema } from '../../src-shared/api/price.ts';
import { printerListSchema } from '../../src-shared/api/printers.ts';
import { isSameFile } from '../../src-shared/api/same-file.ts';
import { serviceInfoSchema } from '../../src-shared/api/service-info.ts';
import { knownShippingPrices, shippingPricesSchema } from '../../src-shared/api/shipping-prices.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { type AppError, toAppError } from '../../src-shared/result.ts';
import { largestFile } from '../largest-file.ts';
import { mainError, mainProblem } from '../main-error.ts';
import { readSuccess, type What } from './answers.ts';
import { addressOf, parseBaseAddress } from './base-address.ts';
import { jsonBody, photoBody, type RequestBody, uploadBody } from './bodies.ts';
import { withoutFileData } from './file-data.ts';
import { NewestOrders } from './newest-orders.ts';
import { rateFromObject, serverDate } from './rate-notices.ts';
import type { CommitGate, ServiceClient } from './service-client.ts';
import { type ConnectionOptions, type Question, ServiceConnection } from './service-connection.ts';

type Query = Readonly<Record<string, string | number>>;

export interface HttpServiceOptions extends ConnectionOptions {
  /** May have a path prefix. https, or http to this machine; otherwise throws `insecure-address`. */
  readonly baseUrl: string;
}

export interface HttpServiceClient extends ServiceClient {
  /** Closes the idle connections of reads. */
  close(): void;
}

export function createHttpServiceClient(options: HttpServiceOptions): HttpServiceClient {
  const base = parseBaseAddress(options.baseUrl);
  const connection = new ServiceConnection(options);
  const { clock } = options;
  const question = (
    path: string,
    { method = 'GET', query, ...rest }: Partial<Question> & { readonly query?: Query } = {},
  ): Question => ({ method, url: addressOf(base, path, query), ...rest });
  const read = <S extends z.ZodType>(path: string, schema: S, what: What, query?: Query) =>
    connection.read(question(path, query && { query }), schema, what);
  const write =
    (method: 'POST' | 'PUT' | 'DELETE') =>
    <S extends z.ZodType>(gate: CommitGate, path: string, schema: S, what: What, body?: RequestBody) =>
      connection.write(question(path, { method, ...(body && { body }) }), gate, schema, what);
  const post = write('POST');
  const put = write('PUT');

  const readOrders = (query?: Query) =>
    read('/orders/v1', orderListSchema, ref('service.what.orders'), query);
  const newestOrders = new NewestOrders(readOrders);
  return {
    async getServiceInfo(signal) {
      const answer = await connection.readAnswer(question('/api/v1/', { signal }));
      const { rateLimit } = readSuccess(answer, serviceInfoSchema, ref('service.what.info'), clock.now());
      const now = clock.now();
      const notice = rateFromObject(rateLimit, serverDate(answer.headers) ?? now, now);
      connection.noticeRate(notice);
      return { ...rateLimit, retryAt: notice.retryAt };
    },
    probeToken: (fingerprint) => connection.probe(question('/api/v1/'), fingerprint),
    listMaterials: async () =>
      Object.values(
        (await read('/materials/v1', materialListSchema, ref('service.what.materials'))).materials,
      ),
    listPrinters: async () =>
      (await read('/printers/v1', printerListSchema, ref('service.what.printers'))).printers,
    listCategories: async () =>
      (await read('/categories/v1', categoryListSchema, ref('service.what.categories'))).categories,
    async quote(geometry, materials) {
      const body = jsonBody(materials.length > 0 ? { ...geometry, materials } : geometry);
      const asked = question('/price/v1', { method: 'POST', body });
      return (await connection.read(asked, readPricesSchema, ref('service.what.prices'))).prices;
    },
    listModels: async (page) =>
      (await read('/models/v1', modelListSchema, ref('service.what.models'), { page })).models,
    getModelInfo: (modelId) =>
      read(`/models/${modelId}/info/v1`, modelInfoSchema, ref('service.what.model', { model: `${modelId}` })),
    getModelFile: (modelId, fileVersion) =>
      read(
        `/models/${modelId}/files/${fileVersion}/v1`,
        modelFileSchema,
        ref('service.what.modelFile', { model: `${modelId}` }),
      ),
    async downloadFile(modelId, fileVersion, keep) {
      const what = ref('service.what.modelFile', { model: `${modelId}` });
      const path = `/models/${modelId}/files/${fileVersion}/v1`;
      const known = await read(path, modelFileSchema, what);
      const bytes = new PassThrough();
      const saving = keep(bytes, known.fileName);
      saving.catch(() => {});
      try {
        const asked = question(path, { query: { file: 1 } });
        const through = takingFile(bytes, bytesOfFile(known.contentLength), asked.url.host);
        await connection.read({ ...asked, through }, modelFileSchema, what);
        bytes.end();
      } catch (thrown) {
        bytes.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
        // If storing the file failed first, that is the reason to report.
        await saving;
        throw thrown;
      }
      const file = await saving;
      // [Assumption: file-without-md5]
      const isWhole =
        known.fileMd5Checksum === '' ? known.contentLength === file.size : isSameFile(known, file);
      if (isWhole) return file;
      throw mainError('file-changed', ref('service.downloadIncomplete', { model: `${modelId}` }));
    },
    async deleteModel(modelId) {
      const asked = question(`/models/${modelId}/v1`, { method: 'DELETE' });
      const what = ref('service.what.removeModel', { model: `${modelId}` });
      await connection.change(asked, deletedModelSchema, what);
    },
    async listOrders(query) {
      const list = await (query === undefined ? newestOrders.read() : readOrders(query));
      options.signals?.onOrders?.(list);
      return list;
    },
    async listShippingPrices(country, zipCode) {
      const query = { country, ...(zipCode !== '' && { zipCode }) };
      const what = ref('service.what.shippingPrices');
      try {
        return knownShippingPrices(
          await read('/cart/shipping-options/v1', shippingPricesSchema, what, query),
        );
      } catch (thrown) {
        // The spec does not know this call, so a service may answer it with anything.
        if (['not-found', 'bad-answer', 'refused'].includes(toAppError(thrown).code)) return null;
        throw thrown;
      }
    },
    listCart: async () => (await read('/orders/cart/v1', cartSchema, ref('service.what.cart'))).items,
    getOrder: (orderId, filters) =>
      read(
        `/orders/${orderId}/v1`,
        orderListSchema,
        ref('service.what.order', { order: `${orderId}` }),
        filters,
      ),

    async uploadModel(request, gate) {
      const what = ref('service.what.upload', { file: request.fileName });
      const body = uploadBody(request, (sent) => gate.onProgress?.(sent));
      const outcome = await post(gate, '/models/v1', uploadedModelSchema, what, body);
      if (outcome.kind !== 'answered' || isSameFile(outcome.value, request)) return outcome;
      return { kind: 'unknown', error: differs(outcome.value.modelId, request.fileName) };
    },
    placeOrder: (request, gate) =>
      post(
        gate,
        '/orders/v1',
        placedOrderSchema,
        ref('service.what.placeOrder'),
        jsonBody(orderBody(request)),
      ),
    cancelOrder(orderId, gate) {
      const what = ref('service.what.cancelOrder', { order: `${orderId}` });
      const body = jsonBody({ status: 'cancelled' });
      return put(gate, `/orders/${orderId}/v1`, cancelledOrderSchema, what, body);
    },
    removeModel(modelId, gate) {
      const what = ref('service.what.removeModel', { model: `${modelId}` });
      return write('DELETE')(gate, `/models/${modelId}/v1`, deletedModelSchema, what);
    },
    reprint(orderId, { reasonId: reprintReasonId, comment: reprintComment, ...request }, gate) {
      const { orderProductId, quantity } = request;
      const body = jsonBody({ orderProductId, reprintReasonId, reprintComment, quantity });
      const path = `/orders/${orderId}/reprint/v1`;
      return post(gate, path, reprintedOrderSchema, ref('service.what.reprint'), body);
    },
    editModel(modelId, details, gate) {
      const what = ref('service.what.editModel', { model: `${modelId}` });
      const body = jsonBody(detailsBody(details));
      return put(gate, `/models/${modelId}/info/v1`, modelInfoSchema, what, body);
    },
    async addFile(modelId, request, gate) {
      const what = ref('service.what.upload', { file: request.fileName });
      const body = uploadBody(request, (sent) => gate.onProgress?.(sent));
      const outcome = await post(gate, `/models/${modelId}/files/v1`, modelFileSchema, what, body);
      if (outcome.kind !== 'answered' || isSameFile(outcome.value, request)) return outcome;
      return { kind: 'unknown', error: differs(modelId, request.fileName) };
    },
    addPhoto(modelId, request, gate) {
      const what = ref('service.what.photo', { model: `${modelId}` });
      const body = photoBody(request, (sent) => gate.onProgress?.(sent));
      return post(gate, `/models/${modelId}/photos/v1`, photoSchema, what, body);
    },
    addToCart({ modelId, materialId, quantity }, gate) {
      const body = jsonBody({ modelId, materialId, quantity });
      return post(gate, '/orders/cart/v1', addedToCartSchema, ref('service.what.addToCart'), body);
    },
    customise({ spin, text, picture }, gate) {
      const customParams = {
        ...(text !== '' && { text }),
        ...(picture && { picture: picture.data, pictureName: picture.name }),
      };
      const what = ref('service.what.customise', { product: `${spin}` });
      return post(gate, '/shapejs/v1', customisedSchema, what, jsonBody({ spin, customParams }));
    },
    close: () => connection.close(),
  };
}

/**
 * The most that the answer with a file may have: base64, with escapes and line breaks, and the other fields.
 */
const bytesOfFile = (length: number): number => 3 * Math.min(length, largestFile) + 1024 * 1024;

/** Pipes the file of an answer into a stream, with back-pressure. Throws `too-large` after `most` bytes. */
const takingFile = (stream: PassThrough, most: number, host: string) => (parts: AsyncIterable<Buffer>) =>
  withoutFileData(atMost(parts, most, host), async (bytes) => {
    if (!stream.write(bytes)) await once(stream, 'drain');
  });

/** Spaces inside a file count too, although none is stored. */
async function* atMost(parts: AsyncIterable<Buffer>, most: number, host: string): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const part of parts) {
    length += part.length;
    if (length > most) throw mainError('too-large', ref('service.answerTooLarge', { host }));
    yield part;
  }
}

/** Optional fields are omitted instead of sent empty, so that an empty address line is no address line. */
function orderBody(request: OrderRequest): Record<string, unknown> {
  const isFilled = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(request).filter(([, value]) => isFilled(value)));
}

/**
 * The service created a model, but not from these bytes. The result is `unknown`: the model must not be
 * ordered, yet it exists. The job is shown and never sent again automatically.
 */
const differs = (modelId: number, file: string): AppError =>
  mainProblem('checksum-mismatch', ref('service.otherBytes', { model: `${modelId}`, file }));
