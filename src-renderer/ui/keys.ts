/**
 * Shortcuts as text: `Mod+Shift+K`, `0`, `?`, `Escape`. `Mod` is Command on a Mac and Control elsewhere.
 * Single characters name what the key types, so `?` needs no Shift here and works on every keyboard.
 */
import { t } from './language.svelte.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

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

/** Without a modifier: such keys must not fire while someone types. */
export const isSingleKey = (keys: string): boolean => splitKeys(keys).length === 1 && keys.length === 1;

export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** Whether the event is this shortcut. */
export function matchesKeys(event: PressedKey, keys: string, mac = isMac): boolean {
  const parts = splitKeys(keys);
  const key = parts.at(-1) ?? '';
  const wanted = new Set(parts.slice(0, -1));
  const mod = mac ? event.metaKey : event.ctrlKey;
  const otherMod = mac ? event.ctrlKey : event.metaKey;
  if (otherMod || mod !== wanted.has('Mod') || event.altKey !== wanted.has('Alt')) return false;
  // Shift is part of typing `?` or `+`; for letters and named keys it must be pressed explicitly.
  const shiftMatters = key.length > 1 || /[a-z]/i.test(key);
  if (shiftMatters && event.shiftKey !== wanted.has('Shift')) return false;
  // Alt changes what digits type on some keyboards, so there the position of the key counts.
  if (wanted.has('Alt') && /^\d$/.test(key))
    return event.code === `Digit${key}` || event.code === `Numpad${key}`;
  // The key labelled "delete" on a Mac is Backspace elsewhere; many Macs have no other.
  if (mac && key === 'Delete' && event.key === 'Backspace') return true;
  return key.length === 1 ? event.key.toLowerCase() === key.toLowerCase() : event.key === key;
}
