/** Uploads that are measured while they arrive have the measures that they would have had afterwards. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeTorus } from '../../fixtures/geometry/solids.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService({ measureWaitMs: 60_000 });
});
afterEach(() => service.close());

// 4 MB: large enough to be begun early.
const torus = Buffer.from(writeBinaryStl(makeTorus(20, 5, 400, 100)));

async function send(file: Buffer, fileName: string) {
  const { status, body } = await service.call('POST', '/models/v1', {
    file: file.toString('base64'),
    fileName,
    uploadScale: 0.001,
    hasRightsToModel: 1,
    acceptTermsAndConditions: 1,
  });
  expect(status).toBe(200);
  return { printable: body.printable as string, price: body.materials['6'].price as number };
}

it('An STL that states its size gets the prices of the same solid in a small file.', async () => {
  const small = await send(Buffer.from(writeBinaryStl(makeTorus(20, 5, 150, 80))), 'small.stl');
  const large = await send(torus, 'large.stl');
  expect(large.printable).toBe('yes');
  expect(Math.abs(large.price - small.price)).toBeLessThan(0.02 * small.price);
});

it('A file of a wrong length, or no STL by its name, is measured by its content.', {
  tags: 'release',
}, async () => {
  const large = await send(torus, 'large.stl');
  const longer = await send(Buffer.concat([torus, Buffer.alloc(50, 1)]), 'longer.stl');
  expect(longer).toEqual(large);
  const shorter = await send(torus.subarray(0, torus.length - 50 * 1000), 'shorter.stl');
  expect(shorter.printable).toBe('no');
  expect((await send(torus, 'torus.obj')).printable).toBe('yes');
});
