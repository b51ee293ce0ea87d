/** The page of an order at the service (spec: Resources > Response envelope > nextActionSuggestions). */

/** What `checkOrderStatus` contains: a path, or an entry with a path like other suggestions. Null: nothing usable. */
export function receiptPath(suggestions: unknown): string | null {
  if (typeof suggestions !== 'object' || suggestions === null) return null;
  const { checkOrderStatus: said } = suggestions as Record<string, unknown>;
  const { restUrl, link } = Object(said) as Record<string, unknown>;
  return [said, restUrl, link].find(isPage) ?? null;
}

/** `path`: the service's suggestion after the order; null: the one that the spec names. */
export function receiptAddress(orderId: number, path: string | null | undefined, baseUrl: string): string {
  const page = isPage(path) ? path : `/checkout/receipt?orderId=${orderId}`;
  return page.startsWith('/') ? `${baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl}${page}` : page;
}

/** A path of the service or an address of the web; anything else is never offered as a link. */
const isPage = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 2000 && /^(?:\/(?![/\\])|https?:\/\/[^/?#\s]+)\S*$/i.test(text);
