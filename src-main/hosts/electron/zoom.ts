/**
 * The zoom of the window, by menu, keys and mouse wheel. It stays for the next window and the next start.
 */
import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import { readStored, store } from './stored.ts';

export type ZoomStep = 'in' | 'out' | 'reset';

const name = 'zoom';
/** Levels of Chromium: each is a fifth larger than the one before, 0 is 100 %. So from 58 % to 249 %. */
const levelSchema = z.number().min(-3).max(5);
const step = 0.5;

const stored = () => readStored(name, levelSchema) ?? 0;

/** Gives a window the zoom that was chosen last. */
export function keepZoom(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('did-finish-load', () => webContents.setZoomLevel(stored()));
  // Ctrl with the wheel. Chromium asks, and leaves it to the program.
  webContents.on('zoom-changed', (_event, direction) => changeZoom(window, direction));
}

export function changeZoom(window: BrowserWindow | undefined, to: ZoomStep): void {
  if (!window) return;
  const { webContents } = window;
  const wanted = to === 'reset' ? 0 : webContents.getZoomLevel() + (to === 'in' ? step : -step);
  const level = levelSchema.safeParse(wanted);
  if (!level.success) return;
  webContents.setZoomLevel(level.data);
  store(name, level.data);
}
