/**
 * The print service over HTTP, one method per resource. There is one client per account; the queue, the
 * catalogue and the command line call it. `service-connection.ts` sends the requests.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
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
import { readSuccess } from './answers.ts';
import { addressOf, parseBaseAddress } from './base-address.ts';
import { jsonBody, photoBody, uploadBody } from './bodies.ts';
import { withoutFileData } from './file-data.ts';
import { NewestOrders } from './newest-orders.ts';
import { rateFromObject, serverDate } from './rate-notices.ts';
import type { ServiceClient } from './service-client.ts';
import { type ConnectionOptions, type Question, ServiceConnection } from './service-connection.ts';

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
  const at = (path: string, query?: Readonly<Record<string, string | number>>) =>
    addressOf(base, path, query);
  const get = (path: string, query?: Readonly<Record<string, string | number>>): Question => ({
    method: 'GET',
    url: at(path, query),
  });

  const readOrders = (query?: Readonly<Record<string, string | number>>) =>
    connection.read(get('/orders/v1', query), orderListSchema, ref('service.what.orders'));
  const newestOrders = new NewestOrders(readOrders);
  return {
    async getServiceInfo(signal) {
      const answer = await connection.readAnswer({ ...get('/api/v1/'), signal });
      const { rateLimit } = readSuccess(answer, serviceInfoSchema, ref('service.what.info'), clock.now());
      const now = clock.now();
      const notice = rateFromObject(rateLimit, serverDate(answer.headers) ?? now, now);
      connection.noticeRate(notice);
      return { ...rateLimit, retryAt: notice.retryAt };
    },
    probeToken: (fingerprint) => connection.probe(get('/api/v1/'), fingerprint),
    async listMaterials() {
      const what = ref('service.what.materials');
      return Object.values((await connection.read(get('/materials/v1'), materialListSchema, what)).materials);
    },
    async listPrinters() {
      return (await connection.read(get('/printers/v1'), printerListSchema, ref('service.what.printers')))
        .printers;
    },
    async listCategories() {
      const what = ref('service.what.categories');
      return (await connection.read(get('/categories/v1'), categoryListSchema, what)).categories;
    },
    async quote(geometry, materials) {
      const question = materials.length > 0 ? { ...geometry, materials } : geometry;
      const post: Question = { method: 'POST', url: at('/price/v1'), body: jsonBody(question) };
      return (await connection.read(post, readPricesSchema, ref('service.what.prices'))).prices;
    },
    async listModels(page) {
      const what = ref('service.what.models');
      return (await connection.read(get('/models/v1', { page }), modelListSchema, what)).models;
    },
    getModelInfo: (modelId) =>
      connection.read(
        get(`/models/${modelId}/info/v1`),
        modelInfoSchema,
        ref('service.what.model', { model: `${modelId}` }),
      ),
    getModelFile: (modelId, fileVersion) =>
      connection.read(
        get(`/models/${modelId}/files/${fileVersion}/v1`),
        modelFileSchema,
        ref('service.what.modelFile', { model: `${modelId}` }),
      ),
    async downloadFile(modelId, fileVersion, keep) {
      const what = ref('service.what.modelFile', { model: `${modelId}` });
      const path = `/models/${modelId}/files/${fileVersion}/v1`;
      const known = await connection.read(get(path), modelFileSchema, what);
      const bytes = new PassThrough();
      const saving = keep(bytes, known.fileName);
      saving.catch(() => {});
      try {
        const most = bytesOfFile(known.contentLength);
        const question = { ...get(path, { file: 1 }), through: takingFile(bytes, most, at(path).host) };
        await connection.read(question, modelFileSchema, what);
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
      const question: Question = { method: 'DELETE', url: at(`/models/${modelId}/v1`) };
      await connection.change(
        question,
        deletedModelSchema,
        ref('service.what.removeModel', { model: `${modelId}` }),
      );
    },
    async listOrders(query) {
      const list = await (query === undefined ? newestOrders.read() : readOrders(query));
      options.signals?.onOrders?.(list);
      return list;
    },
    async listShippingPrices(country, zipCode) {
      const query = { country, ...(zipCode !== '' && { zipCode }) };
      try {
        const question = get('/cart/shipping-options/v1', query);
        const what = ref('service.what.shippingPrices');
        return knownShippingPrices(await connection.read(question, shippingPricesSchema, what));
      } catch (thrown) {
        // The spec does not know this call, so a service may answer it with anything.
        if (['not-found', 'bad-answer', 'refused'].includes(toAppError(thrown).code)) return null;
        throw thrown;
      }
    },
    async listCart() {
      return (await connection.read(get('/orders/cart/v1'), cartSchema, ref('service.what.cart'))).items;
    },
    getOrder: (orderId, filters) =>
      connection.read(
        get(`/orders/${orderId}/v1`, filters),
        orderListSchema,
        ref('service.what.order', { order: `${orderId}` }),
      ),

    async uploadModel(request, gate) {
      const body = uploadBody(request, (sent) => gate.onProgress?.(sent));
      const post: Question = { method: 'POST', url: at('/models/v1'), body };
      const what = ref('service.what.upload', { file: request.fileName });
      const outcome = await connection.write(post, gate, uploadedModelSchema, what);
      if (outcome.kind !== 'answered' || isSameFile(outcome.value, request)) return outcome;
      return { kind: 'unknown', error: differs(outcome.value.modelId, request.fileName) };
    },
    placeOrder(request, gate) {
      const post: Question = { method: 'POST', url: at('/orders/v1'), body: jsonBody(orderBody(request)) };
      return connection.write(post, gate, placedOrderSchema, ref('service.what.placeOrder'));
    },
    cancelOrder(orderId, gate) {
      const body = jsonBody({ status: 'cancelled' });
      const put: Question = { method: 'PUT', url: at(`/orders/${orderId}/v1`), body };
      return connection.write(
        put,
        gate,
        cancelledOrderSchema,
        ref('service.what.cancelOrder', { order: `${orderId}` }),
      );
    },
    removeModel(modelId, gate) {
      const question: Question = { method: 'DELETE', url: at(`/models/${modelId}/v1`) };
      return connection.write(
        question,
        gate,
        deletedModelSchema,
        ref('service.what.removeModel', { model: `${modelId}` }),
      );
    },
    reprint(orderId, { orderProductId, reasonId, comment, quantity }, gate) {
      const body = jsonBody({
        orderProductId,
        reprintReasonId: reasonId,
        reprintComment: comment,
        quantity,
      });
      const post: Question = { method: 'POST', url: at(`/orders/${orderId}/reprint/v1`), body };
      return connection.write(post, gate, reprintedOrderSchema, ref('service.what.reprint'));
    },
    editModel(modelId, details, gate) {
      const body = jsonBody(detailsBody(details));
      const put: Question = { method: 'PUT', url: at(`/models/${modelId}/info/v1`), body };
      return connection.write(
        put,
        gate,
        modelInfoSchema,
        ref('service.what.editModel', { model: `${modelId}` }),
      );
    },
    async addFile(modelId, request, gate) {
      const body = uploadBody(request, (sent) => gate.onProgress?.(sent));
      const post: Question = { method: 'POST', url: at(`/models/${modelId}/files/v1`), body };
      const what = ref('service.what.upload', { file: request.fileName });
      const outcome = await connection.write(post, gate, modelFileSchema, what);
      if (outcome.kind !== 'answered' || isSameFile(outcome.value, request)) return outcome;
      return { kind: 'unknown', error: differs(modelId, request.fileName) };
    },
    addPhoto(modelId, request, gate) {
      const body = photoBody(request, (sent) => gate.onProgress?.(sent));
      const post: Question = { method: 'POST', url: at(`/models/${modelId}/photos/v1`), body };
      return connection.write(post, gate, photoSchema, ref('service.what.photo', { model: `${modelId}` }));
    },
    addToCart({ modelId, materialId, quantity }, gate) {
      const body = jsonBody({ modelId, materialId, quantity });
      const post: Question = { method: 'POST', url: at('/orders/cart/v1'), body };
      return connection.write(post, gate, addedToCartSchema, ref('service.what.addToCart'));
    },
    customise({ spin, text, picture }, gate) {
      const customParams = {
        ...(text !== '' && { text }),
        ...(picture && { picture: picture.data, pictureName: picture.name }),
      };
      const post: Question = {
        method: 'POST',
        url: at('/shapejs/v1'),
        body: jsonBody({ spin, customParams }),
      };
      return connection.write(
        post,
        gate,
        customisedSchema,
        ref('service.what.customise', { product: `${spin}` }),
      );
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
