import type { Area } from '../message.ts';

export const settings = {
  sandbox: 'SANDBOX',
  language: 'Language',
  'language.system': 'System',
  'language.en': 'English',
  'language.de': 'Deutsch',
} as const satisfies Area;
