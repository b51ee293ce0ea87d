import type { ui as en } from '../en/ui.ts';
import type { Translation } from '../message.ts';

export const ui = {
  noLength: 'Geben Sie eine Länge ein, z. B. 12,5, 40/3 oder 2 1/2 in.',
  noNumber: 'Geben Sie eine Zahl ein, z. B. 12,5.',
  noWholeNumber: 'Geben Sie eine ganze Zahl ein, z. B. 12.',
  notPositive: 'Geben Sie eine Zahl größer als 0 ein.',
  atLeast: 'Geben Sie mindestens {limit} ein.',
  atMost: 'Geben Sie höchstens {limit} ein.',
  dismiss: 'Schließen',
  close: 'Schließen',
  copying: 'Kopieren: {share:percent} von {size:bytes}',
  choose: 'Auswählen',
  'key.escape': 'Esc',
  'key.delete': 'Entf',
  'key.control': 'Strg',
  'key.shift': 'Umschalt',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Das System erlaubt hier kein Kopieren. Markieren und kopieren Sie den Text selbst.',
} as const satisfies Translation<typeof en>;
