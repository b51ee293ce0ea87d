/** The announced length of a body with a model file is limited, for small and large limits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { DiskFiles } from '../../../src-service/files/disk-files.ts';
import { ArrivingFiles } from '../../../src-service/http/arriving-files.ts';
import { readUploadBody } from '../../../src-service/http/upload-body.ts';
import { UnusedFiles } from '../../../src-service/store/unused-files.ts';
import { Uploads } from '../../../src-service/store/uploads.ts';
import { openStore } from '../../support/stores/open-store.ts';
import { uploadBody } from '../../support/upload.ts';

const mebibyte = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'fabdesk-test-'));
const { store, close } = await openStore(folder);
const files = new DiskFiles(folder);
const unused = new UnusedFiles(store, files, 0);
const uploads = new Uploads(folder, files, unused, async () => null);
afterAll(async () => {
  await uploads.close();
  await close();
  rmSync(folder, { recursive: true });
});

/** Reads a small body that said it would have so many bytes. */
function read(saidBytes: number, limit: number) {
  const payload = Readable.from([Buffer.from(JSON.stringify(uploadBody('solid')))]);
  const headers = { contentType: 'application/json', contentLength: saidBytes, keepForm: false };
  return {
    reading: readUploadBody(payload, headers, {
      uploads,
      limit,
      share: new ArrivingFiles(limit).share(null),
    }),
    payload,
  };
}

// MiB. From 768 on, the base64 of a file of that size is longer than 1 GiB.
describe.each([1, 64, 767, 768, 769, 1024, 1400, 4096])('a service that takes files of %d MiB', (size) => {
  const limit = size * mebibyte;

  it('The service reads a body as long as that of its largest file.', async () => {
    const { reading } = read(4 * Math.ceil(limit / 3) + 2000, limit);
    const { upload, fields } = await reading;
    expect(upload?.length).toBe(5);
    expect(fields).toMatchObject({ fileName: 'cube.stl', file: '' });
  });

  it('The service refuses a body that is too long in any case, without reading it.', async () => {
    const { reading, payload } = read(Math.max(1024 * mebibyte, 2 * limit) + 1, limit);
    await expect(reading).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining(`${size} MB`),
    });
    expect(payload.readableDidRead).toBe(false);
  });
});
