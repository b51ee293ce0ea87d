/**
 * Reads what the publisher of this package says about the newest version: a small JSON file at an https
 * address. The request carries nothing about the person or this installation, not even its version. The
 * answer is not trusted: it can name a version and a page at the same address, and nothing else.
 */
import { isPageOf, safeAddress } from '../../src-shared/api/receipt.ts';
import { type Update, updateSchema } from '../../src-shared/ipc/update.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { SendExchange } from '../api-client/http-exchange.ts';
import { mainError } from '../main-error.ts';
import { readJson } from '../read-json.ts';

const mostBytes = 64 * 1024;
const mostTime = 15_000;

const feedSchema = updateSchema.extend({ notes: updateSchema.shape.notes.default(null) });

/** The address by https, or on this computer for a trial; null for any other. */
export const usableFeed = (address: string | undefined): string | null =>
  address !== undefined && safeAddress(address) ? address : null;

/** @throws CodedError `bad-answer` and errors of the network; redirects are not followed */
export async function readFeed(feed: string, exchange: SendExchange, time = mostTime): Promise<Update> {
  const answer = readJson(await download(feed, exchange, time), feedSchema);
  if (answer === null || !isPageOf(answer.url, feed)) throw badAnswer();
  return answer;
}

const badAnswer = (cause?: unknown) =>
  mainError('bad-answer', ref('errors.updateFeed'), cause === undefined ? {} : { cause });

/** @throws CodedError if there is no complete answer */
async function download(feed: string, exchange: SendExchange, total: number): Promise<string> {
  const result = await exchange({
    method: 'GET',
    url: new URL(feed),
    headers: { Accept: 'application/json', 'User-Agent': 'Fabdesk' },
    limits: { connect: total, idle: total, answer: total, total, answerBytes: mostBytes },
  });
  if (result.kind === 'failed') throw result.thrown;
  if (result.status !== 200) throw badAnswer(new Error(`status ${result.status}`));
  return result.body.toString('utf8');
}
