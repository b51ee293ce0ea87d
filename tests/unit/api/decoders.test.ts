/** Answers of docs/interface.md and of recordings (compatibility: Recorded answers), copied by hand. */
import { describe, expect, it } from 'vitest';
import { decode } from '../../../src-main/api-client/decode.ts';
import { categoryAnswerSchema, categoryListSchema } from '../../../src-shared/api/categories.ts';
import { materialAnswerSchema, materialListSchema } from '../../../src-shared/api/materials.ts';
import { modelListSchema, modelSchema, uploadedModelSchema } from '../../../src-shared/api/models.ts';
import { accessTokenSchema } from '../../../src-shared/api/oauth.ts';
import { orderListSchema, placedOrderSchema } from '../../../src-shared/api/orders.ts';
import { priceAnswerSchema, priceRequestSchema, readPricesSchema } from '../../../src-shared/api/price.ts';
import { printerListSchema } from '../../../src-shared/api/printers.ts';
import { serviceInfoSchema } from '../../../src-shared/api/service-info.ts';
import { number } from '../../../src-shared/api/wire.ts';

describe('GET /materials/v1', () => {
  const entry = {
    title: 'White Strong & Flexible',
    supportsColorFiles: '0',
    printerId: '5',
    swatch: 'http://example.org/white.jpg',
    materialId: '6',
  };
  const restriction = {
    '2': { restrictionId: 2, restrictionName: 'max size', restrictionEntityIds: [5] },
  };

  it('Material fields are read with a capital or a lower-case first letter.', () => {
    const capital = {
      result: 'success',
      Materials: { '6': { ...entry, Restrictions: restriction } },
      nextActionSuggestions: [],
    };
    const lower = { result: 'success', materials: { '6': { ...entry, restrictions: restriction } } };
    for (const answer of [capital, lower]) {
      const { materials } = decode(materialListSchema, answer, 'the materials');
      expect(materials['6']).toMatchObject({ materialId: 6, printerId: 5, supportsColorFiles: false });
      expect(materials['6']?.restrictions['2']?.restrictionEntityIds).toEqual([5]);
    }
  });

  it('The key of a material is its id if the entry does not repeat it.', () => {
    const { materialId: _, ...bare } = entry;
    const { materials } = decode(materialListSchema, { result: 'success', materials: { '6': bare } }, 'it');
    expect(materials['6']?.materialId).toBe(6);
  });

  it('Null restrictions and ids sent as strings are read.', () => {
    const single = { result: 'success', ...entry, supportsColorFiles: true, restrictions: null };
    expect(decode(materialAnswerSchema, single, 'a material')).toMatchObject({
      materialId: 6,
      supportsColorFiles: true,
      restrictions: {},
    });
  });
});

describe('GET /printers/v1', () => {
  it('Printer bounds sent as strings are read in cm.', () => {
    const answer = {
      result: 'success',
      printers: [
        {
          printerId: '1',
          title: 'Somatech FDM',
          xBoundMin: '0.2500',
          xBoundMax: '25.0000',
          yBoundMin: '0.2500',
          yBoundMax: '25.0000',
          zBoundMin: '0.1000',
          zBoundMax: '30.0000',
        },
      ],
      nextActionSuggestions: [],
    };
    expect(decode(printerListSchema, answer, 'the printers').printers[0]).toMatchObject({
      printerId: 1,
      xBoundMin: 0.25,
      zBoundMax: 30,
    });
  });
});

describe('POST /price/v1', () => {
  it('The recorded price answer for a 1 cm cube is read.', () => {
    const answer = {
      result: 'success',
      prices: {
        '6': { materialId: '6', price: 2.9, currency: 'USD' },
        '81': { materialId: '81', price: 73, currency: 'USD' },
      },
      nextActionSuggestions: [],
    };
    const { prices } = decode(priceAnswerSchema, answer, 'the prices');
    expect(prices['6']).toMatchObject({ price: 2.9, currency: 'USD' });
  });

  it.each([null, 'N/A', true, [], {}, Number.NaN])(
    'The bad price %j hides its own material alone.',
    (price) => {
      const prices = { '6': { price, currency: 'USD' }, '25': { price: '2.9', currency: 'USD' } };
      const read = decode(readPricesSchema, { result: 'success', prices }, 'the prices');
      expect(read.prices['6']).toEqual({ price: 0, currency: '' });
      expect(read.prices['25']).toMatchObject({ price: 2.9, currency: 'USD' });
    },
  );

  it('An answer in which no price can be read is not understood.', () => {
    const prices = { '6': { price: null }, '25': { price: null } };
    expect(() => decode(readPricesSchema, { result: 'success', prices }, 'the prices')).toThrow('prices');
  });

  it('A price request has bounds 0 and all materials by default.', () => {
    expect(priceRequestSchema.parse({ volume: 1e-6, area: '0.0006' })).toEqual({
      volume: 1e-6,
      area: 0.0006,
      xBoundMin: 0,
      xBoundMax: 0,
      yBoundMin: 0,
      yBoundMax: 0,
      zBoundMin: 0,
      zBoundMax: 0,
      materials: [],
    });
  });
});

describe('models', () => {
  const model = {
    result: 'success',
    modelId: '1114694',
    modelVersion: '0',
    title: 'Usb-holder',
    fileName: 'usb-holder.stl',
    contentLength: 4684,
    fileMd5Checksum: '2bca8c0924d2972e4708532804864ef8',
    fileData: null,
    description: 'A USB memory stick holder.',
    isPublic: 0,
    isForSale: 0,
    materials: { '6': { materialId: '6', markup: '0.000000', isActive: 1 } },
    secretKey: '15c4e2b177ec8112c9ae613efbccc70b',
    defaultMaterialId: '6',
    categories: { '25': { categoryId: '25', title: 'Accessories', level: '2', parentId: '40' } },
    nextActionSuggestions: { deleteModel: { method: 'DELETE', restUrl: 'x', link: '/models/1114694/v1' } },
    printable: 'yes',
  };

  it('The recorded model is read.', () => {
    const read = decode(modelSchema, model, 'the model');
    expect(read).toMatchObject({ modelId: 1114694, modelVersion: 0, isPublic: false, defaultMaterialId: 6 });
    expect(read.materials['6']).toMatchObject({ markup: 0, isActive: true });
    expect(read.categories['25']).toMatchObject({ parentId: 40 });
  });

  it('addModelPhoto inside materials is not a material.', () => {
    const { fileData: _, ...rest } = model;
    const uploaded = {
      ...rest,
      materials: { ...model.materials, addModelPhoto: { method: 'POST', restUrl: 'x', link: '/y' } },
    };
    expect(Object.keys(decode(uploadedModelSchema, uploaded, 'the upload').materials)).toEqual(['6']);
  });

  it('An empty object that PHP wrote as an array is read.', () => {
    const empty = { ...model, materials: [], categories: [], urls: [] };
    expect(decode(modelSchema, empty, 'the model')).toMatchObject({
      materials: {},
      categories: {},
      urls: {},
    });
  });

  it('A page of the model list is read.', () => {
    const page = { result: 'success', models: [{ modelId: 1, modelVersion: 0, title: 'Gear' }] };
    expect(decode(modelListSchema, page, 'the models').models).toMatchObject([{ modelId: 1, title: 'Gear' }]);
  });
});

describe('orders', () => {
  it('The three parts of an order list are read.', () => {
    const answer = {
      result: 'success',
      ordersCount: { total: 1, placed: 0, in_production: 1, cancelled: 0, unknown: 0, shipped: 0 },
      ordersStatus: {
        '1234': {
          status: 'in_production',
          items: {
            '77': {
              title: 'Gear',
              quantity: 2,
              status: { processing: 1, in_production: 1, complete: 0, cancelled: 0 },
            },
          },
        },
      },
      ordersInfo: [
        {
          orderId: 1234,
          refNumber: null,
          targetDeliveryDate: '2026-12-01 00:00:00',
          targetShipDate: '2026-11-28 00:00:00',
          shipments: null,
          orderProducts: [
            {
              orderProductId: '77',
              spin: 'ABCD',
              productTitle: 'Gear',
              optionId: '5',
              optionDescription: 'Gear in Alumide',
              quantity: '2',
              models: [
                {
                  modelId: '9',
                  materialId: '28',
                  title: 'Gear',
                  rejection: { rejectionReasons: [], affectedMaterials: [] },
                },
              ],
            },
          ],
        },
      ],
      nextActionSuggestions: { url: null },
    };
    const read = decode(orderListSchema, answer, 'the orders');
    expect(read.ordersStatus['1234']?.items['77']?.status).toMatchObject({ processing: 1, in_production: 1 });
    expect(read.ordersInfo[0]).toMatchObject({ orderId: 1234, shipments: [] });
    expect(read.ordersInfo[0]?.orderProducts[0]).toMatchObject({ orderProductId: 77, quantity: 2 });
  });

  it('Orders are read without their nullable fields, since reconciliation searches them.', () => {
    const answer = {
      result: 'success',
      ordersCount: { total: 1 },
      ordersStatus: { '1': { status: 'placed', items: [] } },
      ordersInfo: [{ orderId: 1, orderProducts: [{ orderProductId: 2, quantity: 1 }] }],
    };
    expect(decode(orderListSchema, answer, 'the orders').ordersInfo[0]).toMatchObject({
      orderId: 1,
      shipments: [],
      orderProducts: [{ orderProductId: 2, models: [] }],
    });
  });

  it('An order status that the spec does not name is read as unknown.', () => {
    const answer = {
      result: 'success',
      ordersCount: { total: 1 },
      ordersStatus: { '1': { status: 'on_hold', items: [] } },
      ordersInfo: [],
    };
    expect(decode(orderListSchema, answer, 'the orders').ordersStatus['1']?.status).toBe('unknown');
  });

  it('The answer to a placed order is read.', () => {
    const answer = {
      result: 'success',
      orderId: 1234,
      productionOrderIds: [55, '56'],
      nextActionSuggestions: { checkOrderStatus: '/checkout/receipt?orderId=1234' },
    };
    expect(decode(placedOrderSchema, answer, 'the order')).toMatchObject({
      orderId: 1234,
      productionOrderIds: [55, 56],
    });
  });
});

describe('the envelope', () => {
  const info = {
    result: 'success',
    nextActionSuggestions: [],
    rateLimit: {
      retryInSeconds: 0,
      retryTimestamp: 1369414997,
      windowInSeconds: 300,
      limit: 150,
      remaining: 149,
      history: [0, 0, 0, 1, 0],
    },
  };

  it('The answer of GET /api/v1/ is read.', () => {
    expect(decode(serviceInfoSchema, info, 'its information').rateLimit).toMatchObject({ remaining: 149 });
  });

  it('An answer without success, or without a field, is refused with the name of the field.', () => {
    const failed = { ...info, result: 'failure' };
    expect(() => decode(serviceInfoSchema, failed, 'its information')).toThrow(/field result/);
    const { limit: _, ...rest } = info.rateLimit;
    expect(() => decode(serviceInfoSchema, { ...info, rateLimit: rest }, 'its information')).toThrow(
      /field rateLimit\.limit/,
    );
  });

  it('A token answer is read with and without refresh_token.', () => {
    const token = { access_token: 'abc', token_type: 'bearer', expires_in: 3600 };
    expect(accessTokenSchema.parse(token)).toEqual(token);
    expect(accessTokenSchema.parse({ ...token, token_type: 'Bearer', refresh_token: 'r' })).toMatchObject({
      refresh_token: 'r',
    });
    for (const none of [null, ''])
      expect(accessTokenSchema.parse({ ...token, refresh_token: none }).refresh_token).toBeUndefined();
    expect(accessTokenSchema.safeParse({ ...token, token_type: 'mac' }).success).toBe(false);
  });

  it('A category is read as in the spec and as recorded.', () => {
    const specified = { result: 'success', category: { title: 'Cases', parentId: 40 } };
    const recorded = { result: 'success', categoryId: '100', title: 'Cases', level: '2', parentId: '40' };
    for (const answer of [specified, recorded])
      expect(decode(categoryAnswerSchema, answer, 'the category').category).toMatchObject({
        title: 'Cases',
        parentId: 40,
      });
  });

  it('Categories keyed by id are read.', () => {
    const answer = {
      result: 'success',
      categories: { '16': { title: 'Art', parentId: 0 }, '27': { title: 'Sculptures', parentId: '16' } },
    };
    expect(decode(categoryListSchema, answer, 'the categories').categories['27']).toMatchObject({
      parentId: 16,
    });
  });
});

describe('numbers sent as texts', () => {
  it.each([
    ['1', 1],
    [' 2.50 ', 2.5],
    ['+3.', 3],
    ['.5', 0.5],
    ['-1e-3', -0.001],
    [String(Number.MAX_VALUE), Number.MAX_VALUE],
    ['9'.repeat(300), Number('9'.repeat(300))],
  ])('The number %j is read from text.', (sent, value) => {
    expect(number.parse(sent)).toBe(value);
  });

  it.each(['', '.', 'e5', '1e', '0x10', '1 2', '1.2.3', 'Infinity', 'NaN'])(
    'The text %j is refused as a number.',
    (sent) => {
      expect(number.safeParse(sent).success).toBe(false);
    },
  );

  it('A million digits are refused in milliseconds, whatever follows them.', () => {
    const digits = '1'.repeat(1_000_000);
    const start = performance.now();
    for (const sent of [digits, `${digits}x`, `.${digits}x`, `1e${digits}x`, ' '.repeat(1_000_000)])
      expect(number.safeParse(sent).success).toBe(false);
    // With a quadratic pattern, a tenth of the digits took a minute.
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
