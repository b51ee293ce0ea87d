/** Shortcuts on a Mac and elsewhere: the keys to press, and their names in texts. */
import '../../support/english.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { keysForPeople, matchesKeys, type PressedKey, reloadKeys } from '../../../src-renderer/ui/keys.ts';

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
