/**
 * Removes from text for support what says something about a person: secrets, texts of the person, names of
 * model files, paths, addresses of e-mail, and everything of a web address but its host.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readableEndings } from '../../src-shared/geometry/geometry.ts';
import { logFiles, redact } from '../log.ts';
import type { KnownTexts } from './known-texts.ts';

const endings = [...readableEndings, 'csv', 'png', 'jpg', 'jpeg', 'gif', 'pdf'].join('|');
/** Between quotation marks of any language, or a path with spaces, or the word with the ending. */
const modelFile = new RegExp(
  [
    `["“„»'‘][^"“”„»«'‘’\\n]*\\.(?:${endings})["”“«'’]`,
    `(?:[A-Za-z]:)?[\\\\/][^"'\\n]*?\\.(?:${endings})(?![\\p{L}\\p{N}])`,
    `[^\\s"'“”„()\\[\\],;:]+\\.(?:${endings})(?![\\p{L}\\p{N}])`,
  ].join('|'),
  'giu',
);
const webAddress = /\b(https?|wss?|app):\/\/(?:[^\s/@"']*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi;
const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
const signedToken = /\beyJ[\w-]+(?:\.[\w-]*){1,2}/g;
/** Keys, hashes and the like: longer than ids of ours and names in the program, or mixed as only keys are. */
const opaque = /[\w+=-]{40,}|\b[0-9a-fA-F]{32,}\b|\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{16,}\b/g;
/**
 * Keys without a digit: one in thirty keys of 20 characters has none. Two of their pieces are shorter than
 * words in names.
 */
const opaqueLetters = /\b(?=(?:[A-Za-z]*?[A-Z][a-z]?(?=[A-Z]|\b)){2})(?=[A-Z]*[a-z])[A-Za-z]{16,}\b/g;
/** A place in the program: of its path only the name of the file matters. */
const programPath =
  /(?:file:\/{2,3})?(?:\b[A-Za-z]:)?(?:[\\/][^\\/\n"'():*?<>|]+)*[\\/]([\w.@-]+\.[cm]?[jt]s)\b/g;
const anyPath = /(?<![\w>:/.])(?:[A-Za-z]:)?(?:[\\/][^\\/\s"'():*?<>|,;]+){2,}/g;

export const createScrub =
  (known: KnownTexts) =>
  (text: string): string => {
    const clean = redact(text)
      .replace(programPath, '…/$1')
      .replace(webAddress, '$1://$2/…')
      .replace(email, '<e-mail>')
      .replace(signedToken, '<token>');
    return known
      .replaceIn(clean, '<private>')
      .replace(modelFile, '<file>')
      .replace(anyPath, '<path>')
      .replace(opaque, '<opaque>')
      .replace(opaqueLetters, '<opaque>');
  };

/** Scrubs every text in parsed JSON. Field names stay: they are those of the log. */
export function scrubbed(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, scrub));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, scrubbed(item, scrub)]));
}

/** Lines between two pauses, so that a long log keeps nobody waiting. */
const batch = 200;

/**
 * The log files for support. They are scrubbed again: the log masks secrets, but its errors may name files
 * and people. Contents by name, without files that do not exist or cannot be read.
 */
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
