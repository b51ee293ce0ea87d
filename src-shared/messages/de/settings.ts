import type { settings as en } from '../en/settings.ts';
import type { Translation } from '../message.ts';

export const settings = {
  sandbox: 'SANDBOX',
  language: 'Sprache',
  'language.system': 'System',
  'language.en': 'English',
  'language.de': 'Deutsch',
} as const satisfies Translation<typeof en>;
