/** The URL parser that Node, windows and workers all have. This package sees the types of none of them. */
export interface ParsedUrl {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly hash: string;
}

const { URL: parser } = globalThis as unknown as {
  readonly URL: { parse(text: string): ParsedUrl | null };
};

/** Null if the text is no address. */
export const parseUrl = (text: string): ParsedUrl | null => parser.parse(text);
