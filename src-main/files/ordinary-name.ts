/**
 * Turns a name that somebody else chose into the name of a file to save, which every system accepts as an
 * ordinary file: Windows reads `a:b.stl` as a hidden part of `a`, or as drive A, and `CON.stl` as the
 * console.
 */
import { baseName } from './base-name.ts';

const forbidden = /[<>:"|?*]/g;
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

export const isDeviceName = (name: string): boolean => device.test(name);

export function ordinaryName(name: string): string {
  const plain = baseName(name).replace(forbidden, '_');
  return isDeviceName(plain) ? baseName(`_${plain}`) : plain;
}
