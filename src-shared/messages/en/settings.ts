import type { Area } from '../message.ts';

export const settings = {
  language: 'Language',
  'language.system': 'System',
  'language.en': 'English',
  'language.de': 'Deutsch',
} as const satisfies Area;
