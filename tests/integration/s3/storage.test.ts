/**
 * A service whose files are in S3-compatible storage: how it stores and reads them, and what it does while
 * they are away.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { boxStl } from '../../support/models.ts';
import { type Disturbance, startStorage, type TestStorage } from '../../support/s3/server.ts';
import { startService, type TestService } from '../../support/service.ts';
import { filesIn } from '../../support/stores/test-files.ts';
import { upload, uploadBody } from '../../support/upload.ts';

let storage: TestStorage;
let service: TestService;
beforeEach(async () => {
  storage = await startStorage();
  service = await startService({ files: filesIn(storage, 'shop') });
  // The start has tried the storage, listed what is in it, and looks for unused files once.
  const lists = () => storage.log.filter((line) => line === 'GET  200').length;
  await expect.poll(lists).toBe(3);
  storage.log.length = 0;
});
afterEach(async () => {
  await service.close();
  await storage.stop();
});

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const keyOf = (text: string) => `shop/files/${sha256Of(text)}`;
const read = async (modelId: number) => {
  const { status, body, headers } = await service.call('GET', `/models/${modelId}/v1`);
  return { status, headers, text: Buffer.from(body.fileData ?? '', 'base64').toString() };
};
const incoming = () => readdirSync(join(service.dataDir, 'uploads', 'incoming'));

describe('files in a storage', () => {
  it('An upload is one object, named by its SHA-256, which is read and measured without being fetched again.', async () => {
    const box = boxStl(10, 20, 30);
    const { body } = await service.call('POST', '/models/v1', uploadBody(box));
    expect(body.printable).toBe('yes');
    expect(storage.log).toEqual([`PUT ${keyOf(box)} 200`]);
    expect(storage.objects.get(keyOf(box))?.bytes.toString()).toBe(box);
    expect((await read(body.modelId)).text).toBe(box);
    expect(incoming()).toEqual([]);
  });

  it('A content that is there already is not replaced, and is removed with its last model.', async () => {
    const box = boxStl(1, 2, 3);
    const [first, second] = [await upload(service, box), await upload(service, box)];
    expect(storage.log).toContain(`PUT ${keyOf(box)} 412`);
    await service.call('DELETE', `/models/${first}/v1`);
    expect((await read(second)).text).toBe(box);
    await service.call('DELETE', `/models/${second}/v1`);
    expect(storage.objects.has(keyOf(box))).toBe(false);
  });

  it('A large file goes to the storage and back unchanged.', async () => {
    const large = `solid ${'x'.repeat(9_000_001)}`;
    const { body } = await service.call('POST', '/models/v1', uploadBody(large));
    expect((await read(body.modelId)).text === large).toBe(true);
  });

  it('An object of another length under the same name is no copy of the file: the upload fails.', async () => {
    const box = boxStl(4, 5, 6);
    storage.objects.set(keyOf(box), { bytes: Buffer.from('short'), etag: '"x"', modified: Date.now() });
    expect((await service.call('POST', '/models/v1', uploadBody(box))).status).toBe(500);
    expect((await service.call('GET', '/models/v1')).body.models).toEqual([]);
  });

  it('A content that was changed in the storage is not sent as if it were whole.', async () => {
    const box = boxStl(4, 5, 7);
    const modelId = await upload(service, box);
    const object = storage.objects.get(keyOf(box));
    if (object)
      storage.objects.set(keyOf(box), { ...object, bytes: Buffer.from(box.replace('facet', 'FACET')) });
    await expect(read(modelId)).rejects.toThrow();
  });

  it('After a restart, files that were not measured are fetched and measured.', async () => {
    const box = boxStl(7, 7, 7);
    const modelId = await upload(service, box);
    await service.query('update model_file set geometry_json = null');
    await service.service.close();
    service = await startService({ files: filesIn(storage, 'shop'), dataDir: service.dataDir });
    await expect
      .poll(async () => (await service.call('GET', `/models/${modelId}/info/v1`)).body.printable)
      .toBe('yes');
    expect(storage.log).toContain(`GET ${keyOf(box)} 200`);
  });

  it('Without conditional PUT, files are looked up before they are sent.', async () => {
    await service.service.close();
    storage.lacks.add('conditional-put');
    service = await startService({ files: filesIn(storage, 'shop'), dataDir: service.dataDir });
    const box = boxStl(2, 2, 2);
    await upload(service, box);
    await upload(service, box);
    const calls = storage.log.filter((line) => line.includes(keyOf(box)));
    expect(calls).toEqual([`HEAD ${keyOf(box)} 404`, `PUT ${keyOf(box)} 200`, `HEAD ${keyOf(box)} 200`]);
  });
});

describe('a disturbed storage', () => {
  const kinds: Disturbance['kind'][] = ['slow-down', 'internal-error', 'cut', 'lost'];
  it.each(kinds)('An upload succeeds although the storage answers twice with: %s.', async (kind) => {
    storage.disturb({ kind, method: 'PUT', times: 2 });
    const box = boxStl(3, 3, 3, kind);
    expect((await read(await upload(service, box))).text).toBe(box);
  });

  it.each([...kinds, 'half-body'] as Disturbance['kind'][])(
    'A download succeeds although the storage answers twice with: %s.',
    async (kind) => {
      const box = boxStl(3, 3, 4, 'x'.repeat(100_000));
      const modelId = await upload(service, box);
      storage.disturb({ kind, method: 'GET', times: 2 });
      expect((await read(modelId)).text === box).toBe(true);
    },
  );

  it('A storage that never answers is away.', async () => {
    await service.service.close();
    const files = { ...filesIn(storage, 'shop'), patience: { silence: 50, pause: 1, away: 1 } };
    service = await startService({ files, dataDir: service.dataDir });
    storage.disturb({ kind: 'silent', times: 1000 });
    expect((await service.call('POST', '/models/v1', uploadBody(boxStl(5, 5, 5)))).status).toBe(503);
    storage.calm();
    expect(await upload(service, boxStl(5, 5, 5))).toBeGreaterThan(0);
  });
});

describe('a storage that goes away', () => {
  it('Uploads and downloads are answered with 503 and Retry-After, the rest works, and all goes on when it is back.', async () => {
    const box = boxStl(10, 10, 10);
    const modelId = await upload(service, box);
    await storage.stop();
    const refused = await service.call('POST', '/models/v1', uploadBody(boxStl(11, 11, 11)));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(refused.body.reason).toMatch(/cannot reach its file storage/);
    expect((await read(modelId)).status).toBe(503);
    expect((await service.call('GET', `/models/${modelId}/info/v1`)).status).toBe(200);
    expect((await service.call('DELETE', `/models/${modelId}/v1`)).status).toBe(200);
    expect(incoming()).toEqual([]);
    await storage.start();
    await expect
      .poll(async () => (await service.call('POST', '/models/v1', uploadBody(box))).status)
      .toBe(200);
    const { body } = await service.call('GET', '/models/v1');
    expect(body.models).toHaveLength(1);
    expect((await read(body.models[0].modelId)).text).toBe(box);
  });

  it('Nothing that was acknowledged is lost when the storage fails under load.', async () => {
    const stored = new Map<number, string>();
    const statuses = new Set<number>();
    let count = 0;
    let running = true;
    const client = async () => {
      while (running) {
        // Most contents come twice, often at once.
        const number = count++;
        const isBrief = number % 5 === 0;
        const box = boxStl(1, 2, 3, isBrief ? `brief ${number}` : `part ${number >> 1}`);
        const { status, body } = await service.call('POST', '/models/v1', uploadBody(box));
        statuses.add(status);
        if (status !== 200) continue;
        if (isBrief) await service.call('DELETE', `/models/${body.modelId}/v1`);
        else stored.set(body.modelId, box);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    try {
      for (let outage = 0; outage < 3; outage++) {
        const before = stored.size;
        await expect.poll(() => stored.size).toBeGreaterThan(before + 15);
        if (outage === 1) storage.disturb({ kind: 'lost', times: 40 });
        await storage.stop();
        await expect.poll(() => statuses.has(503)).toBe(true);
        statuses.delete(503);
        await storage.start();
      }
    } finally {
      running = false;
    }
    await Promise.all(clients);
    storage.calm();
    statuses.delete(503);
    expect(statuses).toEqual(new Set([200]));
    const missing = [...stored.values()].filter(
      (box) => storage.objects.get(keyOf(box))?.bytes.toString() !== box,
    );
    expect(missing).toEqual([]);
  });
});

describe('starting with a storage', () => {
  const start = (prefix = 'other', changes: object = {}) =>
    startService({ dataDir: temporaryFolder(), files: { ...filesIn(storage, prefix), ...changes } });
  const keys = (changes: object) => ({ keys: () => ({ ...storage.keys, ...changes }) });

  it.each([
    ['a bucket that does not exist', { address: { bucket: 'nowhere' } }, /There is no bucket nowhere at 127/],
    ['an unknown key', keys({ accessKeyId: 'AKIAWRONG' }), /does not know the key in AWS_ACCESS_KEY_ID/],
    ['a wrong secret', keys({ secretAccessKey: 'wrong' }), /AWS_SECRET_ACCESS_KEY does not belong/],
    ['another region', { address: { region: 'us-east-1' } }, /is not in the region us-east-1/],
  ])('The service refuses %s.', async (_name, changes, sentence) => {
    const { address } = filesIn(storage, 'other');
    const other = 'address' in changes ? changes.address : {};
    const bucket = 'bucket' in other ? { url: `${storage.url}/nowhere` } : {};
    const all = 'address' in changes ? { address: { ...address, ...other, ...bucket } } : changes;
    await expect(start('other', all)).rejects.toThrow(sentence);
  });

  it('The service refuses a clock that is wrong, and a storage that lacks what it needs.', async () => {
    storage.clockSkew = 20 * 60_000;
    await expect(start()).rejects.toThrow(/The clock of this computer differs/);
    storage.clockSkew = 0;
    for (const [lacking, sentence] of [
      ['payload-check', /does not check files against their SHA-256/],
      ['delete', /may not remove files there/],
      ['list', /may not list files there/],
    ] as const) {
      storage.lacks.add(lacking);
      await expect(start(), lacking).rejects.toThrow(sentence);
      storage.lacks.clear();
    }
    await storage.stop();
    await expect(start()).rejects.toThrow(/does not answer \(ECONNREFUSED\)/);
    await storage.start();
  });

  it('A start leaves nothing but the id that ties the storage to its database.', async () => {
    expect([...storage.objects.keys()]).toEqual(['shop/service.database']);
  });

  it('Only the database and the storage that belong together are used.', async () => {
    await upload(service, boxStl(10, 10, 10));
    await expect(start('shop')).rejects.toThrow(/belong to another database/);
    await service.service.close();
    await expect(startService({ dataDir: service.dataDir, files: undefined })).rejects.toThrow(
      /The files of this service are in s3:\/\/test-bucket\/shop at .*Give its address with --files/,
    );
    await expect(
      startService({ dataDir: service.dataDir, files: filesIn(storage, 'empty') }),
    ).rejects.toThrow(
      /are in s3:\/\/test-bucket\/shop at .*, and s3:\/\/test-bucket\/empty at .* does not have them/,
    );
    service = await startService({ dataDir: service.dataDir, files: filesIn(storage, 'shop') });
    const onDisk = await startService({ files: undefined });
    await upload(onDisk, boxStl(1, 1, 1));
    await onDisk.service.close();
    await expect(startService({ dataDir: onDisk.dataDir, files: filesIn(storage, 'new') })).rejects.toThrow(
      /The files of this service are on the disk, in .*Move them/,
    );
    await (await startService({ dataDir: onDisk.dataDir, files: undefined })).close();
  });
});
