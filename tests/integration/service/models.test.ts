import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxStl, openBoxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';
import { storedContents } from '../../support/stores/test-files.ts';
import { upload, uploadBody } from '../../support/upload.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const cube = boxStl(10, 10, 10);

describe('POST /models/v1', () => {
  it('An upload is answered with every field of the spec, and with prices.', async () => {
    const { status, body } = await service.call('POST', '/models/v1', uploadBody(cube));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: 'success',
      modelVersion: 0,
      title: 'cube',
      fileName: 'cube.stl',
      contentLength: Buffer.byteLength(cube),
      fileMd5Checksum: createHash('md5').update(cube).digest('hex'),
      description: '',
      isPublic: 0,
      isClaimable: 0,
      isForSale: 0,
      isDownloadable: 0,
      claimKey: '',
      categories: {},
      tags: '',
      printable: 'yes',
    });
    expect(body.modelId).toBeTypeOf('number');
    expect(body.secretKey).toMatch(/^[0-9a-f]{32}$/);
    expect(body.spin).toMatch(/^\d{9}$/);
    expect(body.defaultMaterialId).toBeTypeOf('number');
    expect(body.urls.privateProductUrl.address).toContain(body.secretKey);
    expect(body.urls.editModelUrl.address).toMatch(/^http/);
    // By address too, as the interface says.
    for (const { address } of Object.values<{ address: string }>(body.urls))
      expect(body.urls[address]).toEqual({ address });
    expect(body.materials.addModelPhoto).toEqual({
      method: 'POST',
      restUrl: `${service.baseUrl}/models/${body.modelId}/photos/v1`,
      link: `/models/${body.modelId}/photos/v1`,
    });
    expect(body.materials['6']).toEqual({ id: 6, materialId: 6, markup: 0, isActive: 1, price: 2.9 });
    expect(body.nextActionSuggestions.deleteModel).toEqual({
      method: 'DELETE',
      restUrl: `${service.baseUrl}/models/${body.modelId}/v1`,
      link: `/models/${body.modelId}/v1`,
    });
  });

  it('The fields sent beside the file are stored.', async () => {
    const { body } = await service.call('POST', '/models/v1', {
      ...uploadBody(cube),
      title: 'A cube',
      description: 'Six faces',
      isPublic: 1,
      isForSale: '1',
      isDownloadable: true,
      tags: ['cube', 'test'],
      categories: [100, 25],
      defaultMaterialId: 25,
      materials: { 6: { markup: 1.5, isActive: 1 }, 25: { isActive: 0 } },
      scale: 'ignored',
    });
    expect(body).toMatchObject({
      title: 'A cube',
      description: 'Six faces',
      isPublic: 1,
      isForSale: 1,
      isDownloadable: 1,
      tags: 'cube,test',
      defaultMaterialId: 25,
      categories: { 100: { title: 'Cases', parentId: 40 }, 25: { title: 'Accessories' } },
    });
    expect(body.materials['6']).toMatchObject({ markup: 1.5, price: 4.4 });
    expect(body.materials['25']).toMatchObject({ isActive: 0 });
  });

  it('A wanted price sets the markup.', async () => {
    const { body } = await service.call(
      'POST',
      '/models/v1',
      uploadBody(cube, { materials: { 6: { price: 5 } } }),
    );
    expect(body.materials['6']).toMatchObject({ price: 5, markup: 2.1 });
  });

  it('A wanted price that precedes the measures stays, and never goes below the base price.', async () => {
    const slow = await startService({ measureWaitMs: 0 });
    try {
      const wanted = { 6: { price: 5 }, 25: { price: 0.01 } };
      const { body } = await slow.call('POST', '/models/v1', uploadBody(cube, { materials: wanted }));
      const info = async () => (await slow.call('GET', `/models/${body.modelId}/info/v1`)).body.materials;
      await expect.poll(async () => (await info())['6'].price).toBe(5);
      expect((await info())['6']).toMatchObject({ markup: 2.1, basePrice: 2.9 });
      const { price, basePrice } = (await info())['25'];
      expect([price > 0, price === basePrice]).toEqual([true, true]);
      const put = (change: object) =>
        slow.call('PUT', `/models/${body.modelId}/info/v1`, { materials: { 6: change } });
      expect((await put({ markup: 1 })).body.materials['6']).toMatchObject({ markup: 1, price: 3.9 });
      expect((await put({ isActive: 0 })).body.materials['6']).toMatchObject({ markup: 1, isActive: 0 });
      expect((await put({ price: 7 })).body.materials['6']).toMatchObject({ markup: 4.1, price: 7 });
      // Values that were read may be sent back; contradictory ones are refused and change nothing.
      expect((await put({ markup: 4.1, price: 7, isActive: 1 })).status).toBe(200);
      const refused = await put({ markup: 1, price: 9 });
      expect([refused.status, refused.body.reason]).toEqual([
        400,
        expect.stringContaining('the base price is 2.9'),
      ]);
      expect((await info())['6']).toMatchObject({ markup: 4.1, price: 7 });
    } finally {
      await slow.close();
    }
  });

  it('The model is measured at the sent scale, metres by default.', async () => {
    const inches = await service.call(
      'POST',
      '/models/v1',
      uploadBody(boxStl(1, 1, 1), { uploadScale: 0.0254 }),
    );
    // 2.54 cm cube: 2.41 + (0.28 + 0.21) * 16.387064
    expect(inches.body.materials['6'].price).toBe(10.44);
    const metres = uploadBody(cube);
    delete metres['uploadScale'];
    const { body } = await service.call('POST', '/models/v1', metres);
    expect(body.printable).toBe('no');
  });

  it('An open mesh is called not printable.', async () => {
    const { body } = await service.call('POST', '/models/v1', uploadBody(openBoxStl(10)));
    expect(body.printable).toBe('no');
  });

  it('A file that is no model is accepted and called not printable.', async () => {
    const { status, body } = await service.call('POST', '/models/v1', uploadBody('hello, this is text'));
    expect([status, body.printable, body.materials['6'].price]).toEqual([200, 'no', 0]);
  });

  it.each([
    ['no file', { file: undefined }, 'Field <file> is required, but missing.'],
    ['an empty file', { file: '' }, 'Field <file> is required, but missing.'],
    ['a file that is no text', { file: 12 }, 'Field <file> is required, but missing.'],
    ['no file name', { fileName: undefined }, 'Field <fileName> is required, but missing.'],
    ['no rights', { hasRightsToModel: 0 }, /hasRightsToModel.*must be 1/],
    [
      'rights left out',
      { hasRightsToModel: undefined },
      'Field <hasRightsToModel> is required, but missing.',
    ],
    ['terms not accepted', { acceptTermsAndConditions: 0 }, /acceptTermsAndConditions.*must be 1/],
    ['an unknown extension', { fileName: 'cube.exe' }, /<fileName> must end with/],
    ['no extension', { fileName: 'cube' }, /<fileName> must end with/],
    ['a scale of 0', { uploadScale: 0 }, /<uploadScale>/],
    ['an unknown category', { categories: [424242] }, /category 424242/],
    ['an unknown material', { materials: { 424242: { markup: 1 } } }, /material 424242/],
    ['claimable and public', { isClaimable: 1, isPublic: 1 }, /neither public nor for sale/],
    ['claimable and for sale', { isClaimable: 1, isForSale: 1 }, /neither public nor for sale/],
    ['broken base64', { file: 'AAAA*AAA' }, /<file> is not valid base64/],
  ])('An upload refuses %s.', async (_, change, reason) => {
    const before = (await service.call('GET', '/models/v1')).body.models.length;
    const { status, body } = await service.call('POST', '/models/v1', { ...uploadBody(cube), ...change });
    expect([status, body.result]).toEqual([400, 'failure']);
    expect(body.reason).toMatch(reason);
    expect((await service.call('GET', '/models/v1')).body.models.length).toBe(before);
  });

  it('Folders are removed from a file name.', async () => {
    const { body } = await service.call(
      'POST',
      '/models/v1',
      uploadBody(cube, { fileName: '..\\..\\etc/../x.STL' }),
    );
    expect([body.fileName, body.title]).toEqual(['x.STL', 'x']);
  });
});

describe('reading models', () => {
  it('Models are listed in pages of 36, the newest first.', async () => {
    const own = await startService();
    try {
      const ids: number[] = [];
      for (let i = 0; i < 38; i++)
        ids.push(await upload(own, boxStl(10, 10, 10 + i / 10), { title: `Box ${i}` }));
      const first = (await own.call('GET', '/models/v1')).body.models;
      expect(first).toHaveLength(36);
      expect(first[0]).toEqual({ modelId: ids.at(-1), modelVersion: 0, title: 'Box 37' });
      const second = (await own.call('GET', '/models/v1?page=2')).body.models;
      expect(second.map((model: { modelId: number }) => model.modelId)).toEqual([ids[1], ids[0]]);
      expect((await own.call('GET', '/models/v1?page=3')).body.models).toEqual([]);
      for (const page of ['abc', '', '-1', '1.5'])
        expect((await own.call('GET', `/models/v1?page=${page}`)).body.models).toEqual(first);
    } finally {
      await own.close();
    }
  });

  it('The file is returned unchanged, with extended material entries.', async () => {
    const modelId = await upload(service, cube);
    const { status, body } = await service.call('GET', `/models/${modelId}/v1`);
    expect(status).toBe(200);
    expect(Buffer.from(body.fileData, 'base64').toString()).toBe(cube);
    expect(body).toMatchObject({ fileName: 'cube.stl', contentLength: Buffer.byteLength(cube) });
    expect(body.materials['6']).toEqual({
      id: 6,
      materialId: 6,
      markup: 0,
      isActive: 1,
      price: 2.9,
      name: 'White Strong & Flexible',
      basePrice: 2.9,
      isPrintable: 1,
      rejections: [],
      restrictions: {},
    });
    expect(body.materials['63'].restrictions['1'].restrictionId).toBe(1);
  });

  it('Large files are returned unchanged.', async () => {
    const content = Buffer.alloc(3 * 256 * 1024 * 3 + 1, 'x7\n');
    const modelId = await upload(service, content);
    const { body } = await service.call('GET', `/models/${modelId}/v1`);
    expect(Buffer.from(body.fileData, 'base64').equals(content)).toBe(true);
  });

  it('The info of a model has no file fields.', async () => {
    const modelId = await upload(service, cube);
    const { body } = await service.call('GET', `/models/${modelId}/info/v1`);
    expect(body).toMatchObject({ result: 'success', modelId, title: 'cube', printable: 'yes' });
    for (const field of ['fileName', 'contentLength', 'fileMd5Checksum', 'fileData'])
      expect(body).not.toHaveProperty(field);
    expect(body.materials['6'].basePrice).toBe(2.9);
  });
});

describe('PUT /models/<modelId>/info/v1', () => {
  it('Only the named details change.', async () => {
    const modelId = await upload(service, cube, { title: 'Before', tags: ['a'] });
    const { status, body } = await service.call('PUT', `/models/${modelId}/info/v1`, {
      description: 'After',
      materials: { 6: { markup: 2 } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Before', description: 'After', tags: 'a' });
    expect(body.materials['6']).toEqual({ id: 6, materialId: 6, markup: 2, isActive: 1, price: 4.9 });
    const again = await service.call('PUT', `/models/${modelId}/info/v1`, {
      materials: { 6: { isActive: 0 } },
    });
    expect(again.body.materials['6']).toMatchObject({ markup: 2, isActive: 0 });
  });

  it('An update without a body changes nothing.', async () => {
    const modelId = await upload(service, cube, { title: 'Same' });
    const { status, body } = await service.call('PUT', `/models/${modelId}/info/v1`);
    expect([status, body.title]).toEqual([200, 'Same']);
  });

  it('A claimable model gets a claim key, and its rule is enforced.', async () => {
    const modelId = await upload(service, cube);
    const put = (fields: unknown) => service.call('PUT', `/models/${modelId}/info/v1`, fields);
    const claimable = (await put({ isClaimable: 1 })).body;
    expect(claimable.claimKey).toMatch(/^[0-9a-f]{32}$/);
    expect((await put({ isPublic: 1 })).status).toBe(400);
    expect((await put({ isForSale: 1 })).status).toBe(400);
    expect((await put({ title: 'x' })).body.claimKey).toBe(claimable.claimKey);
    const released = (await put({ isClaimable: 0, isPublic: 1 })).body;
    expect(released).toMatchObject({ isClaimable: 0, claimKey: '', isPublic: 1 });
    expect((await put({ isClaimable: 1 })).status).toBe(400);
  });

  it('An unknown model gets 404.', async () => {
    expect((await service.call('PUT', '/models/999999/info/v1', { title: 'x' })).status).toBe(404);
  });
});

describe('DELETE /models/<modelId>/v1', () => {
  it('A model is removed, and its id is returned.', async () => {
    const modelId = await upload(service, cube);
    const { status, body } = await service.call('DELETE', `/models/${modelId}/v1`);
    expect([status, body.result, body.modelId]).toEqual([200, 'success', modelId]);
    for (const path of [`/models/${modelId}/v1`, `/models/${modelId}/info/v1`])
      expect((await service.call('GET', path)).status).toBe(404);
    expect((await service.call('DELETE', `/models/${modelId}/v1`)).status).toBe(404);
  });

  it('The content is removed only if nothing else refers to it.', async () => {
    const content = boxStl(3, 4, 5, 'shared');
    const sha256 = createHash('sha256').update(content).digest('hex');
    const first = await upload(service, content);
    const second = await upload(service, content);
    await service.call('DELETE', `/models/${first}/v1`);
    expect((await storedContents(service.dataDir)).get(sha256)).toBe(content.length);
    const { body } = await service.call('GET', `/models/${second}/v1`);
    expect(Buffer.from(body.fileData, 'base64').toString()).toBe(content);
    await service.call('DELETE', `/models/${second}/v1`);
    expect((await storedContents(service.dataDir)).has(sha256)).toBe(false);
  });
});
