/**
 * Clients that leave before their answer, and what they held: memory for large bodies, files in
 * `uploads/incoming`.
 * @release
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';
import { uploadBody } from '../../support/upload.ts';

let service: TestService;
let open: Socket[] = [];
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  open = [];
  await service.close();
});

const megabyte = 1024 * 1024;
const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${more}\r\n`;

/** Resolves once everything was handed to the system. */
async function send(...pieces: (string | Buffer)[]): Promise<Socket> {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
  return socket;
}

/** A stranger's call with a large body, which is read before its signature can be checked. */
const path = '/shapejs/v1';
const claim = 'Authorization: OAuth oauth_signature="x"\r\n';

/** Such a call that takes memory beyond what every body may have: 400 once it is read, else 503. */
const largeCall = async () => {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { Authorization: 'OAuth oauth_signature="x"' },
    body: ' '.repeat(3 * megabyte),
  });
  await answer.text();
  return answer.status;
};

describe('memory for large bodies', () => {
  it('Memory for large bodies is freed when clients leave in the middle of a body.', async () => {
    const piece = Buffer.alloc(16 * megabyte, 0x20);
    // Together more than strangers may hold, or had announced more than everybody may.
    for (let client = 0; client < 8; client++) {
      const socket = await send(head(path, 24 * megabyte, claim), piece);
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    await expect.poll(largeCall).toBe(400);
  });

  it('Clients that announce much and send nothing hold no memory.', async () => {
    for (let client = 0; client < 12; client++) await send(head(path, 24 * megabyte, claim));
    expect(await largeCall()).toBe(400);
    expect((await service.call('POST', '/orders/v1', {})).status).toBe(400);
  });

  it('Known callers get memory while strangers hold all of theirs.', async () => {
    const piece = Buffer.alloc(23 * megabyte, 0x20);
    const refused = Promise.withResolvers<string>();
    for (let client = 0; client < 7; client++) {
      const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
      open.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (said: Buffer) => refused.resolve(said.toString()));
      socket.write(head(path, 24 * megabyte, claim));
      socket.write(piece);
    }
    expect(await refused.promise).toMatch(/^HTTP\/1\.1 503 /);
    const order = { comment: 'x'.repeat(1.5 * megabyte) };
    expect((await service.call('POST', '/orders/v1', order)).status).toBe(400);
  });
});

describe('files that are arriving', () => {
  it('An application with many large uploads on their way has to wait; others do not, and their end gives room.', async () => {
    await service.close();
    service = await startService({ maxUploadBytes: 4 * megabyte });
    const other = await service.service.issueApplication('Another');
    const authorization = `Authorization: Bearer ${await service.token()}\r\n`;
    const body = `{"fileName":"a.stl","file":"${'A'.repeat(4 * megabyte)}`;
    const uploads: Socket[] = [];
    const oneMore = async () => {
      const pieces = [head('/models/v1', 5 * megabyte, authorization), body.slice(0, 4 * megabyte)];
      uploads.push(await send(...pieces));
    };
    for (let client = 0; client < 16; client++) await oneMore();
    // Longer than the space that a refused upload leaves.
    const file = boxStl(10, 10, 10) + '\n'.repeat(megabyte);
    const mine = () => service.call('POST', '/models/v1', uploadBody(file));
    await expect
      .poll(async () => {
        await oneMore();
        return (await mine()).status;
      })
      .toBe(503);
    const token = await fetch(`${service.baseUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: other.client_id,
        client_secret: other.client_secret,
      }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const theirs = { Authorization: `Bearer ${access_token}` };
    expect((await service.call('POST', '/models/v1', uploadBody(file), theirs)).status).toBe(200);
    for (const socket of uploads) socket.resetAndDestroy();
    await expect.poll(async () => (await mine()).status).toBe(200);
  });
});

describe('files of refused uploads', () => {
  it('Files of refused uploads are removed even if their sender did not wait for the answer.', async () => {
    const file = Buffer.from(boxStl(10, 10, 10)).toString('base64');
    const body = JSON.stringify({ file, fileName: 'cube.exe' });
    const authorization = `Authorization: Bearer ${await service.token()}\r\n`;
    for (let client = 0; client < 10; client++) {
      const socket = await send(head('/models/v1', body.length, authorization), body);
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    // A later upload has waited for the earlier ones.
    expect((await service.call('POST', '/models/v1', body)).status).toBe(400);
    await expect.poll(() => readdir(join(service.dataDir, 'uploads', 'incoming'))).toEqual([]);
  });
});
