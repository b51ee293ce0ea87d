/**
 * What the palette can find: commands, parts on the plate, materials, settings, orders by number, and the
 * last screens.
 */
import { canStayInTray } from '../../src-shared/ipc/app-status.ts';
import type { ScreenId } from '../../src-shared/ipc/screens.ts';
import { shown } from '../../src-shared/messages/foreign-text.ts';
import type { AppState } from '../app-state.svelte.ts';
import type { Prepare } from '../features/prepare/prepare.svelte.ts';
import { say, t } from '../ui/language.svelte.ts';
import { ordersOf } from '../ui/orders/orders.svelte.ts';
import { rank } from '../ui/rank.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** Other words for what the title says. */
  readonly synonyms?: string;
  readonly keys?: string | undefined;
  /** Why it cannot be chosen now; missing or null if it can. */
  readonly obstacle?: string | null;
  readonly run: () => void;
}

/** By the part after `setting-` in the ids of SettingsScreen. */
const settings = [
  'theme',
  'language',
  'unit',
  'keys',
  'tray',
  'updates',
  'tolerance',
  'accounts',
  'about',
] as const;

const synonymsOf = (id: string): string => say({ key: `palette.${id}` });

export interface PaletteSources {
  readonly app: AppState;
  readonly prepare: Prepare;
  /** Screens that were shown, the last one first. */
  readonly recent: readonly ScreenId[];
}

/** The best first. Without a search: the last screens, then all commands. */
export function findEntries(search: string, sources: PaletteSources): readonly PaletteEntry[] {
  const commands = commandEntries(sources);
  if (search.trim() === '') return [...recentEntries(sources), ...byObstacle(commands)];
  const all = [
    ...commands,
    ...partEntries(sources),
    ...materialEntries(sources),
    ...settingEntries(sources),
    ...orderEntries(search, sources),
  ];
  return all
    .flatMap((entry) => {
      const { title, group, synonyms = '', obstacle = null } = entry;
      const points = rank(search, { title, more: `${group} ${synonyms}` });
      return points === null ? [] : [{ entry, points: points - (obstacle === null ? 0 : 1) }];
    })
    .sort((a, b) => b.points - a.points || a.entry.title.length - b.entry.title.length)
    .map(({ entry }) => entry);
}

const byObstacle = (entries: readonly PaletteEntry[]): PaletteEntry[] =>
  entries.toSorted((a, b) => Number(Boolean(a.obstacle)) - Number(Boolean(b.obstacle)));

function commandEntries({ app }: PaletteSources): PaletteEntry[] {
  return app.commands.all.map(({ id, title, group, keys, enabled, why, run }) => ({
    id,
    group,
    title,
    synonyms: synonymsOf(id),
    keys: keys?.[0],
    obstacle: enabled?.() === false ? (why?.() ?? t('shell.palette.notNow')) : null,
    run,
  }));
}

function recentEntries({ app, recent }: PaletteSources): PaletteEntry[] {
  return recent
    .filter((screen) => screen !== app.screen)
    .slice(0, 3)
    .map((screen) => ({
      id: `recent.${screen}`,
      group: t('shell.group.recent'),
      title: t(`shell.screen.${screen}`),
      keys: app.commands.keysOf(`go.${screen}`),
      run: () => app.navigate(screen),
    }));
}

function partEntries({ app, prepare }: PaletteSources): PaletteEntry[] {
  const { plate } = prepare;
  return plate.items.map((item) => ({
    id: `part.${item.id}`,
    group: t('shell.group.part'),
    title: shown(plate.nameOf(item)),
    run: () => {
      app.navigate('prepare');
      plate.select(item.id);
    },
  }));
}

function materialEntries({ app, prepare }: PaletteSources): PaletteEntry[] {
  const obstacle = prepare.plate.selected ? null : t('shell.palette.noPart');
  return (app.catalog?.materials ?? []).map(({ materialId, title }) => ({
    id: `material.${materialId}`,
    group: t('ui.material'),
    title: shown(title),
    obstacle,
    run: () => {
      app.navigate('prepare');
      prepare.chooseMaterial(materialId);
    },
  }));
}

function settingEntries({ app }: PaletteSources): PaletteEntry[] {
  const offered = settings.filter((setting) => {
    if (setting === 'updates') return app.info?.updateHost !== undefined;
    return setting !== 'tray' || canStayInTray(app.info);
  });
  return offered.map((setting) => ({
    id: `setting.${setting}`,
    group: t('shell.screen.settings'),
    title: t(`shell.setting.${setting}`),
    synonyms: synonymsOf(`setting.${setting}`),
    run: () => {
      app.navigate('settings');
      void focusSetting(setting);
    },
  }));
}

/** The screen may have to be loaded first. */
async function focusSetting(setting: string): Promise<void> {
  const until = performance.now() + 5000;
  while (performance.now() < until) {
    const place = document.querySelector(`#setting-${setting}`);
    const control = place?.querySelector<HTMLElement>(':checked, input, select, button, a[href]');
    if (place && control) {
      place.scrollIntoView({ block: 'center' });
      control.focus();
      return;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** An order by its number, whether it is in a list already or not. */
function orderEntries(search: string, { app }: PaletteSources): PaletteEntry[] {
  const [, number] = /(?:^|[\s#])(\d{1,15})\s*$/.exec(search) ?? [];
  const account = app.status?.account.id;
  if (number === undefined || account === undefined) return [];
  const orders = ordersOf(app, account);
  const known = (orders.list ?? [])
    .map(({ orderId }) => String(orderId))
    .filter((id) => id.startsWith(number));
  return [...new Set([number, ...known])].slice(0, 6).map((id) => ({
    id: `order.${id}`,
    group: t('shell.screen.orders'),
    title: t('shell.palette.order', { number: id }),
    synonyms: search,
    run: () => {
      orders.open(Number(id));
      app.navigate('orders');
    },
  }));
}
