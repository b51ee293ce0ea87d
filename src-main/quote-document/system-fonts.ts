/** Finds fonts of this computer for characters that Inter does not have, such as Japanese or Arabic ones. */
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { create, type Font } from 'fontkit';

/** A font with some of the missing characters. */
export interface SystemFont {
  readonly data: Uint8Array;
  /** PostScript name, which chooses the font in a collection; null for a file of one font. */
  readonly name: string | null;
}

/** Where systems and people keep fonts. */
function fontFolders(env: NodeJS.ProcessEnv): string[] {
  const home = homedir();
  if (process.platform === 'win32') {
    const own = env['LOCALAPPDATA'];
    const system = join(env['WINDIR'] ?? 'C:\\Windows', 'Fonts');
    return own ? [system, join(own, 'Microsoft', 'Windows', 'Fonts')] : [system];
  }
  if (process.platform === 'darwin')
    return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts')];
  const shared = ['/usr/share/fonts', '/usr/local/share/fonts'];
  return [...shared, join(home, '.local', 'share', 'fonts'), join(home, '.fonts')];
}

/** Letters of these fonts do not look like those of Inter, or stand for characters that no font has. */
const lastChoice = /unifont|lastresort|last resort|emoji|symbol|fallback/i;
const otherStyle = /bold|italic|oblique|mono|serif|black|light|thin|medium|condensed|batang|ming|song/i;

/**
 * For each text the plainest font that has all of its characters, else the one that lacks the fewest. Reads
 * every font file until each text has one, so call it on a thread of its own.
 */
export async function findFonts(
  texts: readonly string[],
  folders: readonly string[] = fontFolders(process.env),
): Promise<readonly SystemFont[]> {
  const open = texts.map((text) => ({
    codes: visibleCodes(text),
    lacks: Infinity,
    font: null as Found | null,
  }));
  for (const path of open.length === 0 ? [] : await fontFiles(folders)) {
    const opened = await openFont(path);
    if (opened === null) continue;
    for (const text of open.filter(({ lacks }) => lacks > 0)) {
      const lacks = text.codes.filter((code) => !opened.font.hasGlyphForCodePoint(code)).length;
      if (lacks < Math.min(text.lacks, text.codes.length))
        Object.assign(text, { lacks, font: { path, name: opened.name } });
    }
    if (open.every(({ lacks }) => lacks === 0)) break;
  }
  const chosen = new Map(open.flatMap(({ font }) => (font ? [[font.path, font.name] as const] : [])));
  return Promise.all([...chosen].map(async ([path, name]) => ({ data: await readFile(path), name })));
}

interface Found {
  readonly path: string;
  readonly name: string | null;
}

/** Code points that a font must have; spaces and control characters show nothing. */
export const visibleCodes = (text: string): number[] =>
  [...new Set(text.normalize('NFC'))]
    .filter((character) => !/[\p{C}\p{Z}]/u.test(character))
    .map((character) => character.codePointAt(0)!);

/** The plainest first. */
async function fontFiles(folders: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      // Few systems have all of the folders.
      const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
      return names.filter((name) => /\.(ttf|otf|ttc|otc)$/i.test(name)).map((name) => join(folder, name));
    }),
  );
  const rank = (path: string): number =>
    lastChoice.test(basename(path)) ? 2 : otherStyle.test(basename(path)) ? 1 : 0;
  return lists.flat().sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The first font of the file; null if it cannot be read, or may not be embedded in documents. */
async function openFont(path: string): Promise<{ readonly font: Font; readonly name: string | null } | null> {
  try {
    const opened = create(await readFile(path));
    const font = 'fonts' in opened ? opened.fonts[0] : opened;
    if (!font || font['OS/2'].fsType.noEmbedding || font['OS/2'].fsType.noSubsetting) return null;
    return { font, name: 'fonts' in opened ? font.postscriptName : null };
  } catch {
    return null;
  }
}
