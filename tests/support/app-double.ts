/**
 * The application behind the contract as a small double: real validation by `dispatch`, a price of 10 per cm³
 * of volume, and jobs that end as the test says.
 */

import { dispatch } from '../../src-main/dispatch.ts';
import type { Connection } from '../../src-main/hosts/cli/app/surroundings.ts';
import type { PriceGeometry } from '../../src-shared/api/price.ts';
import type { AppErrorCode } from '../../src-shared/error-codes.ts';
import { type AppClient, type AppContract, contract } from '../../src-shared/ipc/contract.ts';
import type { Handlers } from '../../src-shared/ipc/wire.ts';
import type { Job, OrderJob, UploadJob } from '../../src-shared/jobs/job.ts';
import { noExtras } from '../../src-shared/jobs/order-extras.ts';
import { CodedError, type Result } from '../../src-shared/result.ts';
import { centimetres } from '../../src-shared/units/units.ts';
import { usAddress } from './address.ts';
import { sampleStatus } from './bridge-double.ts';
import { orderJob, orderView, uploadJob } from './samples.ts';

const printer = (printerId: number, title: string, most: number) => ({
  printerId,
  title,
  xBoundMin: centimetres(0.1),
  xBoundMax: centimetres(most),
  yBoundMin: centimetres(0.1),
  yBoundMax: centimetres(most),
  zBoundMin: centimetres(0.1),
  zBoundMax: centimetres(most),
});

const material = (materialId: number, title: string, printerId: number) => ({
  materialId,
  title,
  supportsColorFiles: false,
  printerId,
  swatch: '',
  restrictions: {},
});

export const doubleCatalog = {
  materials: [
    material(6, 'White Strong & Flexible', 1),
    material(25, 'Black Strong & Flexible', 1),
    material(81, 'Polished Silver', 2),
  ],
  printers: [printer(1, 'Large', 60), printer(2, 'Small', 1)],
  categories: {},
  fetchedAt: 1_760_000_000_000,
};

/** 10 per cm³; silver costs ten times as much, and material 25 has no price yet. */
export function doublePrices(geometry: PriceGeometry, materials: readonly number[]) {
  const wanted = materials.length > 0 ? materials : doubleCatalog.materials.map((m) => m.materialId);
  const base = Math.round(geometry.volume * 1e6 * 10 * 100) / 100;
  const priceOf = (id: number) => (id === 25 ? 0 : id === 81 ? base * 10 : base);
  return Object.fromEntries(wanted.map((id) => [String(id), { price: priceOf(id), currency: 'USD' }]));
}

type Overrides = Partial<Handlers<AppContract>>;

export interface AppDouble {
  connection(): Connection;
  /** Names and inputs of all calls so far. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  /** The input of the only call of this name. */
  inputOf(name: string): unknown;
  jobs: Job[];
  readonly closes: number;
}

export interface Ending {
  /** The outcome of an enqueued upload or order. */
  readonly upload?: Partial<UploadJob>;
  readonly order?: Partial<OrderJob>;
}

export function appDouble(overrides: Overrides = {}, ending: Ending = {}): AppDouble {
  const calls: { name: string; input: unknown }[] = [];
  let closes = 0;
  const double: AppDouble = {
    calls,
    jobs: [],
    get closes() {
      return closes;
    },
    inputOf(name) {
      const matching = calls.filter((call) => call.name === name);
      if (matching.length !== 1) throw new Error(`${name} was called ${matching.length} times`);
      return matching[0]?.input;
    },
    connection: () => ({
      client,
      runsHere: true,
      close: async () => {
        closes++;
      },
    }),
  };
  const handlers = { ...defaultHandlers(double, ending), ...overrides } as Handlers<AppContract>;
  const client: AppClient = {
    async invoke(name, input) {
      calls.push({ name, input });
      const answer = await dispatch(contract, handlers, name, input, () => {});
      return answer as Result<never>;
    },
    on: () => () => {},
  };
  return double;
}

/** A call that the test does not expect has no handler and fails. */
function defaultHandlers(double: AppDouble, ending: Ending): Overrides {
  return {
    'app.status': () => sampleStatus(),
    'accounts.list': () => [sampleStatus().account],
    'catalog.get': () => doubleCatalog,
    'settings.get': () => ({ theme: 'system', displayUnit: 'mm', priceTolerance: 0, unitMemory: {} }),
    'workspace.get': () => ({
      plate: [],
      selected: null,
      cart: [],
      address: usAddress,
      shippingOption: 'Fastest',
      extras: noExtras,
    }),
    'price.quote': ({ geometry, materials }) => ({
      prices: doublePrices(geometry, materials),
      quotedAt: 1_760_000_000_000,
      source: 'live',
    }),
    'files.importPath': ({ path }) => ({
      sha256: 'a'.repeat(64),
      md5: 'b'.repeat(32),
      size: 684,
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
    }),
    'queue.list': () => double.jobs,
    'queue.checking': () => ({ checking: false }),
    'queue.enqueueUpload': ({ title, uploadScale, file }) => {
      const job = uploadJob({ id: `upload-${double.jobs.length + 1}` });
      const queued = { ...job, payload: { ...job.payload, title, uploadScale, fileName: file.name } };
      double.jobs.push({ ...queued, ...(ending.upload ?? doneUpload(double.jobs.length + 1)) });
      return queued;
    },
    'queue.placeOrder': ({ confirmedParts, lines }) => {
      const upload = uploadJob({ id: 'upload-1' });
      const order = orderJob({ id: 'order-1', wait: 'dependency', dependsOn: [upload.id] });
      const currency = lines[0]?.currency ?? '';
      const placed = { ...order, payload: { ...order.payload, confirmedParts, currency } };
      double.jobs.push({ ...upload, ...(ending.upload ?? doneUpload(1)) });
      double.jobs.push({ ...placed, wait: null, ...(ending.order ?? doneOrder) });
      return { order: placed };
    },
    'orders.shippingPrices': () => ({ prices: null }),
    'orders.list': () => ({ orders: [orderView()], fetchedAt: 1_760_000_000_000, source: 'live' }),
  };
}

const doneUpload = (modelId: number): Partial<UploadJob> => ({
  state: 'done',
  result: { modelId, modelVersion: 0, printable: 'yes' },
});

const doneOrder: Partial<OrderJob> = {
  state: 'done',
  result: { orderId: 1042, productionOrderIds: [7] },
};

/** A handler that always fails like this. */
export const failing =
  (code: AppErrorCode, message = 'It does not work.') =>
  (): never => {
    throw new CodedError(code, message);
  };
