/** What a PDF says, read by pdf.js: text page by page, and its structure for screen readers. */
import { extractText, getDocumentProxy } from 'unpdf';

export interface PdfText {
  readonly pages: readonly string[];
  readonly language: string;
  readonly title: string;
  /** Roles of the structure on the first page, in their order. */
  readonly roles: readonly string[];
  /** Size of the first page, in points. */
  readonly paper: readonly [number, number];
  readonly pictures: number;
}

interface Structure {
  readonly role?: string;
  readonly children?: readonly Structure[];
}

export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  const info = (await pdf.getMetadata()).info as { Language: string; Title: string };
  const page = await pdf.getPage(1);
  const rolesOf = ({ role, children = [] }: Structure): string[] => [
    ...(role === undefined ? [] : [role]),
    ...children.flatMap(rolesOf),
  ];
  const { width, height } = page.getViewport({ scale: 1 });
  const roles = rolesOf((await page.getStructTree()) as Structure);
  return {
    pages: text,
    language: info.Language,
    title: info.Title,
    roles,
    paper: [Math.round(width), Math.round(height)],
    pictures: roles.filter((role) => role === 'Figure').length,
  };
}
