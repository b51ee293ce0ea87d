import type { shell as en } from '../en/shell.ts';
import type { Translation } from '../message.ts';

export const shell = {
  opening: 'Fabdesk wird geöffnet …',
  cannotOpen:
    'Das Fenster erreicht Fabdesk nicht. Starten Sie Fabdesk neu, oder öffnen Sie die ausgegebene Adresse.',
  tryAgain: 'Erneut versuchen',
} as const satisfies Translation<typeof en>;
