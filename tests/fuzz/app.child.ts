/** The attacked application with its browser host and its control socket, in a process of its own. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../src-main/app.ts';
import { type BrowserHost, startBrowserHost } from '../../src-main/hosts/browser/server.ts';
import { boxStl } from '../support/models.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { answerCalls } from './process-calls.ts';

export interface StartedApp {
  readonly origin: string;
  /** Opens one window. */
  readonly token: string;
  readonly dataDir: string;
  /** A model that can be imported. */
  readonly modelPath: string;
  readonly control: { readonly address: string; readonly key: string };
}

let folder = '';
let app: App | null = null;
let host: BrowserHost | null = null;

/** The local service starts beside the application. */
async function reachable(running: App): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { ok } = await running.client.invoke('catalog.get', {});
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The local service did not start.');
}

answerCalls({
  start: async (): Promise<StartedApp> => {
    folder = mkdtempSync(join(tmpdir(), 'fabdesk-fuzz-'));
    const dataDir = join(folder, 'data');
    const rendererDir = join(folder, 'renderer');
    mkdirSync(rendererDir);
    writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Fabdesk</title>');
    const modelPath = join(folder, 'part.stl');
    writeFileSync(modelPath, boxStl(10, 10, 10));
    app = await createApp({ dataDir, host: 'browser', version: '0.0.0-fuzz' });
    host = await startBrowserHost({ app, rendererDir, port: 0 });
    app.setAddress(host.address);
    await reachable(app);
    const { address, key } = JSON.parse(readFileSync(join(dataDir, 'control.json'), 'utf8'));
    const token = host.address().split('#token=')[1] ?? '';
    return { origin: host.origin, token, dataDir, modelPath, control: { address, key } };
  },
  stop: async () => {
    await host?.close();
    await app?.close();
    [app, host] = [null, null];
  },
  remove: async () => removeFolder(folder),
});
