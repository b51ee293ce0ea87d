/** The menu of the system, and the shortcuts and links that lead to the window's commands. */
import { describe, expect, it } from 'vitest';
import { commandOfLink } from '../../../src-main/hosts/electron/links.ts';
import { acceleratorOf, menuTemplate } from '../../../src-main/hosts/electron/menu.ts';
import { messagesFor } from '../../../src-main/messages-for.ts';
import { screenIds } from '../../../src-shared/ipc/screens.ts';
import { choose, Menu, menuPaths } from '../../support/electron/menu.ts';

const commands = [
  { id: 'go.queue', title: 'Queue', group: 'Go to', keys: 'Mod+J', enabled: true },
  { id: 'plate.open', title: 'Open files & folders', group: 'Plate', keys: 'Mod+O', enabled: true },
  { id: 'plate.undo', title: 'Undo', group: 'Plate', keys: 'Mod+Z', enabled: false },
  { id: 'view.fit', title: 'Zoom to part', group: '3D view', keys: 'Z', enabled: true },
  { id: 'help.shortcuts', title: 'Shortcuts', group: 'Help', keys: '?', enabled: true },
];

async function menu(platform: NodeJS.Platform, language: 'en' | 'de', shown = commands) {
  const ran: string[] = [];
  const template = menuTemplate(platform, await messagesFor(language, []), shown, {
    run: (id) => ran.push(id),
    zoom: (to) => ran.push(`zoom ${to}`),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  return { ran, template, titles: template.map(({ label }) => label) };
}

describe('the menu of the system', () => {
  it('The menu has every command of the window under its heading, and what any program has.', async () => {
    const { titles } = await menu('linux', 'en');
    expect(titles).toEqual(['&File', '&Edit', '&View', 'Go to', 'Plate', '&Window', 'Help']);
    expect(menuPaths()).toEqual(
      expect.arrayContaining([
        '&File > Quit Fabdesk',
        '&Edit > Copy',
        '&View > Zoom to part',
        '&View > Zoom in',
        'Plate > Open files && folders',
        'Help > Shortcuts',
      ]),
    );
  });

  it('On macOS the first menu is that of the program, and in German all of it is German.', async () => {
    const { titles } = await menu('darwin', 'de', []);
    expect(titles).toEqual(['Fabdesk', '&Datei', '&Bearbeiten', '&Ansicht', '&Fenster']);
    expect(menuPaths()).toContain('Fabdesk > Fabdesk beenden');
    expect(menuPaths()).toContain('&Bearbeiten > Rückgängig');
  });

  it('An item runs its command; one that cannot run now is grey.', async () => {
    const { ran } = await menu('linux', 'en');
    choose('Plate > Open files && folders');
    expect(ran).toEqual(['plate.open']);
    expect(() => choose('Plate > Undo')).toThrow();
  });

  it('Zoom has the keys of every keyboard, and none that a field or the plate uses.', async () => {
    const { ran, template } = await menu('linux', 'en');
    const { submenu = [] } = template.find(({ label }) => label === '&View') ?? {};
    const zooming = (submenu as typeof template).filter(({ label }) =>
      /Zoom (in|out)|Actual/.test(label ?? ''),
    );
    for (const item of zooming) item.click?.({} as never, undefined, {} as never);
    expect(ran).toEqual([
      'zoom reset',
      'zoom reset',
      'zoom in',
      'zoom in',
      'zoom in',
      'zoom out',
      'zoom out',
    ]);
    expect(zooming.every(({ accelerator }) => String(accelerator).startsWith('CmdOrCtrl+'))).toBe(true);
    expect(zooming.filter(({ visible }) => visible).map(({ label }) => label)).toEqual([
      'Actual size',
      'Zoom in',
      'Zoom out',
    ]);
  });

  it.each([
    ['Mod+Shift+Z', 'CmdOrCtrl+Shift+Z'],
    ['Alt+1', 'Alt+1'],
    ['Mod+,', 'CmdOrCtrl+,'],
    ['Mod++', 'CmdOrCtrl+Plus'],
    ['Mod+ArrowLeft', 'CmdOrCtrl+Left'],
    ['F5', 'F5'],
    ['Z', undefined],
    ['?', undefined],
    ['Escape', undefined],
    ['Shift+Z', undefined],
    [null, undefined],
  ])('The shortcut %s stands in the menu as %s, and the window hears it.', (keys, accelerator) => {
    expect(acceleratorOf(keys)).toBe(accelerator);
  });
});

describe('links', () => {
  it('A link shows a screen of the window.', () => {
    for (const screen of screenIds) expect(commandOfLink(`fabdesk://${screen}`)).toBe(`go.${screen}`);
    expect(commandOfLink('fabdesk://queue/')).toBe('go.queue');
  });

  it.each([
    'fabdesk://',
    'fabdesk:queue',
    'fabdesk://order',
    'fabdesk://orders/place',
    'fabdesk://queue?confirm=1',
    'fabdesk://queue#x',
    'fabdesk://queue\n',
    'fabdesk://go.queue',
    'fabdesk://constructor',
    'fabdesk://../queue',
    'https://queue',
  ])('The link %j does nothing.', (link) => {
    expect(commandOfLink(link)).toBeNull();
  });
});
