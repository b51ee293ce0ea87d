/**
 * A large file through the queue beside `curl`, which sends the finished body to the same service: the
 * service in a separate process, one client at a time, alternating.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServiceFacts } from './core.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface UploadTimes {
  readonly bytes: number;
  readonly queueMs: number[];
  readonly curlMs: number[];
  readonly spoolMs: number[];
  readonly peakMb: number;
}

/** Binary STL of about this many bytes: a strip of triangles, all different. */
async function writeModel(path: string, bytes: number): Promise<void> {
  const triangles = Math.floor((bytes - 84) / 50);
  const batch = 40_000;
  async function* parts() {
    const head = Buffer.alloc(84);
    head.writeUInt32LE(triangles, 80);
    yield head;
    for (let from = 0; from < triangles; from += batch) {
      const count = Math.min(batch, triangles - from);
      const part = Buffer.alloc(count * 50);
      for (let index = 0; index < count; index++) {
        const at = index * 50 + 12;
        const x = (from + index) % 4000;
        const y = Math.floor((from + index) / 4000);
        part.writeFloatLE(x, at);
        part.writeFloatLE(y, at + 4);
        part.writeFloatLE(x + 1, at + 12);
        part.writeFloatLE(y, at + 16);
        part.writeFloatLE(x, at + 24);
        part.writeFloatLE(y + 1, at + 28);
      }
      yield part;
    }
  }
  await pipeline(parts, createWriteStream(path));
}

/** The client's request body, prepared beforehand, so that curl only has to send it. */
async function writeBody(model: string, path: string): Promise<void> {
  const fields = {
    fileName: 'curl.stl',
    uploadScale: 0.001,
    hasRightsToModel: 1,
    acceptTermsAndConditions: 1,
    title: 'curl',
  };
  async function* parts() {
    yield `${JSON.stringify(fields).slice(0, -1)},"file":"`;
    let rest = Buffer.alloc(0);
    for await (const slice of createReadStream(model, { highWaterMark: 3 * 256 * 1024 })) {
      const all = Buffer.concat([rest, slice as Buffer]);
      const whole = all.length - (all.length % 3);
      rest = all.subarray(whole);
      yield all.toString('base64', 0, whole);
    }
    yield `${rest.toString('base64')}"}`;
  }
  await pipeline(parts, createWriteStream(path));
}

async function startService(folder: string) {
  const child = spawn(
    process.execPath,
    [
      join(root, 'src-service/server.ts'),
      '--json',
      '--port',
      '0',
      '--data',
      folder,
      '--max-upload',
      '1400',
      '--rate-limit',
      '100000/300',
      '--measure-wait',
      '0',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, announced: JSON.parse(line) as Record<string, unknown> };
}

export async function measureUpload(bytes: number, runs: number): Promise<UploadTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-upload-'));
  const times = { queueMs: [] as number[], curlMs: [] as number[], spoolMs: [] as number[] };
  let peakMb = 0;
  const { child, announced } = await startService(join(folder, 'service'));
  try {
    const facts = factsOf(announced);
    const model = join(folder, 'model.stl');
    const body = join(folder, 'body.json');
    await writeModel(model, bytes);
    await writeBody(model, body);
    const { access_token: token } = (await (
      await fetch(`${facts.baseUrl}/oauth2/token`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from(`${facts.clientId}:${facts.clientSecret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
    ).json()) as { access_token: string };
    for (let round = 0; round < runs; round++) {
      const data = join(folder, `queue-${round}`);
      const copy = join(folder, 'copy');
      await setTimeout(restMs);
      copyDurably(model, copy);
      const began = performance.now();
      const curl = spawnSync(
        'curl',
        [
          '-sS',
          '-o',
          '/dev/null',
          '-w',
          '%{http_code}',
          '-H',
          'Content-Type: application/json',
          '-H',
          'Expect:',
          '-H',
          `Authorization: Bearer ${token}`,
          // Streams from the file; --data-binary would read all of it first.
          '-T',
          body,
          '-X',
          'POST',
          `${facts.baseUrl}/models/v1`,
        ],
        { encoding: 'utf8' },
      );
      if (curl.stdout !== '200') throw new Error(`curl: ${curl.stdout} ${curl.stderr}`);
      times.curlMs.push(performance.now() - began);
      rmSync(copy);
      await setTimeout(restMs);
      const queue = spawnSync(
        process.execPath,
        [fileURLToPath(new URL('./upload.child.ts', import.meta.url)), data, JSON.stringify(facts), model],
        { encoding: 'utf8' },
      );
      const said = JSON.parse(queue.stdout) as {
        state: string;
        problem: unknown;
        uploadMs: number;
        spoolMs: number;
        peakMb: number;
      };
      if (said.state !== 'done')
        throw new Error(`the upload ended as ${said.state}: ${JSON.stringify(said.problem)} ${queue.stderr}`);
      times.queueMs.push(said.uploadMs);
      times.spoolMs.push(said.spoolMs);
      peakMb = Math.max(peakMb, said.peakMb);
      rmSync(data, { recursive: true, force: true });
    }
    return { bytes: statSync(model).size, peakMb, ...times };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Enough time for the service to measure the previous upload, which it does after its answer. */
const restMs = 8_000;

/**
 * Does what the spool does before an upload, so that curl finds the machine in the same state: the same
 * amount of memory in the page cache. A virtual machine gets new memory from its host at up to 2.5 s per GB,
 * whoever is sending.
 */
function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  const descriptor = openSync(to, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function factsOf(announced: Record<string, unknown>): ServiceFacts {
  const text = (name: string) => String(announced[name]);
  return {
    baseUrl: text('base_url'),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    paymentVerificationId: text('payment_verification_id'),
  };
}
