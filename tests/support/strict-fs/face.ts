/** The system that this run of the tests imitates: FABDESK_STRICT_FS is `windows` or `macos`. */
import { macos } from './macos.ts';
import type { Rules } from './rules.ts';
import { windows } from './windows.ts';

const faces: Readonly<Record<string, Rules>> = { windows, macos };

function chosen(): Rules {
  const rules = faces[process.env['FABDESK_STRICT_FS'] ?? ''];
  if (rules === undefined) throw new Error('FABDESK_STRICT_FS is neither windows nor macos.');
  return rules;
}

export const rules = chosen();
