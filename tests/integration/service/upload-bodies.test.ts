/**
 * The ways in which a body may carry a model file, and the fate of hostile ones. Raw sockets are used if
 * fetch is too strict.
 */
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxStl } from '../../support/models.ts';
import { startService, type TestService } from '../../support/service.ts';
import { uploadBody } from '../../support/upload.ts';

const limit = 2 * 1024 * 1024;
let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService({ maxUploadBytes: limit });
  token = await service.token();
});
afterAll(() => service.close());

const cube = boxStl(10, 10, 10);
const base64 = Buffer.from(cube).toString('base64');
const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${service.baseUrl}/models/v1`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const intact = { result: 'success', contentLength: Buffer.byteLength(cube), printable: 'yes' };
const fields = {
  fileName: 'cube.stl',
  uploadScale: '0.001',
  hasRightsToModel: '1',
  acceptTermsAndConditions: '1',
};

describe('ways to send a file', () => {
  it.each([
    ['JSON with the file first', JSON.stringify({ file: base64, ...fields }), 'application/json'],
    ['JSON with the file last', JSON.stringify({ ...fields, file: base64 }), 'application/json'],
    [
      'JSON labelled as a form',
      JSON.stringify({ file: base64, ...fields }),
      'application/x-www-form-urlencoded',
    ],
    ['JSON of no type', JSON.stringify({ file: base64, ...fields }), ''],
    ['JSON of type null', JSON.stringify({ file: base64, ...fields }), 'null'],
    [
      'percent-encoded base64',
      JSON.stringify({ file: encodeURIComponent(base64), ...fields }),
      'application/json',
    ],
    [
      'base64url',
      JSON.stringify({ file: Buffer.from(cube).toString('base64url'), ...fields }),
      'application/json',
    ],
    [
      'line breaks',
      JSON.stringify({ file: base64.replaceAll(/(.{76})/g, '$1\n'), ...fields }),
      'application/json',
    ],
    [
      'escaped slashes',
      JSON.stringify({ file: base64, ...fields }).replaceAll('/', '\\/'),
      'application/json',
    ],
    [
      'a real form',
      new URLSearchParams({ file: base64, ...fields }).toString(),
      'application/x-www-form-urlencoded',
    ],
    [
      'a form encoded twice',
      new URLSearchParams({ file: encodeURIComponent(base64), ...fields }).toString(),
      'application/x-www-form-urlencoded',
    ],
  ])('A file is accepted as %s.', async (_, body, type) => {
    const answer = await post(Buffer.from(body), type === '' ? {} : { 'Content-Type': type });
    expect(answer).toMatchObject({ status: 200, body: intact });
  });

  it('A file is accepted in a multipart form with plain bytes.', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([cube]), 'cube.stl');
    expect(await post(form)).toMatchObject({ status: 200, body: intact });
  });

  it('A file is accepted in a chunked body without a length, in small pieces.', async () => {
    const text = JSON.stringify(uploadBody(cube));
    const pieces = text.match(/.{1,100}/gs) ?? [];
    const stream = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    expect(await post(stream, { 'Content-Type': 'application/json' })).toMatchObject({
      status: 200,
      body: intact,
    });
  });

  it('An empty Expect header is accepted.', async () => {
    const body = JSON.stringify(uploadBody(cube));
    const answer = await raw(
      `POST /models/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: \r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('limits of a file', () => {
  it('A file of exactly the limit is accepted, and one byte more gets 413.', async () => {
    const most = await post(JSON.stringify(uploadBody(Buffer.alloc(limit, 65))));
    expect([most.status, most.body['contentLength']]).toEqual([200, limit]);
    const more = await post(JSON.stringify(uploadBody(Buffer.alloc(limit + 1, 65))));
    expect(more).toEqual({
      status: 413,
      body: {
        result: 'failure',
        reason:
          'The file is larger than the 2 MB that this service takes. Send a smaller one: a coarser mesh, or a smaller picture.',
      },
    });
  });

  it('An absurd length is refused before it is read.', async () => {
    const answer = await raw(
      `POST /models/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 99999999999\r\n\r\n{"file":"`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
  });

  it('The token is checked before the body is read.', async () => {
    const answer = await raw(
      'POST /models/v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n{"file":"',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401/);
  });

  it('A refused or aborted body leaves nothing behind.', async () => {
    await post(JSON.stringify(uploadBody(cube, { fileName: 'x.exe' })));
    await post(JSON.stringify(uploadBody(cube)).slice(0, -5));
    const socket = connect(new URL(service.baseUrl).port as unknown as number, '127.0.0.1');
    socket.write(
      `POST /models/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 500000\r\n\r\n{"file":"${'A'.repeat(300_000)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await expect.poll(() => readdir(`${service.dataDir}/uploads/incoming`)).toEqual([]);
  });

  it('Simultaneous uploads are stored completely and separately.', { tags: 'release' }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const content = Buffer.alloc(900_000 + i, `${i} `);
        const answer = await post(JSON.stringify(uploadBody(content)));
        return [answer.body['contentLength'], answer.body['fileMd5Checksum']] as const;
      }),
    );
    const { createHash } = await import('node:crypto');
    for (const [i, [length, md5]] of answers.entries()) {
      const content = Buffer.alloc(900_000 + i, `${i} `);
      expect([length, md5]).toEqual([content.length, createHash('md5').update(content).digest('hex')]);
    }
  });

  it('Deep, huge and broken JSON gets 400.', async () => {
    for (const [body, reason] of [
      [`{"file":"${base64}","x":${'['.repeat(5000)}`, /nested deeper/],
      ['{"file":"QUJD"', /not valid JSON/],
      ['[1,2]', /must be a JSON object/],
      ['"text"', /neither JSON nor a form/],
      ['\0\0\0\0', /neither JSON nor a form/],
      [`{"file":"QUJD","file":"QUJD"}`, /<file> twice/],
    ] as const) {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body['reason']).toMatch(reason);
    }
  });
});

/** The bytes that the service sends on a raw connection until it closes it or has sent the first line. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () =>
      socket.write(request),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
