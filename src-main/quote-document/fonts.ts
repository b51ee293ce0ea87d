/** The typeface of documents: Inter with Latin, Greek and Cyrillic letters, as in the window. */
import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { packageFile } from '../worker-url.ts';
import { visibleCodes } from './system-fonts.ts';

export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** WOFF 1: pdfkit's reader of fonts fails on accented letters of WOFF 2. */
const readFont = (weight: string): Promise<Uint8Array> =>
  readFile(packageFile(`inter-ui/Inter (web)/Inter-${weight}.woff`));

export async function readFonts(): Promise<Fonts> {
  const [regular, bold] = await Promise.all([readFont('Regular'), readFont('SemiBold')]);
  return { regular, bold };
}

/** Those texts that the typeface cannot show completely. */
export function beyondFonts(texts: readonly string[], { regular }: Fonts): string[] {
  const font = create(Buffer.from(regular)) as Font;
  return texts.filter((text) => visibleCodes(text).some((code) => !font.hasGlyphForCodePoint(code)));
}
