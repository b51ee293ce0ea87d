/** The command that starts this Fabdesk from other programs. */
import { fileURLToPath } from 'node:url';

/** @param isPackaged whether this is the installed program */
export function ownCommand(isPackaged: boolean): readonly string[] {
  // An AppImage is mounted somewhere else each time.
  if (isPackaged) return [process.env['APPIMAGE'] || process.execPath];
  const launcher = fileURLToPath(new URL('../../build/launch/fabdesk.mjs', import.meta.url));
  return [process.versions['electron'] ? 'node' : process.execPath, launcher];
}
