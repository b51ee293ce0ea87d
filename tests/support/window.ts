/** Opens the whole window on a bridge double, at one screen, and closes it again. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
// Loaded with the test and not while it waits: the window loads them when it is opened.
import '../../src-renderer/shell/App.svelte';
import '../../src-renderer/shell/Palette.svelte';
import '../../src-renderer/shell/ShortcutsDialog.svelte';
import { screens } from '../../src-renderer/screens.ts';
import { start } from '../../src-renderer/start.ts';
import type { BridgeDouble } from './bridge-double.ts';

export interface OpenWindow {
  close(): Promise<void>;
}

/**
 * The first window of a file also loads the modules of its screen, which takes long on a busy computer, ms.
 */
const opening = 20_000;

export async function openWindow(bridge: BridgeDouble, screen: string): Promise<OpenWindow> {
  await page.viewport(1280, 800);
  await screens.find(({ id }) => id === screen)?.load();
  location.hash = screen;
  const target = document.createElement('div');
  target.id = 'app';
  document.body.append(target);
  const stop = start(target, async () => bridge);
  await expect.element(page.getByRole('navigation').first(), { timeout: opening }).toBeVisible();
  return {
    async close() {
      await stop();
      target.remove();
      location.hash = '';
      sessionStorage.clear();
    },
  };
}
