/** Documents that cannot be read stay in the database under another key, so that nothing is lost. */
import type { Documents } from './documents.ts';

const suffix = '/unreadable';

/** `stored`: as far as it can be read; the text of the row if it is no JSON. */
export function setAside(documents: Pick<Documents, 'set' | 'delete'>, key: string, stored: unknown): void {
  documents.set(`${key}${suffix}`, stored);
  documents.delete(key);
}

/** The key before the document was set aside; null for any other. */
export const keyBefore = (key: string): string | null =>
  key.endsWith(suffix) ? key.slice(0, -suffix.length) : null;
