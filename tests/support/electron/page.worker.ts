/**
 * A page: runs the real preload, which has only what Electron gives a sandboxed one, and acts on what it
 * exposes.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { fileOnDisk, ipcRenderer, mainWorld } from './electron-renderer.ts';
import type { FromPage, ToPage } from './page.ts';

const port = parentPort!;
const say = (message: FromPage) => port.postMessage(message);

port.on('message', (message: ToPage) => {
  if (message.kind === 'unload') process.exit();
  else if (message.kind === 'message') ipcRenderer.receive(message.channel, message.args);
  else if (message.kind === 'answer') ipcRenderer.settle(message);
  else void run(message);
});

const { preload } = workerData as { preload?: string };
if (preload !== undefined) {
  // Packages carry it as one CommonJS file; here its source runs.
  const source = existsSync(preload) ? preload : preload.replace(/\.cjs$/, '.ts');
  await import(pathToFileURL(source).href);
}
say({ kind: 'loaded' });

async function run({ id, name, args }: ToPage & { kind: 'call' }): Promise<void> {
  try {
    say({ kind: 'result', id, value: await act(name, args) });
  } catch (thrown) {
    say({ kind: 'result', id, error: String(thrown) });
  }
}

const ends = new Map<string, () => void>();

/**
 * `listen`, `hearChoices` and `stop` stand for code of the page with listeners; `pathOf` for one that has a
 * file.
 */
function act(name: string, args: readonly unknown[]): unknown {
  const { fabdesk } = mainWorld as Record<string, Record<string, (...all: unknown[]) => unknown>>;
  const call = (wanted: string, ...all: unknown[]) => fabdesk![wanted]!(...all);
  const event = String(args[0]);
  const hear = (payload: unknown) => say({ kind: 'heard', name: event, payload });
  const acts: Record<string, () => unknown> = {
    exposed: () => Object.keys(fabdesk!),
    listen: () => void ends.set(event, call('on', event, hear) as () => void),
    hearChoices: () => void ends.set(event, call('onChosen', hear) as () => void),
    stop: () => ends.get(event)?.(),
    pathOf: () => call('pathOf', fileOnDisk(event)),
  };
  return (acts[name] ?? (() => call(name, ...args)))();
}
