/**
 * Jobs, cart lines and orders for tests of the window: complete and valid, each with the changes of the test.
 */
import type { PriceGeometry } from '../../src-shared/api/price.ts';
import type { CartLine } from '../../src-shared/ipc/cart-line.ts';
import type { ModelView } from '../../src-shared/ipc/model-view.ts';
import type { OrderView } from '../../src-shared/ipc/order-view.ts';
import type { ChangeJob, OrderJob, UploadJob } from '../../src-shared/jobs/job.ts';
import { cubicMetres, metres, squareMetres } from '../../src-shared/units/units.ts';
import { usAddress } from './address.ts';
import { agreed } from './jobs.ts';

const common = {
  accountId: 'local',
  state: 'queued',
  wait: null,
  notBefore: null,
  attempt: 0,
  createdAt: 1_760_000_000_000,
  updatedAt: 1_760_000_000_000,
  problem: null,
  dependsOn: [],
} as const;

const sha256 = 'a'.repeat(64);
const md5 = 'b'.repeat(32);

export const sampleGeometry: PriceGeometry = {
  volume: cubicMetres(2e-6),
  area: squareMetres(1.2e-3),
  xBoundMin: metres(0),
  xBoundMax: metres(0.03),
  yBoundMin: metres(0),
  yBoundMax: metres(0.02),
  zBoundMin: metres(0),
  zBoundMax: metres(0.01),
};

export const uploadJob = (changes: Partial<UploadJob> = {}): UploadJob => ({
  ...common,
  dependsOn: [],
  id: 'upload-1',
  kind: 'upload',
  payload: {
    file: sha256,
    fileName: 'bracket.stl',
    size: 48_284,
    md5,
    uploadScale: 0.001,
    title: 'bracket',
  },
  result: null,
  ...changes,
});

export const orderJob = (changes: Partial<OrderJob> = {}): OrderJob => ({
  ...common,
  dependsOn: [],
  id: 'order-1',
  kind: 'order',
  payload: agreed({
    lines: [
      {
        source: { modelId: 41 },
        materialId: 6,
        quantity: 2,
        title: 'bracket',
        materialTitle: 'White Strong & Flexible',
        unitPrice: 6.2,
        geometry: sampleGeometry,
      },
    ],
    address: usAddress,
    shippingOption: 'Cheapest',
    confirmedParts: 12.4,
    currency: 'USD',
    consentAt: 1_760_000_000_000,
  }),
  result: null,
  offer: null,
  ...changes,
});

export const changeJob = (changes: Partial<ChangeJob> = {}): ChangeJob => ({
  ...common,
  dependsOn: [],
  id: 'change-1',
  kind: 'change',
  payload: { op: 'cancel-order', orderId: 1001 },
  result: null,
  ...changes,
});

export const cartLine = (changes: Partial<CartLine> = {}): CartLine => ({
  id: 'line-1',
  file: { sha256, size: 48_284, name: 'bracket.stl', path: null },
  uploadScale: 0.001,
  title: 'bracket',
  geometry: sampleGeometry,
  materialId: 6,
  materialTitle: 'White Strong & Flexible',
  quantity: 2,
  unitPrice: 6.2,
  currency: 'USD',
  quotedAt: 1_760_000_000_000,
  source: null,
  ...changes,
});

export const orderView = (changes: Partial<OrderView> = {}): OrderView => ({
  orderId: 1001,
  status: 'placed',
  targetShipDate: '2026-12-01 17:00:00',
  targetDeliveryDate: '2026-12-04 17:00:00',
  items: [
    {
      orderProductId: 5001,
      title: 'bracket',
      description: 'White Strong & Flexible',
      quantity: 2,
      status: { processing: 2, in_production: 0, complete: 0, cancelled: 0 },
      models: [{ modelId: 41, materialId: 6, rejectionReasons: [], affectedMaterials: [] }],
    },
  ],
  shipments: [],
  currency: 'USD',
  placedAt: 1_760_000_000_000,
  refNumber: null,
  receipt: 'https://print.example/checkout/receipt?orderId=1001',
  ...changes,
});

export const modelView = (changes: Partial<ModelView> = {}): ModelView => ({
  modelId: 7,
  accountId: 'local',
  isLocal: false,
  modelVersion: 1,
  printable: 'yes',
  spin: '9XK2P',
  pages: [],
  materials: {
    '6': {
      title: 'White Strong & Flexible',
      basePrice: 10,
      price: 11,
      isPrintable: true,
      restrictions: [],
    },
    '25': {
      title: 'Black Strong & Flexible',
      basePrice: null,
      price: null,
      isPrintable: false,
      restrictions: ['The model must be one connected part'],
    },
  },
  currency: 'USD',
  secretKey: 's3',
  secretPage: 'https://prints.example/model/7?key=s3',
  claimKey: '',
  claimPage: null,
  details: {
    title: 'bracket',
    description: '',
    tags: ['shelf'],
    isPublic: false,
    isClaimable: false,
    isForSale: false,
    isDownloadable: false,
    defaultMaterialId: 6,
    categories: [],
    materials: {},
  },
  ...changes,
});
