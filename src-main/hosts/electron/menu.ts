/**
 * The menu of the system: what people expect of any program, as roles of Electron, and every command of the
 * window under the heading that it has in the window's own list.
 */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../src-shared/ipc/menu-command.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { ZoomStep } from './zoom.ts';

type Item = MenuItemConstructorOptions;

/** `null` is a line between items. Electron's own labels of roles are English. */
const edit = ['undo', 'redo', null, 'cut', 'copy', 'paste', 'delete', null, 'selectAll'] as const;
const viewEnd = [null, 'togglefullscreen'] as const;
const macApp = ['about', null, 'services', null, 'hide', 'hideOthers', 'unhide', null, 'quit'] as const;
const macWindow = ['minimize', 'zoom', null, 'front'] as const;
const otherWindow = ['minimize', 'close'] as const;
type Role = NonNullable<
  (typeof edit | typeof viewEnd | typeof macApp | typeof macWindow | typeof otherWindow)[number]
>;

/** `commands`: those of the window; none until it has loaded. */
export function menuTemplate(
  platform: NodeJS.Platform,
  { t }: Pick<Messages, 't'>,
  commands: readonly MenuCommand[],
  { run, zoom }: { readonly run: (id: string) => void; readonly zoom: (to: ZoomStep) => void },
): Item[] {
  const mac = platform === 'darwin';
  const roles = (names: readonly (Role | null)[]): Item[] =>
    names.map((role) => (role ? { role, label: t(`hosts.menu.${role}`) } : { type: 'separator' }));
  const { view, help, others } = byGroup(commands);
  const items = (group: readonly MenuCommand[]) => group.map((command) => itemOf(command, run));
  return [
    // The system puts the name of the program there.
    ...(mac ? [{ label: 'Fabdesk', submenu: roles(macApp) }] : []),
    { label: t('hosts.menu.file'), submenu: roles([mac ? 'close' : 'quit']) },
    { label: t('hosts.menu.edit'), submenu: roles(edit) },
    {
      label: t('hosts.menu.view'),
      submenu: [
        ...items(view),
        ...(view.length > 0 ? roles([null]) : []),
        ...zoomItems(t, zoom),
        ...roles(viewEnd),
      ],
    },
    ...others.map((group) => ({ label: labelOf(group[0]!.group), submenu: items(group) })),
    { role: 'window', label: t('hosts.menu.window'), submenu: roles(mac ? macWindow : otherWindow) },
    ...(help[0] ? [{ role: 'help', label: labelOf(help[0].group), submenu: items(help) } as const] : []),
  ];
}

/**
 * Electron's own roles would forget the zoom. Items that are not visible give further keys: plus without
 * Shift where it shares a key with =, and the number pad.
 */
function zoomItems(t: Messages['t'], zoom: (to: ZoomStep) => void): Item[] {
  const keys = {
    reset: ['CmdOrCtrl+0', 'CmdOrCtrl+num0'],
    in: ['CmdOrCtrl+Plus', 'CmdOrCtrl+=', 'CmdOrCtrl+numadd'],
    out: ['CmdOrCtrl+-', 'CmdOrCtrl+numsub'],
  } as const;
  const titles = {
    reset: 'hosts.menu.resetZoom',
    in: 'viewer.zoomIn',
    out: 'viewer.zoomOut',
  } as const;
  return (['reset', 'in', 'out'] as const).flatMap((to) =>
    keys[to].map((accelerator, at) => ({
      label: t(titles[to]),
      accelerator,
      visible: at === 0,
      click: () => zoom(to),
    })),
  );
}

function byGroup(commands: readonly MenuCommand[]) {
  const groups = [...Map.groupBy(commands, ({ group }) => group).values()];
  const isOf = (area: string) => (group: readonly MenuCommand[]) =>
    group.some(({ id }) => id.startsWith(`${area}.`));
  const view = groups.find(isOf('view')) ?? [];
  const help = groups.find(isOf('help')) ?? [];
  return { view, help, others: groups.filter((group) => group !== view && group !== help) };
}

function itemOf({ id, title, keys, enabled }: MenuCommand, run: (id: string) => void): Item {
  const accelerator = acceleratorOf(keys);
  return {
    id,
    label: labelOf(title),
    enabled,
    ...(accelerator && { accelerator, registerAccelerator: false }),
    click: () => run(id),
  };
}

/** A single `&` would mark a letter for the keyboard. */
const labelOf = (text: string): string => text.replaceAll('&', '&&');

const names: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/**
 * Shortcuts of the window's registry in Electron's notation. Undefined for single keys, which belong to the
 * window: as shortcuts of a menu they would act while somebody types. `registerAccelerator` is off, since the
 * window hears its shortcuts itself; the menu only shows them.
 */
export function acceleratorOf(keys: string | null): string | undefined {
  if (keys === null || !/^(?:(?:Mod|Alt|Shift)\+)*(?:Mod|Alt)\+.|^F\d+$/.test(keys)) return undefined;
  const isPlus = keys.endsWith('++');
  const parts = (isPlus ? keys.slice(0, -2) : keys).split('+');
  return [...parts.map((part) => names[part] ?? part), ...(isPlus ? ['Plus'] : [])].join('+');
}
