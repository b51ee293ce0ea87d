/** Shortcuts on a Mac and elsewhere: the keys to press, and their names in texts. */
import '../../support/english.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  isSingleKey,
  keysForPeople,
  keysOfEvent,
  matchesKeys,
  type PressedKey,
  reloadKeys,
  sameKeys,
} from '../../../src-renderer/ui/keys.ts';
import { refusalOf } from '../../../src-renderer/ui/refused-keys.ts';

const mac = true;
const pressed = (key: string, changes: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: '',
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});

describe('keys on a Mac', () => {
  it('A Mac deletes with Backspace, labelled delete there, as well as with Delete.', () => {
    expect(matchesKeys(pressed('Backspace'), 'Delete', mac)).toBe(true);
    expect(matchesKeys(pressed('Delete'), 'Delete', mac)).toBe(true);
    expect(matchesKeys(pressed('Backspace', { metaKey: true }), 'Delete', mac)).toBe(false);
    expect(matchesKeys(pressed('Backspace'), 'Delete', !mac)).toBe(false);
  });

  it('A Mac reads a file again with Cmd+R, since F5 needs fn there.', () => {
    const reads = (event: PressedKey, onMac: boolean) =>
      reloadKeys(onMac).some((keys) => matchesKeys(event, keys, onMac));
    expect(reads(pressed('r', { metaKey: true }), mac)).toBe(true);
    expect(reads(pressed('F5'), mac)).toBe(true);
    expect(reads(pressed('F5'), !mac)).toBe(true);
    expect(reads(pressed('r', { ctrlKey: true }), !mac)).toBe(false);
  });

  it('A Mac uses Command where others use Control.', () => {
    expect(matchesKeys(pressed('k', { metaKey: true }), 'Mod+K', mac)).toBe(true);
    expect(matchesKeys(pressed('k', { ctrlKey: true }), 'Mod+K', mac)).toBe(false);
    expect(matchesKeys(pressed('k', { ctrlKey: true }), 'Mod+K', !mac)).toBe(true);
  });

  it('Keys have the names of the Mac’s keyboard.', () => {
    expect(['Mod+V', 'Mod+Shift+O', 'Delete', 'Alt'].map((keys) => keysForPeople(keys, mac))).toEqual([
      '⌘V',
      '⌘⇧O',
      '⌫',
      '⌥',
    ]);
    expect(['Mod+V', 'Mod+Shift+O', 'Delete', 'Alt'].map((keys) => keysForPeople(keys, !mac))).toEqual([
      'Ctrl+V',
      'Ctrl+Shift+O',
      'Del',
      'Alt',
    ]);
  });
});

describe('keyboards of other countries', () => {
  const control = (key: string, code: string, more: Partial<PressedKey> = {}) =>
    pressed(key, { code, ctrlKey: true, ...more });

  it('Letters are where the keyboard types them.', () => {
    // A German keyboard types Z where one of the United States has Y.
    expect(matchesKeys(control('z', 'KeyY'), 'Mod+Z', !mac)).toBe(true);
    expect(matchesKeys(control('z', 'KeyY'), 'Mod+Y', !mac)).toBe(false);
    expect(keysOfEvent(control('z', 'KeyY'), !mac)).toBe('Mod+Z');
  });

  it('Where a key types no letter of the shortcuts, its place counts.', () => {
    const cyrillic = control('л', 'KeyK');
    expect(matchesKeys(cyrillic, 'Mod+K', !mac)).toBe(true);
    expect(keysOfEvent(cyrillic, !mac)).toBe('Mod+K');
    // Option on a Mac types another sign.
    const option = pressed('˚', { code: 'KeyK', altKey: true });
    expect(keysOfEvent(option, mac)).toBe('Alt+K');
    expect(matchesKeys(option, 'Alt+K', mac)).toBe(true);
    expect(matchesKeys(pressed('˚', { code: 'KeyK', altKey: true }), 'Alt+L', mac)).toBe(false);
  });

  it('Alt with a digit is a key, whatever the row of digits types.', () => {
    const french = pressed('&', { code: 'Digit1', altKey: true });
    expect(matchesKeys(french, 'Alt+1', !mac)).toBe(true);
    expect(keysOfEvent(french, !mac)).toBe('Alt+1');
    expect(matchesKeys(pressed('1', { code: 'Digit1', shiftKey: true }), '1', !mac)).toBe(true);
  });
});

describe('keys that a person chooses', () => {
  const control = (key: string, more: Partial<PressedKey> = {}) => pressed(key, { ctrlKey: true, ...more });
  const refused = (event: PressedKey, onMac = !mac) => refusalOf(event, keysOfEvent(event, onMac), onMac);

  it('They are named as the registry names them, and match the same keys.', () => {
    const events: readonly (readonly [PressedKey, string])[] = [
      [control('K', { shiftKey: true, code: 'KeyK' }), 'Mod+Shift+K'],
      [pressed('q', { code: 'KeyQ' }), 'Q'],
      [pressed('N', { shiftKey: true, code: 'KeyN' }), 'Shift+N'],
      [pressed('?', { shiftKey: true, code: 'Slash' }), '?'],
      [pressed('+', { shiftKey: true, code: 'Equal' }), '+'],
      [pressed('F9', { code: 'F9' }), 'F9'],
    ];
    for (const [event, keys] of events) {
      expect(keysOfEvent(event, !mac)).toBe(keys);
      expect(matchesKeys(event, keys, !mac)).toBe(true);
      expect(refused(event)).toBeNull();
    }
    expect(keysOfEvent(control('Control'), !mac)).toBeNull();
    expect(sameKeys('Mod+Shift+Z', 'Shift+Mod+z')).toBe(true);
    expect(sameKeys('Mod+Z', 'Mod+Shift+Z')).toBe(false);
  });

  it('What the browser, the system, text fields, zoom or the focus need is refused.', () => {
    expect(refused(control('t', { code: 'KeyT' }))).toBe('browser');
    expect(refused(control('3', { code: 'Digit3' }))).toBe('browser');
    expect(refused(pressed('F4', { altKey: true }))).toBe('system');
    expect(refused(control('v', { code: 'KeyV' }))).toBe('text');
    expect(refused(control('+', { shiftKey: true }))).toBe('zoom');
    expect(refused(control('0', { code: 'Digit0' }))).toBe('zoom');
    expect(refused(pressed('ArrowLeft'))).toBe('moving');
    expect(refused(pressed(' ', { code: 'Space' }))).toBe('moving');
    expect(refused(pressed('Enter', { shiftKey: true }))).toBe('moving');
    expect(refused(control('Enter'))).toBeNull();
    expect(refused(pressed('e', { metaKey: true, code: 'KeyE' }))).toBe('otherModifier');
    expect(refused(pressed('q', { metaKey: true, code: 'KeyQ' }), mac)).toBe('system');
    expect(refused(pressed('Dead', { code: 'BracketLeft' }))).toBe('unknown');
  });

  it('A capital letter is a single key too, so it does not fire in text and can be switched off.', () => {
    expect(isSingleKey('Shift+N')).toBe(true);
    expect(isSingleKey('+')).toBe(true);
    expect(isSingleKey('Mod++')).toBe(false);
    expect(isSingleKey('Alt+1')).toBe(false);
    expect(isSingleKey('F5')).toBe(false);
  });
});

it('No text of the window names Ctrl or Command by itself.', () => {
  const window = fileURLToPath(new URL('../../../src-renderer', import.meta.url));
  const screens = readdirSync(window, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.svelte'),
  );
  const naming = screens.filter((name) =>
    /\b(Ctrl|Command or|Cmd)\b/.test(readFileSync(join(window, name), 'utf8')),
  );
  expect(screens.length).toBeGreaterThan(20);
  expect(naming).toEqual([]);
});
