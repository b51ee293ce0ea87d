/**
 * Mounts the window on any bridge: the real one (main.ts) or a test's double. Loads the styles of everything.
 */
import '@fontsource-variable/inter/index.css';
import { mount, unmount } from 'svelte';
import type { Bridge } from './bridge/bridge.ts';
import Root from './shell/Root.svelte';
import './ui/tokens.css';
import './ui/base.css';
import './ui/layout.css';

/** Returns the function that unmounts the window. */
export function start(target: Element, connect: () => Promise<Bridge>): () => Promise<void> {
  target.replaceChildren();
  const root = mount(Root, { target, props: { connect } });
  return () => unmount(root);
}
