import type { errors as en } from '../en/errors.ts';
import type { Translation } from '../message.ts';

export const errors = {
  'advice.connection': 'Prüfen Sie die Verbindung. Was Sie bestellen, wartet in der Warteschlange.',
  'advice.online': 'Gehen Sie in der Statusleiste online.',
  'advice.account': 'Prüfen Sie das Konto in den Einstellungen.',
  retryAfter: 'Versuchen Sie es nach {time} erneut.',
} as const satisfies Translation<typeof en>;
