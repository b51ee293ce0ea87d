/**
 * The operating system's menu: only what the system expects of any program. The window's own commands are in its
 * registry, where the palette and the shortcut list also find them.
 */
import type { MenuItemConstructorOptions } from 'electron';
import type { Messages } from '../../../src-shared/messages/messages.ts';

export function menuTemplate(platform: NodeJS.Platform, { t }: Messages): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    mac ? { role: 'fileMenu' } : { label: t('hosts.menu.file'), submenu: [{ role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: t('hosts.menu.view'),
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
