/**
 * A form value that is too large to hold, as it stands in a signature base string: decoded from the form, encoded as
 * a parameter and encoded again as a part of the string (RFC 5849 3.4.1.1, 3.4.1.3.1). Used by `verify.ts` for the
 * `file` of an upload; knows no HTTP.
 */
import { createReadStream } from 'node:fs';

/** What canonical base64 looks like in a form: encoding it once more is all that there is to do. */
const odd = /[^A-Za-z0-9\-._~%]|%(?!2B|2F|3D)/;

const encodedByte = (byte: number): string => {
  const text = String.fromCharCode(byte);
  return /[A-Za-z0-9\-._~]/.test(text) ? text : `%25${byte.toString(16).toUpperCase().padStart(2, '0')}`;
};

/** @param text of whole escapes. A stray % is taken literally, as `form.ts` takes it. */
function encodeTwice(text: string): string {
  if (!odd.test(text)) return text.replaceAll('%', '%25');
  return text.replace(/%([0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~]/g, (found, hex: string | undefined) =>
    encodedByte(hex !== undefined ? Number.parseInt(hex, 16) : found === '+' ? 0x20 : found.charCodeAt(0)),
  );
}

export class SignedValue {
  /** An escape that has begun at the end of the last piece. */
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

/** The raw value that stands in a file, in pieces of the base string. Rejects with the errors of `node:fs`. */
export async function* signedValueOf(path: string): AsyncGenerator<string> {
  const value = new SignedValue();
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }))
    yield value.feed(piece as Buffer);
  yield value.end();
}
