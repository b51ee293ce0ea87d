import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('Suggestions are an object everywhere but where the interface has an array.', async () => {
  for (const path of [
    '/printers/v1',
    '/printers/5/v1',
    '/categories/v1',
    '/categories/25/v1',
    '/materials/6/v1',
  ]) {
    const { status, body } = await service.call('GET', path);
    expect([path, status, Array.isArray(body.nextActionSuggestions)]).toEqual([path, 200, false]);
  }
  for (const path of ['/materials/v1', '/api/v1/'])
    expect(Array.isArray((await service.call('GET', path)).body.nextActionSuggestions)).toBe(true);
});

describe('service information', () => {
  it('The service information has the rate limit object with the fields of the spec.', async () => {
    for (const path of ['/api/v1/', '/api/v1', '/api/v1/?']) {
      const { status, body } = await service.call('GET', path);
      expect(status).toBe(200);
      expect(body.result).toBe('success');
      expect(Array.isArray(body.nextActionSuggestions)).toBe(true);
      expect(Object.keys(body.rateLimit).sort()).toEqual([
        'history',
        'limit',
        'remaining',
        'retryInSeconds',
        'retryTimestamp',
        'windowInSeconds',
      ]);
      expect(body.rateLimit.history).toHaveLength(5);
    }
  });
});

describe('materials', () => {
  it('All 30 materials are listed by id, with ids as strings and an empty array of suggestions.', async () => {
    const { status, body } = await service.call('GET', '/materials/v1');
    expect(status).toBe(200);
    expect(body.nextActionSuggestions).toEqual([]);
    expect(Object.keys(body.materials)).toHaveLength(30);
    expect(body.materials['77']).toEqual({
      materialId: '77',
      title: 'Hot Pink Strong & Flexible Polished',
      supportsColorFiles: 0,
      printerId: '20',
      swatch: `${service.baseUrl}/swatches/77.svg`,
      restrictions: null,
    });
    expect(body.materials['26'].supportsColorFiles).toBe(1);
    expect(body.materials['63'].restrictions).toEqual({
      1: { restrictionId: 1, restrictionName: expect.any(String), restrictionEntityIds: [] },
    });
  });

  it('A single material has ids as numbers.', async () => {
    const { body } = await service.call('GET', '/materials/77/v1');
    expect(body).toMatchObject({
      result: 'success',
      materialId: 77,
      title: 'Hot Pink Strong & Flexible Polished',
      printerId: 20,
    });
  });

  it('A swatch needs no token and no network.', async () => {
    const answer = await fetch(`${service.baseUrl}/swatches/77.svg`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    const text = await answer.text();
    expect(text).toContain('#e6308a');
    expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/http|<script/);
    expect((await fetch(`${service.baseUrl}/swatches/9999.svg`)).status).toBe(404);
    expect((await fetch(`${service.baseUrl}/swatches/..%2f..%2fservice.key`)).status).toBe(404);
  });

  it('Addresses are built from the service’s own, never from the Host header.', async () => {
    const { body } = await service.call('GET', '/materials/v1', undefined, {
      'X-Forwarded-Host': 'evil.example',
    });
    expect(JSON.stringify(body)).not.toContain('evil.example');
  });

  it('An unknown material id gets 404.', async () => {
    for (const path of [
      '/materials/99999/v1',
      '/materials/abc/v1',
      '/printers/0/v1',
      '/categories/9999/v1',
    ]) {
      const { status, body } = await service.call('GET', path);
      expect([status, body.result]).toEqual([404, 'failure']);
      expect(body.reason).toMatch(/does not exist\.$/);
    }
  });
});

describe('printers', () => {
  it('Printers are listed with bounds in cm.', async () => {
    const { body } = await service.call('GET', '/printers/v1');
    expect(body.printers).toHaveLength(21);
    expect(body.printers.find((printer: { printerId: number }) => printer.printerId === 5)).toEqual({
      printerId: 5,
      title: 'SLS Printer',
      xBoundMin: 0.07,
      xBoundMax: 66,
      yBoundMin: 0.07,
      yBoundMax: 35,
      zBoundMin: 0.07,
      zBoundMax: 55,
    });
  });

  it('A single printer is shown.', async () => {
    const { body } = await service.call('GET', '/printers/25/v1');
    expect(body).toMatchObject({
      result: 'success',
      printerId: 25,
      title: 'Super Silver Printer',
      zBoundMax: 3,
    });
  });
});

describe('categories', () => {
  it('All 42 categories are listed by id.', async () => {
    const { body } = await service.call('GET', '/categories/v1');
    expect(Object.keys(body.categories)).toHaveLength(42);
    expect(body.categories['100']).toMatchObject({ title: 'Cases', parentId: 40 });
    expect(body.categories['40']).toMatchObject({ title: 'Gadgets', parentId: 0 });
  });

  it('A single category is shown in an object and, as recorded, at the top.', async () => {
    const { body } = await service.call('GET', '/categories/100/v1');
    expect(body).toMatchObject({
      result: 'success',
      title: 'Cases',
      parentId: 40,
      category: { title: 'Cases', parentId: 40 },
    });
  });
});

describe('POST /price/v1', () => {
  const cube = {
    volume: 0.000001,
    area: 0.0006,
    xBoundMin: 0,
    xBoundMax: 0.01,
    yBoundMin: 0,
    yBoundMax: 0.01,
    zBoundMin: 0,
    zBoundMax: 0.01,
  };

  it('A price request without materials prices all of them.', async () => {
    for (const extra of [{}, { materials: [] }, { materials: null }]) {
      const { body } = await service.call('POST', '/price/v1', { ...cube, ...extra });
      expect(Object.keys(body.prices)).toHaveLength(30);
      expect(body.prices['6']).toEqual({ materialId: '6', price: 2.9, currency: 'USD' });
      expect(body.prices['81'].price).toBe(73);
    }
  });

  it('A price request prices only the named materials.', async () => {
    const { body } = await service.call('POST', '/price/v1', { ...cube, materials: [6, '81'] });
    expect(Object.keys(body.prices)).toEqual(['6', '81']);
  });

  it('Numbers sent as text are read, and missing bounds are 0.', async () => {
    const { body } = await service.call('POST', '/price/v1', {
      volume: '1.0e-06',
      area: '0.0006',
      materials: [63],
    });
    expect(body.prices['63'].price).toBe(1.08);
  });

  it.each([
    ['volume', 'x', 'a number'],
    ['area', [], 'a number'],
    ['materials', { 6: 1 }, 'a list'],
    ['materials', [1.5], 'a whole number'],
  ])('A price request says what %s must be instead of %j.', async (field, value, wanted) => {
    const { status, body } = await service.call('POST', '/price/v1', {
      volume: 1e-6,
      area: 6e-4,
      [field]: value,
    });
    expect([status, body.result]).toEqual([400, 'failure']);
    expect(body.reason).toMatch(new RegExp(`^Field <${field}.*> .*: expected ${wanted}\\.$`));
  });

  it('A price request says what is missing.', async () => {
    const { status, body } = await service.call('POST', '/price/v1', { area: 0.0006 });
    expect([status, body.reason]).toEqual([400, 'Field <volume> is required, but missing.']);
  });

  it('A price request without a body says what is missing.', async () => {
    const { status, body } = await service.call('POST', '/price/v1');
    expect([status, body.reason]).toEqual([400, 'Field <volume> is required, but missing.']);
  });

  it.each([
    ['a negative volume', { volume: -1 }],
    ['a negative area', { area: -1 }],
    ['text', { volume: 'much' }],
    ['bounds in the wrong order', { xBoundMin: 0.02 }],
    ['a part of a kilometre', { yBoundMax: 1000 }],
    ['an absurd volume', { volume: 1e30 }],
    ['an unknown material', { materials: [6, 424242] }],
    ['materials that are no list', { materials: 'all' }],
    ['null', { volume: null }],
  ])('A price request refuses %s.', async (_, change) => {
    const { status, body } = await service.call('POST', '/price/v1', { ...cube, ...change });
    expect([status, body.result]).toEqual([400, 'failure']);
    expect(body.reason).toMatch(/^Field </);
  });

  it('Numbers beyond any number type are refused.', async () => {
    const { status } = await service.call('POST', '/price/v1', '{"volume":1e999,"area":1}');
    expect(status).toBe(400);
  });
});
