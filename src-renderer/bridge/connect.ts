/** Finds the transport of this window. Called once, by main.ts. */
import type { Bridge } from './bridge.ts';
import { createElectronBridge, type PreloadApi } from './electron-bridge.ts';
import { createHttpBridge, openSession } from './http-bridge.ts';

export async function connect(): Promise<Bridge> {
  const preload = (globalThis as { fabdesk?: PreloadApi }).fabdesk;
  if (preload) return createElectronBridge(preload);
  return createHttpBridge(await openSession());
}
