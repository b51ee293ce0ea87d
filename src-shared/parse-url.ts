import { type ParsedUrl, web } from './web.ts';

/** Null if the text is no address. */
export const parseUrl = (text: string): ParsedUrl | null => web.URL.parse(text);
