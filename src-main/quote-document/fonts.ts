/** The typeface of documents: Inter with Latin, Greek and Cyrillic letters, as in the window. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { visibleCodes } from './system-fonts.ts';

export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** WOFF 1: pdfkit's reader of fonts fails on accented letters of WOFF 2. */
const files = { regular: 'Inter-Regular.woff', bold: 'Inter-SemiBold.woff' } as const;

/**
 * From the package when run from source, else from beside the built code (`build/vite.main.ts` puts them
 * there).
 */
export async function readFonts(): Promise<Fonts> {
  const [regular, bold] = await Promise.all([files.regular, files.bold].map(readFont));
  return { regular: regular!, bold: bold! };
}

const readFont = (file: string): Promise<Uint8Array> =>
  readFile(
    import.meta.url.endsWith('.ts')
      ? createRequire(import.meta.url).resolve(`inter-ui/Inter (web)/${file}`)
      : new URL(file, import.meta.url),
  );

/** Those texts that the typeface cannot show completely. */
export function beyondFonts(texts: readonly string[], { regular }: Fonts): string[] {
  const font = create(Buffer.from(regular)) as Font;
  return texts.filter((text) => visibleCodes(text).some((code) => !font.hasGlyphForCodePoint(code)));
}
