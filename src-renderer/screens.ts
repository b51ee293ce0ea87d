/**
 * The screens of the rail, in its order. A screen exists when `features/<name>/<Name>Screen.svelte` does; each is
 * loaded when it is first shown.
 */
import Box from '@lucide/svelte/icons/box';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import Library from '@lucide/svelte/icons/library';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Package from '@lucide/svelte/icons/package';
import Settings from '@lucide/svelte/icons/settings';
import ShoppingCart from '@lucide/svelte/icons/shopping-cart';
import type { Component } from 'svelte';
import type { ScreenId } from './app-state.svelte.ts';

export interface ScreenEntry {
  readonly id: ScreenId;
  readonly title: string;
  readonly icon: Component<{ size?: number | string; 'aria-hidden'?: 'true' }>;
  /** As in the command registry. */
  readonly shortcut: string;
  readonly load: () => Promise<{ default: Component }>;
}

const found = import.meta.glob<{ default: Component }>('./features/*/*Screen.svelte');

const planned: readonly (Omit<ScreenEntry, 'load'> & { file: string })[] = [
  { id: 'prepare', title: 'Prepare', icon: Box, shortcut: 'Alt+1', file: 'prepare/PrepareScreen' },
  { id: 'library', title: 'Library', icon: Library, shortcut: 'Alt+2', file: 'library/LibraryScreen' },
  { id: 'catalog', title: 'Catalog', icon: LayoutGrid, shortcut: 'Alt+3', file: 'catalog/CatalogScreen' },
  { id: 'cart', title: 'Cart', icon: ShoppingCart, shortcut: 'Alt+4', file: 'cart/CartScreen' },
  { id: 'orders', title: 'Orders', icon: Package, shortcut: 'Alt+5', file: 'orders/OrdersScreen' },
  { id: 'queue', title: 'Queue', icon: ListChecks, shortcut: 'Mod+J', file: 'queue/QueueScreen' },
  { id: 'settings', title: 'Settings', icon: Settings, shortcut: 'Mod+,', file: 'settings/SettingsScreen' },
];

export const screens: readonly ScreenEntry[] = planned.flatMap(({ file, ...entry }) => {
  const load = found[`./features/${file}.svelte`];
  return load ? [{ ...entry, load }] : [];
});
