/** The hosts as real processes on one data folder, and paid work during which they can be ended. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { connectToRunningApp, type RunningApp } from '../../src-main/instance/control-client.ts';
import type { FaultRule } from '../../src-shared/api/operator.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import type { AppContract } from '../../src-shared/ipc/contract.ts';
import type { CallInput, CallName } from '../../src-shared/ipc/wire.ts';
import type { Job, JobState } from '../../src-shared/jobs/job.ts';
import { makeIcosphere } from '../fixtures/geometry/solids.ts';
import { usAddress } from './address.ts';
import { ElectronHost, type HostOptions } from './electron/host.ts';
import { cube } from './jobs.ts';
import { boxStl } from './models.ts';
import { endPrograms, Program } from './program.ts';
import { removeFolder } from './remove-folder.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
export const browserHost = pathOf('src-main/hosts/browser/main.ts');

/** What the browser host prints once it can be used. */
export const isOpen = /Press Ctrl\+C here/;
export const inOrder = /Fabdesk closed in order\./;

export class RunningHosts {
  readonly folder = mkdtempSync(join(tmpdir(), 'fabdesk-hosts-'));
  readonly dataDir = join(this.folder, 'data');

  async remove(): Promise<void> {
    await endPrograms();
    removeFolder(this.folder);
  }

  browserHostArgs(): string[] {
    return [browserHost, '--data', this.dataDir, '--no-open'];
  }

  async startBrowserHost(): Promise<Program> {
    const program = new Program(process.execPath, this.browserHostArgs());
    await program.prints(isOpen);
    return program;
  }

  /** Electron's host over the stand-in of `electron`. */
  electron(options: HostOptions = {}, dataDir = this.dataDir): ElectronHost {
    return new ElectronHost(dataDir, options);
  }

  /** True after a crash, and while a host runs. */
  get hasControlFile(): boolean {
    return existsSync(join(this.dataDir, 'control.json'));
  }

  /** A client of the application that runs on the data folder, as a second start gets it. */
  async reach(): Promise<RunningApp> {
    const before = process.cwd();
    // The host that pretends Windows has its pipe as a file in its working folder (electron/host.ts).
    process.chdir(this.folder);
    try {
      const app = await connectToRunningApp(this.dataDir);
      if (!app) throw new Error('nobody answers on the data folder');
      return app;
    } finally {
      process.chdir(before);
    }
  }

  writeBox(name: string, size: number): string {
    const path = join(this.folder, name);
    writeFileSync(path, boxStl(size, size, size));
    return path;
  }

  /**
   * More bytes than the system buffers for a service that does not read, so that the last one cannot leave.
   */
  writeLarge(name: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, writeBinaryStl(makeIcosphere(10, 7)));
    return path;
  }

  /** The service holds back the order's answer and the upload's bytes for a minute. */
  async halfWay(app: RunningApp): Promise<{ readonly order: Job; readonly upload: Job }> {
    await addFault(app, { kind: 'slow-answer', method: 'POST', path: '/orders', delayMs: 60_000 });
    const order = await this.placeOrder(app);
    await becomes(app, order.id, 'committed');
    await addFault(app, { kind: 'slow-upload', method: 'POST', path: '/models', delayMs: 60_000 });
    const file = await ask(app, 'files.importPath', { path: this.writeLarge('uploading.stl') });
    const upload = await ask(app, 'queue.enqueueUpload', { file, uploadScale: 0.001, title: 'uploading' });
    await becomes(app, upload.id, 'armed');
    return { order, upload };
  }

  async placeOrder(app: RunningApp): Promise<Job> {
    const file = await ask(app, 'files.importPath', { path: this.writeBox('ordered.stl', 10) });
    const { prices } = await ask(app, 'price.quote', { geometry: cube, materials: [6] });
    const price = prices['6'];
    if (!price) throw new Error('no price');
    const { order } = await ask(app, 'queue.placeOrder', {
      lines: [
        {
          id: 'line',
          file,
          uploadScale: 0.001,
          title: 'ordered',
          geometry: cube,
          materialId: 6,
          materialTitle: 'a material',
          quantity: 1,
          unitPrice: price.price,
          currency: price.currency,
          quotedAt: Date.now(),
          source: null,
        },
      ],
      address: usAddress,
      shippingOption: 'Cheapest',
      confirmedParts: price.price,
    });
    return order;
  }

  /** The next start sends this upload. */
  async expectUploaded(jobId: string): Promise<void> {
    const next = await this.startBrowserHost();
    const app = await this.reach();
    await becomes(app, jobId, 'done');
    app.close();
    next.kill('SIGTERM');
    await next.ended;
  }

  /** The next start completes each of these jobs, and the service has the one order only once. */
  async expectDoneOnce(jobs: readonly Pick<Job, 'id'>[]): Promise<void> {
    const next = await this.startBrowserHost();
    const app = await this.reach();
    for (const { id } of jobs) await becomes(app, id, 'done');
    const { orders } = await ask(app, 'service.operate', { act: 'look' });
    expect(orders).toHaveLength(1);
    const states = (await ask(app, 'queue.list', {})).map(({ state }) => state);
    expect(states).toEqual(states.map(() => 'done'));
    app.close();
    next.kill('SIGTERM');
    await next.ended;
  }
}

export async function ask<N extends CallName<AppContract>>(
  app: RunningApp,
  name: N,
  input: CallInput<AppContract, N>,
) {
  const result = await app.invoke(name, input);
  if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
  return result.value;
}

export const addFault = (app: RunningApp, fault: Partial<FaultRule> & Pick<FaultRule, 'kind'>) =>
  ask(app, 'service.operate', { act: 'add-fault', fault });

/** Waits for the event that reports it. */
export async function becomes(app: RunningApp, jobId: string, wanted: JobState): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    app.on('job', (job) => {
      if (job.id === jobId && job.state === wanted) resolve();
    });
    ask(app, 'queue.list', {}).then((jobs) => {
      if (jobs.some((job) => job.id === jobId && job.state === wanted)) resolve();
    }, reject);
  });
}
