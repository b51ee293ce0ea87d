/**
 * Linux desktops with and without a system tray: programs that answer in the name of the session bus, first
 * in PATH.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the environment of a program on such a desktop. `silent`: neither program is installed. */
export function desktopWith(tray: 'tray' | 'no-tray' | 'silent', folder: string): Record<string, string> {
  const bin = join(folder, `bin-${tray}`);
  mkdirSync(bin, { recursive: true });
  const answers = {
    tray: 'echo "   variant       boolean true"',
    'no-tray': 'echo "Error org.freedesktop.DBus.Error.ServiceUnknown" >&2; exit 1',
    silent: '',
  };
  // The first program is missing, as on some desktops.
  if (tray !== 'silent') writeFileSync(join(bin, 'gdbus'), `#!/bin/sh\n${answers[tray]}\n`, { mode: 0o755 });
  return { PATH: bin };
}
