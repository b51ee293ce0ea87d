import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fullConsent } from '../../support/consent.ts';
import { clientUnderTest, fileOf, openGate, uploaded } from '../../unit/api-client/client-under-test.ts';

const size = 300 * 1024 * 1024;
const megabyte = 1024 * 1024;

it('A file of 300 MB is streamed in a few MB of memory.', { tags: 'release', timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-stream-'));
  const path = join(folder, 'sparse');
  writeFileSync(path, '');
  truncateSync(path, size);
  const zeros = Buffer.alloc(megabyte);
  const hashOfAll = (algorithm: string) => {
    const hash = createHash(algorithm);
    for (let done = 0; done < size; done += megabyte) hash.update(zeros);
    return hash.digest('hex');
  };
  const [md5, sha256] = [hashOfAll('md5'), hashOfAll('sha256')];

  let received = 0;
  const server = http.createServer((request, response) => {
    request.on('data', (part: Buffer) => {
      received += part.length;
    });
    request.on('end', () => {
      const answer = { ...uploaded(Buffer.alloc(0)), contentLength: size, fileMd5Checksum: md5 };
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { client } = clientUnderTest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const before = process.memoryUsage().rss;
    let peak = before;
    const { gate } = openGate({
      onProgress: () => {
        peak = Math.max(peak, process.memoryUsage().rss);
      },
    });
    const request = {
      path,
      size,
      sha256,
      md5,
      fileName: 'big.stl',
      consent: fullConsent,
      uploadScale: 0.001,
      title: 'big',
    };
    const outcome = await client.uploadModel(request, gate);
    expect(outcome.kind).toBe('answered');
    expect(received).toBeGreaterThan(size * (4 / 3));
    // Client and server together; one base64 string alone would be 400 MB.
    expect((peak - before) / megabyte).toBeLessThan(150);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

it('Every byte of a file of many slices is sent, also to a service that reads slowly.', async () => {
  // Every word is different, so that a misplaced slice is noticed.
  const bytes = Buffer.from(
    Uint32Array.from({ length: 1_300_001 }, (_, index) => index * 2_654_435_761).buffer,
  );
  const { request, remove } = fileOf(bytes);
  const parts: Buffer[] = [];
  const server = http.createServer((incoming, response) => {
    incoming.on('data', (part: Buffer) => {
      parts.push(part);
      if (parts.length % 8 > 0) return;
      incoming.pause();
      setTimeout(() => incoming.resume(), 1);
    });
    incoming.on('end', () => response.end(JSON.stringify(uploaded(bytes))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { client } = clientUnderTest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect((await client.uploadModel(request, openGate().gate)).kind).toBe('answered');
    const { file } = JSON.parse(Buffer.concat(parts).toString()) as { file: string };
    expect(Buffer.from(file, 'base64').equals(bytes)).toBe(true);
  } finally {
    server.close();
    remove();
  }
});
