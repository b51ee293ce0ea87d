/**
 * Text of a service or file that would act on a terminal, a line or a reader's eye, and how to find such
 * text.
 */

/** A title that tries everything which a terminal, a line or a reader's eye could act on. */
export const hostileTitle = [
  'vase\n 9  0  forged\r\nline',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007\u001b[2J\u009b31m\u0085',
  'invoice\u202egpj.stl\u202c \u2066\u2067x\u2069 \u200e\u200f\u061c',
  'zero\u200b\u2060\ufeff\u00adwidth \ud800 half \u{e0041}tag',
  `pile${'\u0301'.repeat(60)}`,
].join(' ');

/** What may never reach a terminal or the window's text: line breaks are the caller's. */
export const actingCharacters = new RegExp(
  String.raw`[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2067` +
    String.raw`\u206a-\u206f\ufeff\ufff9-\ufffb\p{Cs}]|[\u{e0000}-\u{e0fff}]`,
  'u',
);
