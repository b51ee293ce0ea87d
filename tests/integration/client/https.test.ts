import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anOrder,
  clientUnderTest,
  fileOf,
  openGate,
  placed,
  uploaded,
} from '../../unit/api-client/client-under-test.ts';

const openssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!openssl)('over https (needs the openssl program for a certificate)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-tls-'));
  const usual = tls.getCACertificates('default');
  let requests = 0;
  let server: https.Server;
  let baseUrl: string;

  beforeAll(async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'].concat([
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ]),
      { stdio: 'ignore' },
    );
    server = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        requests += 1;
        const { file } = JSON.parse(Buffer.concat(parts).toString()) as { file?: string };
        const answer = file === undefined ? placed : uploaded(Buffer.from(file, 'base64'));
        response.end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    tls.setDefaultCACertificates(usual);
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('An order is not sent to an untrusted certificate.', async () => {
    const { gate, passed } = openGate();
    const outcome = await clientUnderTest(baseUrl).client.placeOrder(anOrder, gate);
    expect(outcome).toMatchObject({ kind: 'unsent', error: { code: 'network' } });
    expect(JSON.stringify(outcome)).toContain('certificate');
    expect(passed).toEqual([]);
    expect(requests).toBe(0);
  });

  it('An order passes the commit gate and is answered.', async () => {
    tls.setDefaultCACertificates([...usual, readFileSync(join(folder, 'cert.pem'), 'utf8')]);
    const { gate, passed } = openGate();
    const outcome = await clientUnderTest(baseUrl).client.placeOrder(anOrder, gate);
    expect(outcome.kind).toBe('answered');
    expect(passed).toHaveLength(1);
    expect(requests).toBe(1);
  });

  it('A file of many slices arrives unchanged.', async () => {
    const bytes = Buffer.from(
      Uint32Array.from({ length: 700_001 }, (_, index) => index * 2_654_435_761).buffer,
    );
    const { request, remove } = fileOf(bytes);
    const outcome = await clientUnderTest(baseUrl).client.uploadModel(request, openGate().gate);
    remove();
    // The server answers with length and MD5 of what it got; anything else than the file's would be
    // `unknown`.
    expect(outcome.kind).toBe('answered');
  });
});
