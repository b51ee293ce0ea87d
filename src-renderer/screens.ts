/** The screens of the rail, in its order; each is loaded when it is first shown. */
import Box from '@lucide/svelte/icons/box';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import Library from '@lucide/svelte/icons/library';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Package from '@lucide/svelte/icons/package';
import Settings from '@lucide/svelte/icons/settings';
import ShoppingCart from '@lucide/svelte/icons/shopping-cart';
import type { Component } from 'svelte';
import type { ScreenId } from '../src-shared/ipc/screens.ts';

export interface ScreenEntry {
  readonly id: ScreenId;
  readonly icon: Component<{ size?: number | string; 'aria-hidden'?: 'true' }>;
  /** In the notation of the command registry. */
  readonly shortcut: string;
  readonly load: () => Promise<{ default: Component }>;
}

export const screens: readonly ScreenEntry[] = [
  {
    id: 'prepare',
    icon: Box,
    shortcut: 'Alt+1',
    load: () => import('./features/prepare/PrepareScreen.svelte'),
  },
  {
    id: 'library',
    icon: Library,
    shortcut: 'Alt+2',
    load: () => import('./features/library/LibraryScreen.svelte'),
  },
  {
    id: 'catalog',
    icon: LayoutGrid,
    shortcut: 'Alt+3',
    load: () => import('./features/catalog/CatalogScreen.svelte'),
  },
  {
    id: 'cart',
    icon: ShoppingCart,
    shortcut: 'Alt+4',
    load: () => import('./features/cart/CartScreen.svelte'),
  },
  {
    id: 'orders',
    icon: Package,
    shortcut: 'Alt+5',
    load: () => import('./features/orders/OrdersScreen.svelte'),
  },
  {
    id: 'queue',
    icon: ListChecks,
    shortcut: 'Mod+J',
    load: () => import('./features/queue/QueueScreen.svelte'),
  },
  {
    id: 'settings',
    icon: Settings,
    shortcut: 'Mod+,',
    load: () => import('./features/settings/SettingsScreen.svelte'),
  },
];
