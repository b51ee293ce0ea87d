/**
 * Reads what the publisher of this package says about the newest version: a small JSON file at an https
 * address. The request carries nothing about the person or this installation, not even its version. The
 * answer is not trusted: it can name a version and a page at the same address, and nothing else.
 */
import { isPageOf, safeAddress } from '../../src-shared/api/receipt.ts';
import { type Update, updateSchema } from '../../src-shared/ipc/update.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { clientFor } from '../api-client/web-transport.ts';
import { mainError } from '../main-error.ts';

const mostBytes = 64 * 1024;
const mostTime = 15_000;

const feedSchema = updateSchema.extend({ notes: updateSchema.shape.notes.default(null) });

/** The address by https, or on this computer for a trial; null for any other. */
export const usableFeed = (address: string | undefined): string | null =>
  address !== undefined && safeAddress(address) ? address : null;

/** @throws CodedError `bad-answer` and errors of the network; redirects are not followed */
export async function readFeed(feed: string, time = mostTime): Promise<Update> {
  const text = await download(feed, AbortSignal.timeout(time));
  const answer = feedSchema.safeParse(parsed(text));
  if (!answer.success || !isPageOf(answer.data.url, feed)) throw badAnswer();
  return answer.data;
}

const badAnswer = (cause?: unknown) =>
  mainError('bad-answer', ref('errors.updateFeed'), cause === undefined ? {} : { cause });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badAnswer(cause);
  }
}

function download(feed: string, signal: AbortSignal): Promise<string> {
  const { get } = clientFor(new URL(feed));
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/json', 'User-Agent': 'Fabdesk' };
    const request = get(feed, { agent: false, headers, signal }, (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const refuse = (thrown: unknown) => {
        reject(thrown);
        request.destroy();
      };
      if (answer.statusCode !== 200) return refuse(badAnswer(new Error(`status ${answer.statusCode}`)));
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > mostBytes) refuse(badAnswer(new Error('too long')));
        else chunks.push(chunk);
      });
      answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}
