/**
 * Shortcuts as text: `Mod+Shift+K`, `0`, `?`, `Escape`. `Mod` is Command on a Mac and Control elsewhere.
 * Single characters name what the key types, so `?` needs no Shift here and works on every keyboard.
 */
import { t } from './language.svelte.ts';

export const isMac = /mac|iphone|ipad/i.test(navigator.platform);

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};
const macSigns: typeof signs = { ...signs, Delete: '⌫', Mod: '⌘', Shift: '⇧', Alt: '⌥' };

/** `Ctrl+Shift+K`, or the Mac's symbols. Every text that names a key uses this. */
export function keysForPeople(keys: string, mac = isMac): string {
  const named = mac ? macSigns : signs;
  const names: Readonly<Record<string, () => string>> = {
    Escape: () => t('ui.key.escape'),
    Delete: () => t('ui.key.delete'),
    Mod: () => t('ui.key.control'),
    Shift: () => t('ui.key.shift'),
  };
  const parts = splitKeys(keys).map(
    (part) => named[part] ?? names[part]?.() ?? (part.length === 1 ? part.toUpperCase() : part),
  );
  return parts.join(mac ? '' : '+');
}

/** Function keys need the fn key on a Mac, so there the usual shortcut comes first. */
export const reloadKeys = (mac = isMac): readonly string[] => (mac ? ['Mod+R', 'F5'] : ['F5']);

function splitKeys(keys: string): string[] {
  if (keys.endsWith('++')) return [...keys.slice(0, -2).split('+'), '+'];
  return keys === '+' ? ['+'] : keys.split('+');
}

/**
 * A character without Ctrl, Command or Alt: such keys must not fire while someone types, and can be switched
 * off (WCAG 2.1.4). `Shift+N` is one, since it types a character too.
 */
export const isSingleKey = (keys: string): boolean => {
  const parts = splitKeys(keys);
  return parts.at(-1)?.length === 1 && !parts.includes('Mod') && !parts.includes('Alt');
};

export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/**
 * The key as shortcuts name it; null for one that only types a part of a character. What a key types counts,
 * so letters are where the person's own keyboard has them. Where it types no letter or digit of ours, as on
 * Cyrillic keyboards and with Option on a Mac, its place on a keyboard of the United States counts. With Alt
 * that is so for all digits.
 */
function nameOfKey({ key, code, altKey }: PressedKey): string | null {
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  if (altKey && digit !== undefined) return digit;
  if (key.length > 1 && key !== 'Dead') return key;
  if (/^[!-~]$/.test(key)) return key.toUpperCase();
  return letter ?? digit ?? (key.length === 1 ? key.toUpperCase() : null);
}

/** Shift is part of typing `?` or `+`; for letters and named keys it must be pressed explicitly. */
const namesShift = (key: string): boolean => key.length > 1 || /[a-z]/i.test(key);

/** Whether the event is this shortcut. */
export function matchesKeys(event: PressedKey, keys: string, mac = isMac): boolean {
  const parts = splitKeys(keys);
  const key = parts.at(-1) ?? '';
  const wanted = new Set(parts.slice(0, -1));
  const mod = mac ? event.metaKey : event.ctrlKey;
  const otherMod = mac ? event.ctrlKey : event.metaKey;
  if (otherMod || mod !== wanted.has('Mod') || event.altKey !== wanted.has('Alt')) return false;
  if (namesShift(key) && event.shiftKey !== wanted.has('Shift')) return false;
  // The key labelled "delete" on a Mac is Backspace elsewhere; many Macs have no other.
  if (mac && key === 'Delete' && event.key === 'Backspace') return true;
  return nameOfKey(event) === (key.length === 1 ? key.toUpperCase() : key);
}

/** Keys that do nothing alone. */
const modifiers = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn', 'OS'];

/** The shortcut that was pressed; null while only modifiers are held, or if no shortcut can name the key. */
export function keysOfEvent(event: PressedKey, mac = isMac): string | null {
  if (modifiers.includes(event.key)) return null;
  const name = mac && event.key === 'Backspace' ? 'Delete' : nameOfKey(event);
  if (name === null) return null;
  const mod = mac ? event.metaKey : event.ctrlKey;
  return [
    ...(mod ? ['Mod'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey && namesShift(name) ? ['Shift'] : []),
    name,
  ].join('+');
}

/** Whether two shortcuts are the same keys. */
export const sameKeys = (one: string, other: string): boolean => inOrder(one) === inOrder(other);

function inOrder(keys: string): string {
  const parts = splitKeys(keys);
  return [...parts.slice(0, -1).sort(), parts.at(-1)?.toUpperCase()].join('+');
}

/** `aria-keyshortcuts` of a shortcut. */
export const ariaKeys = (keys: string, mac = isMac): string => keys.replace('Mod', mac ? 'Meta' : 'Control');
