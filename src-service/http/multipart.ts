/** Multipart forms of bounded size (RFC 7578), as the object that the JSON body would have been. */
import { Fault } from '../fault.ts';
import { arrange, put } from './form.ts';

interface MultipartPart {
  readonly name: string;
  readonly fileName: string | null;
  readonly body: Buffer;
}

function splitMultipart(bytes: Buffer, boundary: string): MultipartPart[] {
  const marker = Buffer.from(`--${boundary}`);
  const parts: MultipartPart[] = [];
  let at = bytes.indexOf(marker);
  while (at >= 0) {
    const start = at + marker.length;
    if (bytes.subarray(start, start + 2).toString('latin1') === '--') return parts;
    const next = bytes.indexOf(marker, start);
    if (next < 0) break;
    const headerEnd = bytes.indexOf('\r\n\r\n', start);
    if (headerEnd < 0 || headerEnd > next) throw damaged();
    const headers = bytes.subarray(start, headerEnd).toString('utf8');
    const name = /\bname="([^"]*)"/i.exec(headers)?.[1] ?? /\bname=([^;\s]+)/i.exec(headers)?.[1];
    if (name === undefined) throw damaged();
    parts.push({
      name,
      fileName: /\bfilename="([^"]*)"/i.exec(headers)?.[1] ?? null,
      body: bytes.subarray(headerEnd + 4, Math.max(headerEnd + 4, next - 2)),
    });
    if (parts.length > 1000) throw damaged();
    at = next;
  }
  throw damaged();
}

const damaged = (): Fault =>
  new Fault(400, 'bad-body', 'The multipart body is damaged: a part has no name or no end.');

export function readMultipart(bytes: Buffer, boundary: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const part of splitMultipart(bytes, boundary)) put(root, part.name, part.body.toString('utf8'));
  return arrange(root) as Record<string, unknown>;
}
