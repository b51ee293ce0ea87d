import { appendFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../../src-main/api-client/service-client.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { anOrder, clientUnderTest, fileOf, openGate, placed, uploaded } from './client-under-test.ts';
import { json, type Reply, type WireServer, wireServer } from './wire-server.ts';

let server: WireServer;
const cleanups: (() => void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) clean();
  await server.close();
});

const short = { connect: 5_000, idle: 500, answer: 500, total: 5_000, answerBytes: 10_000 };
const turn = () => new Promise((resolve) => setImmediate(resolve));
const brief = (outcome: WriteOutcome<unknown>) =>
  outcome.kind === 'answered' ? 'answered' : `${outcome.kind} ${outcome.error.code}`;

describe('an order that is answered', () => {
  it('An order is sent once, as in the spec, with an exact length.', async () => {
    server = await wireServer(() => json(200, placed));
    const { client, signalled } = clientUnderTest(`${server.baseUrl}/print/`);
    const { gate, passed } = openGate();
    const outcome = await client.placeOrder(anOrder, gate);
    expect(outcome).toMatchObject({ kind: 'answered', value: { orderId: 77, productionOrderIds: [770] } });
    expect(passed).toEqual(['print-of-t1']);
    const [request] = server.complete;
    expect(server.complete).toHaveLength(1);
    expect(request).toMatchObject({ method: 'POST', path: '/print/orders/v1' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer t1',
      'content-type': 'application/json',
      'content-length': String(request?.body.length),
      'user-agent': 'Fabdesk/test',
    });
    const body = JSON.parse(request?.body.toString() ?? '');
    expect(body.items).toEqual([{ modelId: 101, materialId: 6, quantity: 2 }]);
    expect(body).toMatchObject({ paymentMethod: 'credit_card', shippingOption: 'Cheapest', state: 'NY' });
    expect(Object.keys(body)).not.toContain('address2');
    expect(Object.keys(body)).not.toContain('metadata');
    expect(signalled.connection).toEqual(['online']);
  });

  it('The last byte of an order waits for the commit gate.', async () => {
    server = await wireServer(() => json(200, placed));
    const { client } = clientUnderTest(server.baseUrl);
    const { gate } = openGate({
      beforeLastByte: async () => {
        while (server.begun.length === 0) await turn();
        for (let waited = 0; waited < 20; waited += 1) await turn();
        expect(server.complete).toHaveLength(0);
      },
    });
    expect(brief(await client.placeOrder(anOrder, gate))).toBe('answered');
    expect(server.complete).toHaveLength(1);
  });
});

describe('nothing is executed when a write stops before its last byte', () => {
  it('Nothing is executed in 200 rounds of abort, throw and both.', async () => {
    server = await wireServer(() => json(200, placed));
    for (let round = 0; round < 200; round += 1) {
      const { client } = clientUnderTest(server.baseUrl, { userAgent: `round ${round}` });
      const controller = new AbortController();
      const { gate } = openGate({
        signal: controller.signal,
        beforeLastByte: async () => {
          // Some rounds stop at once, others only after the server has everything but the last byte.
          if (round % 3 !== 0) {
            const isMine = (agent: string | undefined) => agent === `round ${round}`;
            while (!server.agents.some(isMine)) await turn();
          }
          if (round % 2 === 0) controller.abort();
          if (round % 5 === 0) throw new CodedError('disk-full', 'The disk is full.');
          if (round % 2 !== 0 && round % 5 !== 0) throw new Error('crash');
        },
      });
      expect((await client.placeOrder(anOrder, gate)).kind).toBe('unsent');
    }
    expect(server.complete).toHaveLength(0);
  });

  it('The error that stopped a write is kept.', async () => {
    server = await wireServer(() => json(200, placed));
    const { client } = clientUnderTest(server.baseUrl);
    const { gate } = openGate({
      beforeLastByte: () => {
        throw new CodedError('disk-full', 'The disk is full.');
      },
    });
    const outcome = await client.placeOrder(anOrder, gate);
    expect(outcome).toEqual({ kind: 'unsent', error: { code: 'disk-full', message: 'The disk is full.' } });
  });

  it('Nothing is executed if a write was aborted before it began.', async () => {
    server = await wireServer(() => json(200, placed));
    const { client } = clientUnderTest(server.baseUrl);
    const { gate, passed } = openGate({ signal: AbortSignal.abort() });
    expect(brief(await client.placeOrder(anOrder, gate))).toBe('unsent cancelled');
    expect(passed).toEqual([]);
    expect(server.complete).toHaveLength(0);
  });

  it('Nothing is executed if the connection breaks while the commit gate is open.', async () => {
    server = await wireServer(
      () => json(200, placed),
      () => ({ after: 'reset' }),
    );
    const { client, signalled } = clientUnderTest(server.baseUrl);
    const { gate } = openGate({
      beforeLastByte: async () => {
        while (server.gone() === 0) await turn();
        // Both ends share this event loop, so a few turns later the client has read the reset too.
        for (let waited = 0; waited < 50; waited += 1) await turn();
      },
    });
    expect(brief(await client.placeOrder(anOrder, gate))).toBe('unsent network');
    expect(signalled.connection).toEqual(['offline network']);
  });

  it('Nothing is executed if nothing answers, and the error names the host.', async () => {
    server = await wireServer(() => json(200, placed));
    await server.close();
    const { client } = clientUnderTest(server.baseUrl);
    const outcome = await client.placeOrder(anOrder, openGate().gate);
    expect(outcome).toMatchObject({ kind: 'unsent', error: { code: 'network' } });
    expect(outcome.kind === 'unsent' && outcome.error.message).toContain(new URL(server.baseUrl).host);
  });
});

const documentedRefusals: [number, string][] = [
  [400, 'refused'],
  [403, 'refused'],
  [404, 'not-found'],
  [413, 'too-large'],
  [422, 'refused'],
  [429, 'rate-limited'],
];
const failure = { result: 'failure', reason: 'Field <items> is required, but missing.' };
const whole = JSON.stringify(placed);

const lost: [string, Reply][] = [
  ['the connection is reset', { after: 'reset' }],
  ['the connection ends', { after: 'end' }],
  ['nothing comes', {}],
  ['the headers are cut', { bytes: 'HTTP/1.1 200 OK\r\nContent-Le', after: 'end' }],
  ['only headers come', { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n', after: 'end' }],
  [
    'the body is cut',
    { bytes: `HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n${whole.slice(0, 40)}`, after: 'reset' },
  ],
  ['the body stands still', { bytes: `HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n${whole.slice(0, 40)}` }],
  [
    'a chunked body lacks its end',
    { bytes: `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"res\r\n`, after: 'end' },
  ],
  ['it is no HTTP', { bytes: 'SSH-2.0-OpenSSH_9.2\r\n' }],
  ['it is HTML', json(200, '<html>Welcome to the hotel</html>', { 'Content-Type': 'text/html' })],
  ['the success is of something else', json(200, { result: 'success' })],
  ['a failure calls itself 200', json(200, failure)],
  ['it is too large', json(200, { ...placed, padding: 'x'.repeat(20_000) })],
  ['it is a redirect', json(307, placed, { Location: '/elsewhere/v1' })],
  ['it is a redirect of old', json(302, placed, { Location: '/elsewhere/v1' })],
  ['408', json(408, failure)],
  ['409', json(409, failure)],
  ['500', json(500, failure)],
  ['502 from a proxy', json(502, '<html>Bad gateway</html>')],
  ['503', json(503, failure, { 'Retry-After': '5' })],
  ['a refusal that cannot be read', json(400, '<html>Bad request</html>')],
];

describe('what an order came to', () => {
  it.each(documentedRefusals)('An order with %i and a reason is refused: %s', async (status, code) => {
    server = await wireServer(() => json(status, failure));
    const { client } = clientUnderTest(server.baseUrl);
    const outcome = await client.placeOrder(anOrder, openGate().gate);
    expect(outcome).toMatchObject({ kind: 'refused', status, error: { code } });
    if (code === 'refused') expect(JSON.stringify(outcome)).toContain('Field <items> is required');
    expect(server.complete).toHaveLength(1);
  });

  it.each([400, 403, 404, 413, 422])(
    'An order with %i in the words of a gateway is unknown, and its refusal is kept.',
    async (status) => {
      server = await wireServer(() => json(status, { error: 'Blocked by policy' }));
      const { client } = clientUnderTest(server.baseUrl);
      const outcome = await client.placeOrder(anOrder, openGate().gate);
      expect(outcome).toMatchObject({ kind: 'unknown', isAnswered: true });
      expect(outcome.kind === 'unknown' && outcome.refusal?.message).toContain('Blocked by policy');
    },
  );

  it('An order that is answered in drips is unknown after a total time.', async () => {
    server = await wireServer(({ socket }) => {
      const drip = setInterval(() => socket.write(' '), 50);
      socket.once('close', () => clearInterval(drip));
      return { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n' };
    });
    const { client } = clientUnderTest(server.baseUrl, { limits: { ...short, total: 1_000 } });
    const outcome = await client.placeOrder(anOrder, openGate().gate);
    expect(brief(outcome)).toBe('unknown timeout');
  });

  it('An answer that never stops coming ends after a total time, and a refusal at its limit.', async () => {
    const flood = 'x'.repeat(20_000);
    const long = { ...short, total: 30_000, answerBytes: 32_000_000 };
    server = await wireServer(({ socket, path }) => {
      const flow = setInterval(() => socket.write(flood), 20);
      socket.once('close', () => clearInterval(flow));
      const status = path.startsWith('/orders') ? '200 OK' : '400 Bad Request';
      return { bytes: `HTTP/1.1 ${status}\r\nContent-Length: 30000000\r\n\r\n` };
    });
    const { client } = clientUnderTest(server.baseUrl, { limits: { ...long, total: 1_000 } });
    expect(brief(await client.placeOrder(anOrder, openGate().gate))).toBe('unknown timeout');
    const other = clientUnderTest(server.baseUrl, { limits: long });
    await expect(other.client.listMaterials()).rejects.toMatchObject({ code: 'too-large' });
  });

  it.each(lost)('An order is unknown if %s, and it was sent once.', async (_, reply) => {
    server = await wireServer(() => reply);
    const { client } = clientUnderTest(server.baseUrl, { limits: short });
    const { gate, passed } = openGate();
    const outcome = await client.placeOrder(anOrder, gate);
    expect(outcome.kind).toBe('unknown');
    expect(JSON.stringify(outcome)).toContain('Do not repeat it');
    expect(passed).toHaveLength(1);
    expect(server.begun).toEqual([{ method: 'POST', path: '/orders/v1' }]);
    expect(server.connections()).toBe(1);
  });

  it('An order is unknown if it is abandoned after its last byte.', async () => {
    const controller = new AbortController();
    server = await wireServer(() => {
      controller.abort();
      return {};
    });
    const { client } = clientUnderTest(server.baseUrl);
    const outcome = await client.placeOrder(anOrder, openGate({ signal: controller.signal }).gate);
    expect(brief(outcome)).toBe('unknown cancelled');
  });

  it('An order never shares a connection with earlier requests.', async () => {
    server = await wireServer(() => json(200, placed));
    const { client } = clientUnderTest(server.baseUrl);
    await client.placeOrder(anOrder, openGate().gate);
    await client.placeOrder(anOrder, openGate().gate);
    expect(server.connections()).toBe(2);
  });

  it('An order gets token-expired at the first 401, credentials-refused if the fresh token is refused too.', async () => {
    server = await wireServer((_, nth) => (nth === 4 ? json(200, placed) : json(401, failure)));
    const { client, signalled } = clientUnderTest(server.baseUrl);
    const outcomes: string[] = [];
    for (let order = 0; order < 5; order += 1) {
      outcomes.push(brief(await client.placeOrder(anOrder, openGate().gate)));
    }
    expect(outcomes).toEqual([
      'refused token-expired',
      'refused credentials-refused',
      'refused credentials-refused',
      'answered',
      'refused token-expired',
    ]);
    const tokens = server.complete.map(({ headers }) => headers['authorization']);
    expect(tokens).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t3', 'Bearer t4', 'Bearer t4']);
    expect(signalled.connection).toContain('refused credentials-refused');
  });
});

describe('an upload', () => {
  const slice = 768 * 1024;
  it.each([0, 1, 2, 3, slice - 1, slice, slice + 1, 2 * slice + 2])(
    'An upload carries %i bytes exactly.',
    async (size) => {
      const bytes = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) & 255));
      const { request, remove } = fileOf(bytes);
      cleanups.push(remove);
      server = await wireServer(() => json(200, uploaded(bytes)));
      const { client } = clientUnderTest(server.baseUrl);
      const progress: number[] = [];
      const outcome = await client.uploadModel(
        request,
        openGate({ onProgress: (sent) => progress.push(sent) }).gate,
      );
      expect(brief(outcome)).toBe('answered');
      const { file, ...fields } = JSON.parse(server.complete[0]?.body.toString() ?? '');
      expect(fields).toEqual({
        fileName: 'part "1".stl',
        uploadScale: 0.001,
        hasRightsToModel: 1,
        acceptTermsAndConditions: 1,
        title: 'part ä',
      });
      expect(Buffer.from(file, 'base64').equals(bytes)).toBe(true);
      expect(progress.at(-1) ?? 0).toBe(size);
    },
  );

  const stl = Buffer.from('solid x\nendsolid x\n'.repeat(100));
  const damaged: [string, string, (path: string) => void][] = [
    ['one byte differs', 'file-changed', (path) => writeFileSync(path, Buffer.from(stl).fill(1, 5, 6))],
    ['it grew', 'file-changed', (path) => appendFileSync(path, 'x')],
    ['it shrank', 'file-changed', (path) => writeFileSync(path, stl.subarray(1))],
  ];
  it.each(damaged)('An upload is not sent if the spooled file changed: %s', async (_, code, damage) => {
    const { request, remove } = fileOf(stl);
    cleanups.push(remove);
    damage(request.path);
    server = await wireServer(() => json(200, uploaded(stl)));
    const { client } = clientUnderTest(server.baseUrl);
    const { gate, passed } = openGate();
    expect(brief(await client.uploadModel(request, gate))).toBe(`unsent ${code}`);
    expect(passed).toEqual([]);
    expect(server.complete).toHaveLength(0);
  });

  it('An upload is not sent if the spooled file is missing.', async () => {
    const { request, remove } = fileOf(stl);
    remove();
    server = await wireServer(() => json(200, uploaded(stl)));
    const { client } = clientUnderTest(server.baseUrl);
    expect(brief(await client.uploadModel(request, openGate().gate))).toBe('unsent file-missing');
    expect(server.complete).toHaveLength(0);
  });

  it.each([
    ['checksum', { fileMd5Checksum: 'd41d8cd98f00b204e9800998ecf8427e' }],
    ['length', { contentLength: 3 }],
  ])('An upload is unknown, and shown, if the returned %s differs.', async (_, overrides) => {
    const { request, remove } = fileOf(stl);
    cleanups.push(remove);
    server = await wireServer(() => json(200, uploaded(stl, overrides)));
    const { client } = clientUnderTest(server.baseUrl);
    const outcome = await client.uploadModel(request, openGate().gate);
    expect(brief(outcome)).toBe('unknown checksum-mismatch');
    expect(JSON.stringify(outcome)).toContain('model 5');
  });

  it('An upload accepts a checksum in capitals.', async () => {
    const { request, remove } = fileOf(stl);
    cleanups.push(remove);
    server = await wireServer(() => json(200, uploaded(stl, { fileMd5Checksum: request.md5.toUpperCase() })));
    const { client } = clientUnderTest(server.baseUrl);
    expect(brief(await client.uploadModel(request, openGate().gate))).toBe('answered');
  });

  const large = Buffer.alloc(8 * 1024 * 1024, 'abc');
  it('An upload stops at a refusal that comes before it is complete.', async () => {
    const { request, remove } = fileOf(large);
    cleanups.push(remove);
    server = await wireServer(
      () => json(500, failure),
      () => json(413, { result: 'failure', reason: 'The file is larger than 64 MB.' }),
    );
    const { client } = clientUnderTest(server.baseUrl);
    const { gate, passed } = openGate();
    const outcome = await client.uploadModel(request, gate);
    expect(outcome).toMatchObject({ kind: 'refused', status: 413, error: { code: 'too-large' } });
    expect(passed).toEqual([]);
    expect(server.complete).toHaveLength(0);
  });

  it('An upload is unsent if a server error comes before it is complete.', async () => {
    const { request, remove } = fileOf(large);
    cleanups.push(remove);
    server = await wireServer(
      () => json(200, uploaded(large)),
      () => json(503, failure),
    );
    const { client } = clientUnderTest(server.baseUrl);
    expect(brief(await client.uploadModel(request, openGate().gate))).toBe('unsent service-error');
  });

  it('An upload passes the commit gate before it believes an early success.', async () => {
    const { request, remove } = fileOf(large);
    cleanups.push(remove);
    server = await wireServer(
      () => json(500, failure),
      () => json(200, uploaded(large)),
    );
    const { client } = clientUnderTest(server.baseUrl);
    const { gate, passed } = openGate();
    expect(brief(await client.uploadModel(request, gate))).toBe('answered');
    expect(passed).toHaveLength(1);
  });

  it('An upload is unsent if the service stops reading.', async () => {
    const { request, remove } = fileOf(large);
    cleanups.push(remove);
    server = await wireServer(
      () => json(200, uploaded(large)),
      ({ socket }) => {
        socket.pause();
        return null;
      },
    );
    const { client } = clientUnderTest(server.baseUrl, { limits: short });
    expect(brief(await client.uploadModel(request, openGate().gate))).toBe('unsent timeout');
  });
});
