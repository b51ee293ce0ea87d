/**
 * The log files for support. They are scrubbed again: the log masks secrets, but its errors may name files
 * and people.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { logFiles } from '../log.ts';
import { scrubbed } from './scrub.ts';

/** Lines between two pauses, so that a long log keeps nobody waiting. */
const batch = 200;

/** Contents by name, without files that do not exist or cannot be read. */
export async function scrubbedLogs(
  dataDir: string,
  scrub: (text: string) => string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of logFiles) {
    const text = await readFile(join(dataDir, 'logs', name), 'utf8').catch(() => null);
    if (text !== null) found.set(name, await scrubbedLog(text, scrub));
  }
  return found;
}

async function scrubbedLog(text: string, scrub: (text: string) => string): Promise<string> {
  const lines = text.split('\n').filter((line) => line !== '');
  const clean: string[] = [];
  for (const [index, line] of lines.entries()) {
    clean.push(scrubbedLine(line, scrub));
    if (index % batch === batch - 1) await nextTurn();
  }
  return clean.map((line) => `${line}\n`).join('');
}

function scrubbedLine(line: string, scrub: (text: string) => string): string {
  try {
    return JSON.stringify(scrubbed(JSON.parse(line), scrub));
  } catch {
    // Cut off by a full disk or a power cut; a part of a line cannot be scrubbed with certainty.
    return JSON.stringify({ unreadable: line.length });
  }
}
