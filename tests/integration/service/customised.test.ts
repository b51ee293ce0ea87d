import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../support/images.ts';
import { boxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

let service: TestService;
let spin: string;
beforeAll(async () => {
  service = await startService();
  const modelId = await upload(service, boxStl(60, 20, 5), { title: 'Name plate' });
  spin = (await service.call('GET', `/models/${modelId}/info/v1`)).body.spin;
});
afterAll(() => service.close());
const post = (body: unknown) => service.call('POST', '/shapejs/v1', body);

describe('POST /shapejs/v1', () => {
  it.each([
    ['text', { text: 'Ada' }],
    ['a picture', { picture: png(20, 20, (x) => x * 12).toString('base64'), pictureName: 'x.png' }],
  ])('A new printable model is made with %s.', async (_, customParams) => {
    const { status, body } = await post({ spin, customParams });
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'success', spin: expect.any(String), modelId: expect.any(Number) });
    expect(body.spin).not.toBe(spin);
    const model = (await service.call('GET', `/models/${body.modelId}/info/v1`)).body;
    expect(model).toMatchObject({ title: 'Name plate', spin: body.spin, printable: 'yes' });
    // The base alone is 6 cm3 in a box of 6 cm3: 2.41 + 0.49 * 6
    expect(model.materials['6'].price).toBeGreaterThan(5.35);
  });

  it('The product is copied if nothing is requested, and customParam is known.', {
    tags: 'release',
  }, async () => {
    const copy = (await post({ spin })).body;
    const model = (await service.call('GET', `/models/${copy.modelId}/info/v1`)).body;
    expect(model.materials['6'].price).toBe(5.35);
    const other = (await post({ spin, customParam: { text: 'Ada' } })).body;
    const named = (await service.call('GET', `/models/${other.modelId}/info/v1`)).body;
    expect(named.materials['6'].price).toBeGreaterThan(5.35);
  });

  it.each([
    ['no spin', {}, 'Field <spin> is required, but missing.'],
    ['an unknown spin', { spin: 'NOPE' }, /NOPE/],
    [
      'a picture without a name',
      { customParams: { picture: 'QUJD' } },
      'Field <customParams.pictureName> is required, but missing.',
    ],
    [
      'no picture in the picture',
      { customParams: { picture: 'QUJD', pictureName: 'x.png' } },
      /no PNG, JPEG, WebP or GIF/,
    ],
    ['broken base64', { customParams: { picture: '****', pictureName: 'x.png' } }, /not valid base64/],
    ['text that cannot be drawn', { customParams: { text: '日本' } }, /cannot be drawn/],
    ['a novel', { customParams: { text: 'x'.repeat(500) } }, /longer than/],
  ])('Customising refuses %s.', async (name, change, reason) => {
    const { status, body } = await post(name === 'no spin' ? {} : { spin, ...change });
    expect(status).toBe(400);
    expect(body.reason).toMatch(reason);
  });
});
