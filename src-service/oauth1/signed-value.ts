/**
 * Encodes a form value that is too large for memory as it stands in a signature base string: decoded from the
 * form, encoded as a parameter, and encoded again as a part of the string (RFC 5849 3.4.1.1, 3.4.1.3.1).
 * `verify.ts` uses it for the `file` of an upload; knows no HTTP.
 */
import { createReadStream } from 'node:fs';

/** Matches anything but canonical base64 in a form, which only has to be encoded once more. */
const odd = /[^A-Za-z0-9\-._~%]|%(?!2B|2F|3D)/;

const encodedByte = (byte: number): string => {
  const text = String.fromCharCode(byte);
  return /[A-Za-z0-9\-._~]/.test(text) ? text : `%25${byte.toString(16).toUpperCase().padStart(2, '0')}`;
};

/** @param text contains whole escapes only. A stray % is taken literally, as in `form.ts`. */
function encodeTwice(text: string): string {
  if (!odd.test(text)) return text.replaceAll('%', '%25');
  return text.replace(/%([0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~]/g, (found, hex: string | undefined) =>
    encodedByte(hex !== undefined ? Number.parseInt(hex, 16) : found === '+' ? 0x20 : found.charCodeAt(0)),
  );
}

export class SignedValue {
  /** The start of an escape at the end of the last piece. */
  #begun = '';

  /** @param piece raw bytes of the form */
  feed(piece: Buffer): string {
    const text = this.#begun + piece.toString('latin1');
    const mark = text.lastIndexOf('%');
    const cut = mark >= 0 && mark > text.length - 3 ? mark : text.length;
    this.#begun = text.slice(cut);
    return encodeTwice(text.slice(0, cut));
  }

  end(): string {
    return encodeTwice(this.#begun);
  }
}

/** Encodes the raw value in a file, as pieces of the base string. Rejects with the errors of `node:fs`. */
export async function* signedValueOf(path: string): AsyncGenerator<string> {
  const value = new SignedValue();
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }))
    yield value.feed(piece as Buffer);
  yield value.end();
}
