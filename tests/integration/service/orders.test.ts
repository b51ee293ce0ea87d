import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxStl, openBoxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

let service: TestService;
let cube: number;
// A Friday.
const now = Date.parse('2026-11-20T10:00:00Z');
beforeAll(async () => {
  service = await startService({ clock: () => now });
  cube = await upload(service, boxStl(10, 10, 10), { title: 'Cube' });
});
afterAll(() => service.close());

const body = (
  others: Record<string, unknown> = {},
  items = [{ modelId: cube, materialId: 6, quantity: 2 }],
) => orderBody(items, service.credentials.payment_verification_id, others);
const place = async (
  others: Record<string, unknown> = {},
  items?: { modelId: number; materialId: number; quantity: number }[],
) => {
  const answer = await service.call('POST', '/orders/v1', body(others, items));
  if (answer.status !== 200) throw new Error(answer.body.reason);
  return answer.body as { orderId: number; productionOrderIds: number[]; nextActionSuggestions: unknown };
};

describe('refused orders', () => {
  it.each([
    ['items', undefined, 'Field <items> is required, but missing.'],
    ['items', [], /<items>/],
    ['firstName', '', 'Field <firstName> is required, but missing.'],
    ['lastName', undefined, 'Field <lastName> is required, but missing.'],
    ['country', undefined, 'Field <country> is required, but missing.'],
    ['country', 'XX', /<country> cannot be used. No country has this name/],
    // The European Union and the Netherlands Antilles have names like countries and no code in ISO 3166.
    ['country', 'EU', /No country/],
    ['country', 'Atlantis', /No country/],
    ['country', 'an', /No country/],
    ['state', undefined, 'Field <state> is required, but missing.'],
    ['state', 'New York', /<state> cannot be used.*2-letter/],
    ['city', undefined, 'Field <city> is required, but missing.'],
    ['address1', undefined, 'Field <address1> is required, but missing.'],
    ['zipCode', undefined, 'Field <zipCode> is required, but missing.'],
    ['phoneNumber', undefined, 'Field <phoneNumber> is required, but missing.'],
    ['phoneNumber', '212-555-0100', /<phoneNumber> cannot be used.*10 digits/],
    ['phoneNumber', '12125550100', /10 digits/],
    ['paymentVerificationId', undefined, 'Field <paymentVerificationId> is required, but missing.'],
    ['paymentVerificationId', 'guessed', /<paymentVerificationId> is not the one/],
    ['paymentMethod', undefined, 'Field <paymentMethod> is required, but missing.'],
    ['paymentMethod', 'bitcoin', /"credit_card"/],
    ['shippingOption', undefined, 'Field <shippingOption> is required, but missing.'],
    ['shippingOption', 'Teleport', /"Cheapest" or "Fastest"/],
  ])('An order is refused for %s = %j.', async (field, value, reason) => {
    const answer = await service.call('POST', '/orders/v1', { ...body(), [field]: value });
    expect([answer.status, answer.body.result]).toEqual([400, 'failure']);
    expect(answer.body.reason).toMatch(reason);
  });

  it.each([
    ['an unknown model', { modelId: 999999 }, /model 999999/],
    ['an unknown material', { materialId: 424242 }, /material 424242/],
    ['no copies', { quantity: 0 }, /quantity/],
    ['half a copy', { quantity: 1.5 }, /quantity/],
    ['a million copies', { quantity: 1_000_000 }, /quantity/],
  ])('An order refuses %s.', async (_, change, reason) => {
    const items = [{ modelId: cube, materialId: 6, quantity: 1, ...change }];
    const answer = await service.call('POST', '/orders/v1', body({}, items));
    expect(answer.status).toBe(400);
    expect(answer.body.reason).toMatch(reason);
  });

  it('A refused order leaves nothing behind.', async () => {
    expect((await service.call('GET', '/orders/v1')).body.ordersCount.total).toBe(0);
    expect(await service.query('select order_id from print_order')).toEqual([]);
  });
});

describe('POST /orders/v1', () => {
  it('A placed order is answered with its ids and where to look.', async () => {
    const placed = await place({}, [
      { modelId: cube, materialId: 6, quantity: 1 },
      { modelId: cube, materialId: 81, quantity: 3 },
    ]);
    expect(placed).toEqual({
      result: 'success',
      orderId: expect.any(Number),
      productionOrderIds: [expect.any(Number), expect.any(Number)],
      nextActionSuggestions: { checkOrderStatus: `/checkout/receipt?orderId=${placed.orderId}` },
    });
  });

  it('The phone rule applies in Canada and not elsewhere.', async () => {
    const abroad = { state: 'Bavaria', zipCode: '80331', city: 'Munich' };
    await place({ ...abroad, country: 'Germany', phoneNumber: '+49 89 1234' });
    await place({ ...abroad, country: 'DE', phoneNumber: '+49 89 1234' });
    const canada = body({ country: 'CA', state: 'Ontario', phoneNumber: '+1 416 555 0100' });
    expect((await service.call('POST', '/orders/v1', canada)).status).toBe(400);
    await place({ country: 'Canada', state: 'Ontario', phoneNumber: '4165550100' });
    expect(
      (await service.call('POST', '/orders/v1', body({ country: 'United States', state: 'Texas' }))).status,
    ).toBe(400);
    await place({ country: 'United States', state: 'TX' });
  });

  it('An order refuses an open model, and one that the printer cannot take.', async () => {
    const open = await upload(service, openBoxStl(10));
    const large = await upload(service, boxStl(400, 400, 400));
    const tiny = await upload(service, boxStl(0.1, 0.1, 0.1));
    for (const [modelId, reason] of [
      [open, /cannot be printed/],
      [large, /up to/],
      [tiny, /from/],
    ] as const) {
      const answer = await service.call(
        'POST',
        '/orders/v1',
        body({}, [{ modelId, materialId: 6, quantity: 1 }]),
      );
      expect(answer.status).toBe(400);
      expect(answer.body.reason).toMatch(reason);
    }
  });

  it('An order refuses a material in which the model is not offered.', async () => {
    const modelId = await upload(service, boxStl(10, 10, 12), { materials: { 6: { isActive: 0 } } });
    const answer = await service.call(
      'POST',
      '/orders/v1',
      body({}, [{ modelId, materialId: 6, quantity: 1 }]),
    );
    expect(answer.body.reason).toMatch(/not offered in/);
  });

  it('Ids and quantities sent as text are read.', async () => {
    const answer = await service.call('POST', '/orders/v1', {
      ...body(),
      items: [{ modelId: String(cube), materialId: '6', quantity: '2' }],
    });
    expect(answer.status).toBe(200);
  });

  it('An order keeps the price of the moment and records the fee of 5 percent.', async () => {
    const { orderId } = await place({}, [{ modelId: cube, materialId: 6, quantity: 7 }]);
    const rows = await service.query(
      'select kind, cents from ledger where order_id = ? order by entry_id',
      orderId,
    );
    // 7 x 2.90 = 20.30; 5 percent of it is 1.015
    expect(rows).toEqual([
      { kind: 'charge', cents: 2030 },
      { kind: 'shipping', cents: 499 },
      { kind: 'fee', cents: 102 },
    ]);
  });
});

describe('reading orders', () => {
  it('An order is shown with counts, status and info, with the spec’s types.', async () => {
    const { orderId } = await place({ shippingOption: 'Fastest' });
    const { status, body: read } = await service.call('GET', `/orders/${orderId}/v1`);
    expect(status).toBe(200);
    const productId = Object.keys(read.ordersStatus[orderId].items)[0];
    expect(read).toEqual({
      result: 'success',
      ordersCount: { total: 1, placed: 1, in_production: 0, cancelled: 0, unknown: 0, shipped: 0 },
      ordersStatus: {
        [orderId]: {
          status: 'placed',
          items: {
            [productId!]: {
              title: 'Cube',
              quantity: 2,
              status: { processing: 2, in_production: 0, complete: 0, cancelled: 0 },
            },
          },
        },
      },
      ordersInfo: [
        {
          orderId,
          refNumber: null,
          // 5 working days of white nylon after Friday the 20th; 3 more for the fastest way.
          targetShipDate: '2026-11-27 17:00:00',
          targetDeliveryDate: '2026-12-02 17:00:00',
          shipments: null,
          orderProducts: [
            {
              orderProductId: productId,
              spin: expect.stringMatching(/^\d{9}$/),
              productTitle: 'Cube',
              optionId: expect.any(String),
              optionDescription: 'Cube in White Strong & Flexible',
              quantity: 2,
              models: [
                {
                  modelId: String(cube),
                  materialId: '6',
                  title: 'Cube',
                  rejection: { rejectionReasons: [], affectedMaterials: [] },
                },
              ],
            },
          ],
        },
      ],
      nextActionSuggestions: { url: null },
    });
  });

  it('An order keeps the title at purchase, even if the model is gone.', async () => {
    const modelId = await upload(service, boxStl(10, 10, 14), { title: 'Old name' });
    const { orderId } = await place({}, [{ modelId, materialId: 6, quantity: 1 }]);
    await service.call('PUT', `/models/${modelId}/info/v1`, { title: 'New name' });
    await service.call('DELETE', `/models/${modelId}/v1`);
    const { body: read } = await service.call('GET', `/orders/${orderId}/v1`);
    expect(read.ordersInfo[0].orderProducts[0].models[0].title).toBe('Old name');
  });

  it('Orders are filtered by every documented field, all of them together.', async () => {
    const mark = { address3: 'Ref K7Q2M9XT', firstName: 'Grace', city: 'Albany' };
    const { orderId } = await place(mark);
    await place({ firstName: 'Grace' });
    const read = async (query: string) =>
      Object.keys((await service.call('GET', `/orders/${orderId}/v1?${query}`)).body.ordersStatus).map(
        Number,
      );
    for (const query of [
      'address3=Ref%20K7Q2M9XT',
      'address3=%20ref%20k7q2m9xt%20',
      'firstName=Grace&lastName=Lovelace&country=US&state=NY&city=Albany',
      'address1=1%20Main%20Street&zipCode=10001&phoneNumber=2125550100',
      `orderId=${orderId}`,
      `orderIds=${orderId},1`,
      'address2=',
    ])
      expect(await read(query), query).toEqual([orderId]);
    for (const query of ['address3=Ref%20OTHER', 'firstName=Grace&city=Boston', 'orderIds=1', 'email=a@b.c'])
      expect(await read(query), query).toEqual([]);
    const listed = await service.call('GET', '/orders/v1?address3=Ref%20K7Q2M9XT');
    expect(Object.keys(listed.body.ordersStatus)).toEqual([String(orderId)]);
    expect(listed.body.ordersCount.total).toBe(1);
  });

  it.each([
    ['firstName', 'Ada'],
    ['lastName', 'Lovelace'],
    ['country', 'US'],
    ['state', 'NY'],
    ['city', 'New York'],
    ['address1', '1 Main Street'],
    ['address2', 'Unit 7'],
    ['address3', 'Ref'],
    ['zipCode', '10001'],
    ['phoneNumber', '2125550100'],
    ['email', 'ada@example.org'],
  ])('Orders are filtered by %s alone.', async (name, value) => {
    const { orderId } = await place({ address2: 'Unit 7', address3: 'Ref', email: 'ada@example.org' });
    const found = async (...values: string[]) => {
      const query = new URLSearchParams(values.map((one) => [name, one]));
      return (await service.call('GET', `/orders/${orderId}/v1?${query}`)).body.ordersCount.total;
    };
    expect([await found(value), await found('other'), await found(`${value} `, 'other')]).toEqual([1, 0, 0]);
  });

  it('Lists of order ids are read in every spelling.', async () => {
    const ids = [(await place()).orderId, (await place()).orderId];
    for (const query of [
      `orderIds=${ids}`,
      `orderIds=${ids.join('%20')}`,
      `orderIds=${encodeURIComponent(JSON.stringify(ids))}`,
      `orderIds[]=${ids[0]}&orderIds[]=${ids[1]}`,
      `orderIds=${ids[0]}&orderIds=${ids[1]}`,
    ]) {
      const { ordersStatus } = (await service.call('GET', `/orders/v1?${query}`)).body;
      expect(Object.keys(ordersStatus).map(Number), query).toEqual(ids);
    }
    expect((await service.call('GET', '/orders/v1?orderIds=none')).body.ordersCount.total).toBe(0);
  });

  it('Orders are filtered by the contact’s email, if one was sent.', async () => {
    const { orderId } = await place({ email: 'ada@example.org' });
    const read = async (email: string) =>
      (await service.call('GET', `/orders/${orderId}/v1?email=${encodeURIComponent(email)}`)).body.ordersCount
        .total;
    expect([await read('Ada@example.org'), await read('other@example.org')]).toEqual([1, 0]);
  });

  it('Quotes and wildcards in filters are text.', async () => {
    const { body: read } = await service.call(
      'GET',
      `/orders/v1?firstName=${encodeURIComponent("' OR 1=1 --")}`,
    );
    expect(read.ordersCount.total).toBe(0);
    expect((await service.call('GET', '/orders/v1?firstName=%25')).body.ordersCount.total).toBe(0);
  });

  it('All orders are listed, newest first, fewer on request, and all are counted.', {
    tags: 'release',
  }, async () => {
    const own = await startService();
    try {
      const modelId = await upload(own, boxStl(10, 10, 10));
      const item = { modelId, materialId: 6, quantity: 1 };
      const ids: number[] = [];
      for (let i = 0; i < 105; i++) {
        const answer = await own.call(
          'POST',
          '/orders/v1',
          orderBody([item], own.credentials.payment_verification_id),
        );
        ids.push(answer.body.orderId);
      }
      const list = async (query: string) => (await own.call('GET', `/orders/v1${query}`)).body;
      const first = await list('');
      expect(first.ordersCount).toMatchObject({ total: 105, placed: 105 });
      expect(first.ordersInfo.map((order: { orderId: number }) => order.orderId)).toEqual(ids.toReversed());
      expect(Object.keys(first.ordersStatus)).toHaveLength(105);
      expect((await list('?limit=100')).ordersInfo).toHaveLength(100);
      expect((await list('?limit=1000')).ordersInfo).toHaveLength(100);
      expect((await list('?limit=3')).ordersInfo).toHaveLength(3);
      expect((await list('?limit=abc')).ordersInfo).toHaveLength(20);
      expect((await list('?limit=100&page=2')).ordersInfo).toHaveLength(5);
    } finally {
      await own.close();
    }
  });

  it('An unknown order gets 404.', async () => {
    for (const method of ['GET', 'PUT']) {
      const answer = await service.call(
        method,
        '/orders/999999/v1',
        method === 'PUT' ? { status: 'cancelled' } : undefined,
      );
      expect([answer.status, answer.body.result]).toEqual([404, 'failure']);
    }
  });
});

describe('PUT /orders/<orderId>/v1', () => {
  it('An order is cancelled while nothing has started, and the money is returned.', async () => {
    const { orderId } = await place();
    const answer = await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' });
    expect([answer.status, answer.body.result, answer.body.orderId]).toEqual([200, 'success', orderId]);
    const { body: read } = await service.call('GET', `/orders/${orderId}/v1`);
    expect(read.ordersCount).toMatchObject({ total: 1, cancelled: 1, placed: 0 });
    expect(read.ordersStatus[orderId].status).toBe('cancelled');
    const [item] = Object.values(read.ordersStatus[orderId].items) as { status: unknown }[];
    expect(item?.status).toEqual({ processing: 0, in_production: 0, complete: 0, cancelled: 2 });
    expect(await service.query('select sum(cents) as rest from ledger where order_id = ?', orderId)).toEqual([
      { rest: 0 },
    ]);
  });

  it('A cancellation can be repeated without harm.', async () => {
    const { orderId } = await place();
    for (let i = 0; i < 2; i++)
      expect((await service.call('PUT', `/orders/${orderId}/v1`, { status: 'cancelled' })).status).toBe(200);
  });

  it('No other status can be set.', async () => {
    const { orderId } = await place();
    for (const status of ['shipped', 'placed', '', undefined])
      expect((await service.call('PUT', `/orders/${orderId}/v1`, { status })).status).toBe(400);
    expect((await service.call('GET', `/orders/${orderId}/v1`)).body.ordersStatus[orderId].status).toBe(
      'placed',
    );
  });
});
