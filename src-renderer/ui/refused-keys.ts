/**
 * Keys that a person cannot give to a command, since the window, the browser or the system needs them, and
 * why.
 */
import { isMac, type PressedKey, sameKeys } from './keys.ts';

export type KeyRefusal = 'browser' | 'system' | 'text' | 'zoom' | 'moving' | 'otherModifier' | 'unknown';

/** Browsers act on some of these before the page hears of them. */
const browser = [
  ...[
    'N',
    'T',
    'W',
    'Shift+N',
    'Shift+T',
    'Shift+W',
    'L',
    'Tab',
    'Shift+Tab',
    'PageUp',
    'PageDown',
    'Shift+I',
  ].map((key) => `Mod+${key}`),
  ...['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+D', 'Alt+Home', 'F11', 'F12'],
];
const system = [
  'Alt+F4',
  'Alt+Tab',
  'Alt+Space',
  'Alt+Escape',
  'Mod+Escape',
  'Mod+Alt+Delete',
  'Mod+Q',
  'PrintScreen',
];
const macSystem = ['Mod+H', 'Mod+M', 'Mod+`', 'Mod+Alt+Escape'];
/** Every text field has these. */
const text = ['Mod+C', 'Mod+V', 'Mod+X', 'Mod+Shift+V', 'Backspace', 'Mod+Backspace', 'Mod+Delete'];
/** Zoom of the whole window: people who need large text rely on it. */
const zoom = ['Mod++', 'Mod+-', 'Mod+=', 'Mod+0'];
const moving = /^(Shift\+)?(Tab|Enter|Escape|Space|ContextMenu|Arrow\w+|Home|End|PageUp|PageDown)$/;

/** Null if a command may have the keys. @param keys as `keysOfEvent` names them; null: it could not */
export function refusalOf(event: PressedKey, keys: string | null, mac = isMac): KeyRefusal | null {
  // Control on a Mac, and the key with the sign of Windows.
  if (mac ? event.ctrlKey : event.metaKey) return 'otherModifier';
  // Right Alt (AltGr) types characters; Windows reports it as Control and Alt.
  if (keys === null || keys === 'Process' || keys === 'Unidentified') return 'unknown';
  const named = keys.replace(/(^|\+) $/, '$1Space');
  const isOf = (list: readonly string[]) => list.some((one) => sameKeys(one, named));
  if (isOf(zoom)) return 'zoom';
  if (isOf(text)) return 'text';
  if (isOf(browser) || /^Mod\+[1-9]$/.test(named)) return 'browser';
  if (isOf(system) || (mac && isOf(macSystem))) return 'system';
  return moving.test(named) ? 'moving' : null;
}
