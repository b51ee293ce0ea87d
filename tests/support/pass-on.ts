/** Passes a whole request on to its destination, on a separate connection, and returns the whole answer. */
import http from 'node:http';

export interface PassedOn {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export function passOn(
  { method, url, headers }: http.IncomingMessage,
  body: Buffer,
  target: string,
): Promise<PassedOn> {
  return new Promise<PassedOn>((resolve, reject) => {
    const { 'transfer-encoding': _, ...others } = headers;
    const onward = http.request(new URL(url ?? '/', target), {
      method: method ?? 'GET',
      headers: { ...others, 'content-length': String(body.length) },
      agent: false,
    });
    onward.once('error', reject);
    onward.once('response', (answer) => {
      const slices: Buffer[] = [];
      answer.on('data', (slice: Buffer) => slices.push(slice));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 500,
          headers: answer.headers,
          body: Buffer.concat(slices),
        }),
      );
    });
    onward.end(body);
  });
}
