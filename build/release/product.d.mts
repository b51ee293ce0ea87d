/** Types of product.mjs for the tests, which are checked with TypeScript. */
interface StoreText {
  /** With its region, as winget names languages: `en-US`. */
  readonly locale: string;
  readonly synopsis: string;
  readonly paragraphs: readonly string[];
}

export const texts: Readonly<Record<string, StoreText>>;
