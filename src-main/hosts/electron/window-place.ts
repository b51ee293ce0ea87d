/**
 * Where the window was, so that the next start opens it there. A place that no display shows any more, for
 * example because a screen was unplugged, is moved onto one.
 */
import { type BrowserWindow, type Rectangle, screen } from 'electron';
import { z } from 'zod';
import { readStored, store } from './stored.ts';

export interface WindowPlace {
  /** The place of the window when it is neither maximised nor full screen. Missing: the system chooses. */
  readonly bounds?: Rectangle;
  readonly isMaximised: boolean;
}

const pixels = z.int().min(-100_000).max(100_000);
const placeSchema = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: pixels.positive(), height: pixels.positive() }),
  isMaximised: z.boolean(),
});

/** Part of the title bar that has to be on a display, so that a person can take hold of the window. */
const handle = { width: 120, height: 24 };

const name = 'window';

export function readWindowPlace(): WindowPlace {
  const read = readStored(name, placeSchema);
  if (!read) return { isMaximised: false };
  const { bounds, isMaximised } = read;
  return { bounds: ontoDisplay(bounds, screen.getDisplayMatching(bounds).workArea), isMaximised };
}

/** Stores the place whenever the window closes. */
export function keepWindowPlace(window: BrowserWindow): void {
  window.on('close', () => {
    store(name, { bounds: window.getNormalBounds(), isMaximised: window.isMaximized() });
  });
}

/** The same bounds if their title bar can be reached in `area`, else moved and shrunk to fit into it. */
export function ontoDisplay(bounds: Rectangle, area: Rectangle): Rectangle {
  const shown = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const top = bounds.y - area.y;
  if (shown >= handle.width && top >= 0 && top <= area.height - handle.height) return bounds;
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  const within = (at: number, start: number, length: number) => Math.min(Math.max(at, start), start + length);
  return {
    x: within(bounds.x, area.x, area.width - width),
    y: within(bounds.y, area.y, area.height - height),
    width,
    height,
  };
}
