/** Parses an amount of money as people type it: `12.40`, `12,40`, `$12.40`, `12.40 USD`. Null if it is none. */
export function parseAmount(text: string): number | null {
  const digits = text.replace(/[^\d.,]/g, '');
  const parts = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(digits);
  if (!parts) return null;
  return Number(`${(parts[1] ?? '').replace(/[.,]/g, '')}.${parts[2] ?? '0'}`);
}
