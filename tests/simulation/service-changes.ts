/**
 * How the simulated service handles changes besides new models and orders: cancelling, removing, editing, new
 * files, photos, the cart, reprints, customised products. Each effect is recorded with the request that
 * caused it.
 */
import { createHash } from 'node:crypto';
import type { ChangeOp } from '../../src-shared/jobs/change.ts';
import { fileOf, infoOf, type PrintService, type Reply } from './service.ts';

/** A change as it arrived; `id`: the number in its path; `cause`: the request on the wire. */
interface Arrival {
  readonly id: number;
  readonly body: string;
  readonly cause: number;
}

/** Method and path of each change, as `PrintService.act` names routes. */
const changeRoutes: Readonly<Record<ChangeOp, string>> = {
  'cancel-order': 'PUT orders/#/v1',
  'delete-model': 'DELETE models/#/v1',
  reprint: 'POST orders/#/reprint',
  'edit-model': 'PUT models/#/info',
  'add-file': 'POST models/#/files',
  'add-photo': 'POST models/#/photos',
  'add-to-cart': 'POST orders/cart',
  customise: 'POST shapejs/v1',
};
const opOfRoute = new Map(Object.entries(changeRoutes).map(([op, route]) => [route, op as ChangeOp]));

/** Null: no change. */
export const changeOf = (route: string): ChangeOp | null => opOfRoute.get(route) ?? null;

/** Null: no change. */
export function actOnChange(service: PrintService, route: string, arrival: Arrival): Reply | null {
  const op = changeOf(route);
  return op === null ? null : acts[op](service, arrival);
}

type Act = (service: PrintService, arrival: Arrival) => Reply;

const noModel = (service: PrintService) => service.failure(404, 'There is no such model.');

function noteEffect(service: PrintService, op: ChangeOp, remoteId: number, cause: number): void {
  service.effects.push({ at: service.time, op, cause, remoteId });
  service.note(`does ${op} of ${remoteId} for wire ${cause}`);
}

const acts: Readonly<Record<ChangeOp, Act>> = {
  'cancel-order': (service, { id, cause }) => {
    const order = service.orders.find(({ orderId }) => orderId === id);
    if (!order) return service.failure(404, 'There is no such order.');
    if (order.cancelledAt === null && order.producedAt !== null && order.producedAt <= service.time)
      return service.failure(400, 'Its production has started.');
    if (order.cancelledAt !== null && service.manners.cancelsOnce)
      return service.failure(400, 'It is cancelled already.');
    if (service.manners.lieAbout('cancellation')) return service.success({ orderId: id });
    order.cancelledAt ??= service.time;
    noteEffect(service, 'cancel-order', id, cause);
    return service.success({ orderId: id });
  },
  'delete-model': (service, { id, cause }) => {
    const model = service.model(id);
    if (!model) return noModel(service);
    model.gone = service.time;
    noteEffect(service, 'delete-model', id, cause);
    return service.success({ modelId: id });
  },
  reprint: (service, { id, body, cause }) => {
    const original = service.orders.find(({ orderId }) => orderId === id);
    const { orderProductId, quantity } = JSON.parse(body) as { orderProductId: number; quantity: number };
    const item = original?.items[orderProductId - 1];
    if (!original || !item) return service.failure(404, 'There is no such product.');
    if (original.cancelledAt !== null) return service.failure(400, 'It was cancelled and never printed.');
    // To the same address, its lines included.
    const { orderId } = service.makeOrder([{ ...item, quantity }], original.body, cause, original.owner);
    noteEffect(service, 'reprint', orderId, cause);
    return service.success({ orderId });
  },
  'edit-model': (service, { id, body, cause }) => {
    const model = service.model(id);
    if (!model) return noModel(service);
    const { title = model.title, description = model.description } = JSON.parse(body) as {
      title?: string;
      description?: string;
    };
    editModel(service, id, { title, description }, cause);
    noteEffect(service, 'edit-model', id, cause);
    return service.success(infoOf(model, service.unitPrice));
  },
  'add-file': (service, { id, body, cause }) => {
    const model = service.model(id);
    if (!model) return noModel(service);
    const sent = JSON.parse(body) as { file: string; fileName: string };
    model.versions.push({ fileName: sent.fileName, ...factsOf(sent.file), at: service.time, cause });
    noteEffect(service, 'add-file', id, cause);
    return service.success({ ...infoOf(model, service.unitPrice), ...fileOf(model, model.versions.length) });
  },
  'add-photo': (service, { id, body, cause }) => {
    const model = service.model(id);
    if (!model) return noModel(service);
    const sent = JSON.parse(body) as { file: string; title?: string };
    const { md5, size } = factsOf(sent.file);
    noteEffect(service, 'add-photo', id, cause);
    return service.success({
      photoId: service.newId(),
      modelId: id,
      contentLength: size,
      fileMd5Checksum: md5,
      title: sent.title ?? '',
      description: '',
      width: 1,
      height: 1,
      photoCount: service.effects.filter(({ op, remoteId }) => op === 'add-photo' && remoteId === id).length,
    });
  },
  'add-to-cart': (service, { body, cause }) => {
    const { modelId, materialId, quantity } = JSON.parse(body) as {
      modelId: number;
      materialId: number;
      quantity: number;
    };
    if (modelId >= 100 && !service.model(modelId)) return noModel(service);
    service.cart.push({ at: service.time, modelId, materialId, quantity, cause });
    noteEffect(service, 'add-to-cart', modelId, cause);
    return service.success({});
  },
  customise: (service, { cause }) => {
    const modelId = service.newId();
    service.makeModel(
      { modelId, title: 'customised', fileName: 'made.x3d', md5: '0'.repeat(32), size: 1 },
      cause,
    );
    noteEffect(service, 'customise', modelId, cause);
    return service.success({ spin: `SPIN${modelId}`, modelId });
  },
};

function factsOf(base64: string): { md5: string; size: number } {
  const bytes = Buffer.from(base64, 'base64');
  return { md5: createHash('md5').update(bytes).digest('hex'), size: bytes.length };
}

/** By the queue, or by somebody else (`cause` null). */
export function editModel(
  service: PrintService,
  modelId: number,
  details: { readonly title: string; readonly description: string },
  cause: number | null,
): void {
  const model = service.model(modelId);
  if (!model) return;
  Object.assign(model, details);
  model.edits.push({ at: service.time, ...details, cause });
}
