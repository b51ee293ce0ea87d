/** Saves a document as a file. */
import { saveFile } from '../../ui/save-file.ts';

export const saveJson = (fileName: string, document: unknown): void =>
  saveFile(fileName, JSON.stringify(document, null, 2), 'application/json');
