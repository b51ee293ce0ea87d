/**
 * Pages with text, lines and pictures at given places, tagged for screen readers (ISO 32000-1 14.8). Lengths
 * in points (1/72 inch) from the top left corner.
 */
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { Fonts } from './fonts.ts';
import type { SystemFont } from './system-fonts.ts';

export interface TextStyle {
  readonly size: number;
  readonly bold?: true;
  readonly colour?: string;
  readonly align?: 'right';
  /** Longer text ends in an ellipsis. */
  readonly lines?: number;
}

export interface SheetOptions {
  readonly paper: 'A4' | 'LETTER';
  readonly language: string;
  readonly title: string;
  readonly madeAt: Date;
  readonly fonts: Fonts;
  /** For text that `fonts` lack characters of. */
  readonly otherFonts: readonly SystemFont[];
}

type Mark = PDFKit.PDFStructureElement;
/** The place of text in the structure of the document. */
export type Place = Pick<Mark, 'add'>;

const ink = '#1b2126';
/** Stands for a character that the typeface does not have. */
export const missingSign = '□';

export class Sheet {
  /** Width of the text. */
  static readonly width = 511;
  static readonly top = 48;
  readonly #document: PDFKit.PDFDocument;
  readonly #root: Mark;
  readonly #ended: Promise<Uint8Array>;
  /** By the name under which the document knows them. */
  readonly #faces = new Map<string, FontFile>();
  readonly left: number;
  readonly title: string;
  /** The lowest place for text; footers are below. */
  readonly bottom: number;
  /** Characters were replaced. */
  hasMissing = false;

  constructor({ paper, language, title, madeAt, fonts, otherFonts }: SheetOptions) {
    const document = new PDFDocument({
      size: paper,
      margin: 0,
      // The standard fonts are files that are not there in a bundle.
      font: '',
      bufferPages: true,
      tagged: true,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      info: { Title: title, Creator: 'Fabdesk', CreationDate: madeAt },
    });
    this.#document = document;
    this.title = title;
    const add = (face: string, data: Uint8Array, name: string | null) => {
      document.registerFont(face, Buffer.from(data), name ?? undefined).font(face);
      // The typeface without its file would be a mistake of this program, not of a text.
      this.#faces.set(face, (document as unknown as { _font: { font: FontFile } })._font.font);
    };
    add('regular', fonts.regular, null);
    add('bold', fonts.bold, null);
    for (const [at, { data, name }] of otherFonts.entries()) add(`other${at}`, data, name);
    const { width, height } = document.page;
    this.left = (width - Sheet.width) / 2;
    this.bottom = height - 60;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
    this.#ended = buffer(document);
  }

  get root(): Place {
    return this.#root;
  }

  /** A part of the structure that has others in it, such as a row of a table. */
  group(type: string, place: Place): Place {
    const group = this.#document.struct(type);
    place.add(group);
    return group;
  }

  addPage(): void {
    this.#document.addPage();
  }

  /** Height that the text takes. */
  heightOf(text: string, width: number, style: TextStyle): number {
    const drawable = this.#use(text, style);
    const whole = this.#document.heightOfString(drawable, { width, lineGap });
    return style.lines === undefined ? whole : Math.min(whole, this.#heightOfLines(style.lines));
  }

  /** Draws text and returns the height that it takes. @param type of the structure: `P`, `H1`, `TD` … */
  text(
    text: string,
    at: { readonly x: number; readonly y: number; readonly width: number },
    style: TextStyle,
    { place, type = 'P' }: { readonly place: Place; readonly type?: string },
  ): number {
    const height = this.heightOf(text, at.width, style);
    const draw = () => this.#write(text, at, style);
    place.add(this.#document.struct(type, {}, draw));
    return height;
  }

  /** Text that belongs to the page and not to the document, such as its number. */
  footer(page: number, text: string, align: 'left' | 'right'): void {
    this.#document.switchToPage(page);
    this.#artifact(() => {
      const at = { x: this.left, y: this.bottom + 22, width: Sheet.width };
      const style = { size: 7.5, colour: '#56616c', lines: 1 };
      this.#write(text, at, align === 'right' ? { ...style, align } : style);
    });
  }

  line(y: number, colour: string): void {
    this.#artifact(() =>
      this.#document
        .moveTo(this.left, y)
        .lineTo(this.left + Sheet.width, y)
        .lineWidth(0.6)
        .stroke(colour),
    );
  }

  box(y: number, height: number, colour: string): void {
    this.#artifact(() => this.#document.rect(this.left, y, Sheet.width, height).fill(colour));
  }

  /**
   * A PNG as large as its box allows, at the box's right edge. One that cannot be read is left out.
   *
   * @param alt what it shows @returns whether it is drawn
   */
  picture(
    png: Uint8Array,
    box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
    alt: string,
    place: Place,
  ): boolean {
    if (!isSoundPng(png)) return false;
    const { x, y, width, height } = box;
    const draw = () => this.#document.image(Buffer.from(png), x, y, { fit: [width, height], align: 'right' });
    place.add(this.#document.struct('Figure', { alt }, draw));
    return true;
  }

  get pages(): number {
    return this.#document.bufferedPageRange().count;
  }

  async end(): Promise<Uint8Array> {
    this.#root.end();
    this.#document.end();
    return this.#ended;
  }

  #write(
    text: string,
    { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
    style: TextStyle,
  ): void {
    const drawable = this.#use(text, style);
    const options: PDFKit.Mixins.TextOptions = {
      width,
      lineGap,
      align: style.align ?? 'left',
      features: ['tnum', 'kern'],
      ...(style.lines !== undefined && { height: this.#heightOfLines(style.lines), ellipsis: true }),
    };
    this.#document.fillColor(style.colour ?? ink);
    const [first = '', ...runs] = runsOf(drawable);
    this.#document.text(first, x, y, { ...options, continued: runs.length > 0 });
    for (const [at, run] of runs.entries())
      this.#document.text(run, { ...options, continued: at < runs.length - 1 });
  }

  #heightOfLines(lines: number): number {
    return lines * this.#document.currentLineHeight(true) + (lines - 1) * lineGap + 0.1;
  }

  /** Takes the face for the text, and returns what of it can be drawn. */
  #use(text: string, { size, bold }: TextStyle): string {
    const characters = [...text.normalize('NFC').replace(isolates, '')];
    const has = (face: FontFile, character: string) =>
      character === '\n' || face.hasGlyphForCodePoint(character.codePointAt(0)!);
    const own = bold ? 'bold' : 'regular';
    const lacks = (face: FontFile) => characters.filter((character) => !has(face, character)).length;
    const [name, face] = [...this.#faces].reduce(
      (best, next) => (lacks(next[1]) < lacks(best[1]) ? next : best),
      [own, this.#faces.get(own)!] as [string, FontFile],
    );
    this.#document.font(name).fontSize(size);
    if (lacks(face) > 0) this.hasMissing = true;
    return characters.map((character) => (has(face, character) ? character : missingSign)).join('');
  }

  #artifact(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#document.endMarkedContent();
  }
}

interface FontFile {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/**
 * Text in the order in which it is drawn, cut where its direction changes: a font turns all that it is given
 * at once.
 */
function runsOf(text: string): string[] {
  return text.split(rightToLeft).filter((run) => run !== '');
}

const lineGap = 1.5;
/** Words of Hebrew, Arabic and their relatives with what is between them. */
const rightToLeft =
  /((?:[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)(?:[^\p{L}\p{N}\n]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*)/u;
/** They show nothing. */
const isolates = /[\u2066-\u2069]/g;

const signature = 8;
/** Length and kind before the content of a chunk, and its checksum behind it (ISO/IEC 15948 5.3). */
const [before, behind] = [8, 4];

/**
 * Whether a PNG can be decoded. pdfkit decodes pictures in a callback, where a damaged one would end the
 * process instead of throwing (seen with 0.20.2).
 */
export function isSoundPng(png: Uint8Array): boolean {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const pixels: Uint8Array[] = [];
  try {
    for (let at = signature; ; ) {
      const length = bytes.readUInt32BE(at);
      const kind = bytes.toString('latin1', at + 4, at + before);
      if (kind === 'IEND') break;
      if (kind === 'IDAT') pixels.push(bytes.subarray(at + before, at + before + length));
      at += before + length + behind;
    }
    return inflateSync(Buffer.concat(pixels)).length > 0;
  } catch {
    return false;
  }
}
