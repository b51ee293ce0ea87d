/** `Menu`: refuses templates as Electron does, and lets a test see and choose its items. */
import { show } from './show.ts';

type Template = Electron.MenuItemConstructorOptions;

export class StandInMenu {
  readonly items: readonly Template[];

  constructor(items: readonly Template[]) {
    this.items = items;
  }
}

let shown: StandInMenu | null = null;

export const Menu = {
  buildFromTemplate(template: Template[]) {
    return new StandInMenu(template.map(checked));
  },
  setApplicationMenu(menu: StandInMenu | null) {
    shown = menu;
    show('the menu is set');
  },
};

function checked(item: Template): Template {
  if (!item.label && !item.role && !item.type) {
    throw new Error('Invalid template for MenuItem: must have at least one of label, role or type');
  }
  return Array.isArray(item.submenu) ? { ...item, submenu: item.submenu.map(checked) } : item;
}

const nameOf = ({ label, role, type }: Template): string => label ?? role ?? type ?? '';

/** Every item as its path, for example "File > Quit". */
export function menuPaths(items: readonly Template[] = shown?.items ?? [], above = ''): string[] {
  return items.flatMap((item) => {
    const path = `${above}${nameOf(item)}`;
    return Array.isArray(item.submenu) ? [path, ...menuPaths(item.submenu, `${path} > `)] : [path];
  });
}

/** Chooses the item at a path, as a person does. */
export function choose(path: string, items: readonly Template[] = shown?.items ?? []): void {
  const [name, ...rest] = path.split(' > ');
  const item = items.find((each) => nameOf(each) === name);
  if (!item || item.enabled === false) throw new Error(`the menu has no ${path}`);
  if (rest.length > 0) choose(rest.join(' > '), item.submenu as Template[]);
  else item.click?.({} as never, undefined, {} as never);
}
