/**
 * Reads request bodies. The bytes decide what they are, not Content-Type: old clients send JSON without a
 * type, as a form or as `null` (compatibility: Bodies). Bodies that carry a model file go through
 * `upload-body.ts`, which never holds them in memory.
 */
import type { Readable } from 'node:stream';
import { Fault } from '../fault.ts';
import { tooLarge } from './body-limit.ts';
import type { BudgetShare } from './byte-budget.ts';
import { readForm } from './form.ts';
import { readJson } from './json.ts';
import { boundaryOf, readMultipart } from './scan-multipart.ts';

/** Bytes of a body that are read before its head decides whether the rest is read. */
const headBytes = 64 * 1024;

export interface ReadRules {
  /** Memory for a large body. */
  readonly share?: BudgetShare | null;
  /** Rejects if a larger body is not to be read, given how it begins. */
  readonly admit?: ((head: Buffer) => Promise<void>) | undefined;
}

/** The whole body, at most `limit` bytes. @throws Fault 413, and 503 if `share` has no memory for it */
export function readWhole(
  payload: Readable,
  limit: number,
  { share = null, admit }: ReadRules = {},
): Promise<Buffer> {
  // Uses events: `for await` takes longer than parsing a small body.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let ended = false;
    let isRefused = false;
    let unseen = admit;
    const refuse = (fault: unknown) => {
      chunks.length = 0;
      isRefused = true;
      reject(fault);
    };
    payload.on('data', (chunk: Buffer) => {
      // The rest of a refused body is read and dropped, so that the client can read the answer.
      if (isRefused) return;
      length += chunk.length;
      if (length > limit) return refuse(tooLarge(limit));
      try {
        share?.growTo(length);
      } catch (fault) {
        return refuse(fault);
      }
      chunks.push(chunk);
      if (unseen === undefined || length < headBytes) return;
      payload.pause();
      unseen(Buffer.concat(chunks))
        .catch(refuse)
        .finally(() => payload.resume());
      unseen = undefined;
    });
    payload.on('end', () => {
      ended = true;
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    payload.on('error', reject);
    payload.on('close', () => {
      if (!ended) reject(new Fault(400, 'aborted', 'The request ended before its body was complete.'));
    });
  });
}

export interface ReadBody {
  /** An object for JSON and forms, any other JSON value as it is, and an empty object for an empty body. */
  readonly value: unknown;
  /** The pairs of a form, which OAuth 1.0 signs (RFC 5849 3.4.1.3.1); null for JSON. */
  readonly form: string | null;
}

export function decodeBody(bytes: Buffer, contentType: string): ReadBody {
  const boundary = boundaryOf(contentType);
  if (boundary) return { value: readMultipart(bytes, boundary), form: null };
  const text = bytes.toString('utf8');
  const trimmed = text.trimStart();
  if (trimmed === '') return { value: {}, form: null };
  const json = trimmed[0] === '{' || trimmed[0] === '[' || /\bjson\b/i.test(contentType);
  // Some form libraries append "=" when they are given JSON as if it were a name.
  if (json) return { value: readJson(/[}\]]=$/.test(text) ? text.slice(0, -1) : text), form: null };
  if (!/^[^=&\s]{1,200}=/.test(trimmed)) {
    throw new Fault(400, 'bad-body', 'The body is neither JSON nor a form. Send JSON.');
  }
  return { value: readForm(trimmed.trimEnd()), form: trimmed.trimEnd() };
}
