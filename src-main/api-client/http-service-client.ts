/**
 * The print service over HTTP, one method per resource. There is one client per account; the queue, the catalogue and
 * the command line call it. `service-connection.ts` sends the requests.
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
import { priceAnswerSchema } from '../../src-shared/api/price.ts';
import { printerListSchema } from '../../src-shared/api/printers.ts';
import { isSameFile } from '../../src-shared/api/same-file.ts';
import { serviceInfoSchema } from '../../src-shared/api/service-info.ts';
import { type AppError, CodedError } from '../../src-shared/result.ts';
import { readSuccess } from './answers.ts';
import { addressOf, parseBaseAddress } from './base-address.ts';
import { jsonBody, photoBody, uploadBody } from './bodies.ts';
import { withoutFileData } from './file-data.ts';
import { rateFromObject, serverDate } from './rate-notices.ts';
import type { ServiceClient } from './service-client.ts';
import { type ConnectionOptions, type Question, ServiceConnection } from './service-connection.ts';

export interface HttpServiceOptions extends ConnectionOptions {
  /** May have a path prefix. https, or http to this machine; otherwise throws `insecure-address`. */
  readonly baseUrl: string;
}

export interface HttpServiceClient extends ServiceClient {
  /** Closes the connections that reads kept open. */
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

  return {
    async getServiceInfo(signal) {
      const answer = await connection.readAnswer({ ...get('/api/v1/'), signal });
      const { rateLimit } = readSuccess(answer, serviceInfoSchema, 'the question about itself', clock.now());
      const now = clock.now();
      connection.noticeRate(rateFromObject(rateLimit, serverDate(answer.headers) ?? now, now));
      return rateLimit;
    },
    probeToken: (fingerprint) => connection.probe(get('/api/v1/'), fingerprint),
    async listMaterials() {
      const what = 'the request for materials';
      return Object.values((await connection.read(get('/materials/v1'), materialListSchema, what)).materials);
    },
    async listPrinters() {
      return (await connection.read(get('/printers/v1'), printerListSchema, 'the request for printers'))
        .printers;
    },
    async listCategories() {
      const what = 'the request for categories';
      return (await connection.read(get('/categories/v1'), categoryListSchema, what)).categories;
    },
    async quote(geometry, materials) {
      const question = materials.length > 0 ? { ...geometry, materials } : geometry;
      const post: Question = { method: 'POST', url: at('/price/v1'), body: jsonBody(question) };
      return (await connection.read(post, priceAnswerSchema, 'the request for prices')).prices;
    },
    async listModels(page) {
      const what = 'the request for models';
      return (await connection.read(get('/models/v1', { page }), modelListSchema, what)).models;
    },
    getModelInfo: (modelId) =>
      connection.read(get(`/models/${modelId}/info/v1`), modelInfoSchema, `the request for model ${modelId}`),
    getModelFile: (modelId, fileVersion) =>
      connection.read(
        get(`/models/${modelId}/files/${fileVersion}/v1`),
        modelFileSchema,
        `the request for the file of model ${modelId}`,
      ),
    async downloadFile(modelId, fileVersion, keep) {
      const what = `the request for the file of model ${modelId}`;
      const path = `/models/${modelId}/files/${fileVersion}/v1`;
      const known = await connection.read(get(path), modelFileSchema, what);
      const bytes = new PassThrough();
      const kept = keep(bytes, known.fileName);
      kept.catch(() => {});
      try {
        const question = { ...get(path, { file: 1 }), through: takingFile(bytes) };
        await connection.read(question, modelFileSchema, what);
        bytes.end();
      } catch (thrown) {
        bytes.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
        // If storing the file failed first, that is the reason to report.
        await kept;
        throw thrown;
      }
      const file = await kept;
      if (isSameFile(known, file)) return file;
      const message = `Not all of the file of model ${modelId} came, or it was changed on the way. Try again.`;
      throw new CodedError('file-changed', message);
    },
    async deleteModel(modelId) {
      const question: Question = { method: 'DELETE', url: at(`/models/${modelId}/v1`) };
      await connection.change(question, deletedModelSchema, `removing model ${modelId}`);
    },
    listOrders: (page) =>
      connection.read(
        get('/orders/v1', page === undefined ? undefined : { limit: page.limit, page: page.page }),
        orderListSchema,
        'the request for orders',
      ),
    async listCart() {
      return (await connection.read(get('/orders/cart/v1'), cartSchema, 'the request for the cart')).items;
    },
    getOrder: (orderId, filters) =>
      connection.read(
        get(`/orders/${orderId}/v1`, filters),
        orderListSchema,
        `the request for order ${orderId}`,
      ),

    async uploadModel(request, gate) {
      const body = uploadBody(request, (sent) => gate.onProgress?.(sent));
      const post: Question = { method: 'POST', url: at('/models/v1'), body };
      const what = `the upload of “${request.fileName}”`;
      const outcome = await connection.write(post, gate, uploadedModelSchema, what);
      if (outcome.kind !== 'answered' || isSameFile(outcome.value, request)) return outcome;
      return { kind: 'unknown', error: differs(outcome.value.modelId, request.fileName) };
    },
    placeOrder(request, gate) {
      const post: Question = { method: 'POST', url: at('/orders/v1'), body: jsonBody(orderBody(request)) };
      return connection.write(post, gate, placedOrderSchema, 'the order');
    },
    cancelOrder(orderId, gate) {
      const body = jsonBody({ status: 'cancelled' });
      const put: Question = { method: 'PUT', url: at(`/orders/${orderId}/v1`), body };
      return connection.write(put, gate, cancelledOrderSchema, `cancelling order ${orderId}`);
    },
    removeModel(modelId, gate) {
      const question: Question = { method: 'DELETE', url: at(`/models/${modelId}/v1`) };
      return connection.write(question, gate, deletedModelSchema, `removing model ${modelId}`);
    },
    reprint(orderId, { orderProductId, reasonId, comment, quantity }, gate) {
      const body = jsonBody({
        orderProductId,
        reprintReasonId: reasonId,
        reprintComment: comment,
        quantity,
      });
      const post: Question = { method: 'POST', url: at(`/orders/${orderId}/reprint/v1`), body };
      return connection.write(post, gate, reprintedOrderSchema, 'the reprint');
    },
    editModel(modelId, details, gate) {
      const body = jsonBody(detailsBody(details));
      const put: Question = { method: 'PUT', url: at(`/models/${modelId}/info/v1`), body };
      return connection.write(put, gate, modelInfoSchema, `the change of model ${modelId}`);
    },
    async addFile(modelId, request, gate) {
      const body = uploadBody(request, (sent) => gate.onProgress?.(sent));
      const post: Question = { method: 'POST', url: at(`/models/${modelId}/files/v1`), body };
      const what = `the upload of “${request.fileName}”`;
      const outcome = await connection.write(post, gate, modelFileSchema, what);
      if (outcome.kind !== 'answered' || isSameFile(outcome.value, request)) return outcome;
      return { kind: 'unknown', error: differs(modelId, request.fileName) };
    },
    addPhoto(modelId, request, gate) {
      const body = photoBody(request, (sent) => gate.onProgress?.(sent));
      const post: Question = { method: 'POST', url: at(`/models/${modelId}/photos/v1`), body };
      return connection.write(post, gate, photoSchema, `the photo of model ${modelId}`);
    },
    addToCart({ modelId, materialId, quantity }, gate) {
      const body = jsonBody({ modelId, materialId, quantity });
      const post: Question = { method: 'POST', url: at('/orders/cart/v1'), body };
      return connection.write(post, gate, addedToCartSchema, 'the item for the cart');
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
      return connection.write(post, gate, customisedSchema, `customising product ${spin}`);
    },
    close: () => connection.close(),
  };
}

/** Pipes the file of an answer into a stream, with back-pressure. */
const takingFile = (stream: PassThrough) => (parts: AsyncIterable<Buffer>) =>
  withoutFileData(parts, async (bytes) => {
    if (!stream.write(bytes)) await once(stream, 'drain');
  });

/** Optional fields are omitted instead of sent empty, so that an empty address line is no address line. */
function orderBody(request: OrderRequest): Record<string, unknown> {
  const isFilled = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(request).filter(([, value]) => isFilled(value)));
}

/**
 * The service created a model, but not from these bytes. The result is `unknown`: the model must not be ordered, yet it
 * exists. The job is shown and never sent again automatically.
 */
const differs = (modelId: number, fileName: string): AppError => ({
  code: 'checksum-mismatch',
  message: `The service stored model ${modelId} with other bytes than those of “${fileName}”. Remove that model in the Library and upload the file again.`,
});
