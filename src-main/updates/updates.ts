/**
 * Asks once a day whether there is a newer version of Fabdesk, and remembers the answer for the window.
 * Nothing is downloaded, and nobody is interrupted. `app.ts` creates it where the package names an address to
 * ask.
 */
import { z } from 'zod';
import { isPageOf, safeAddress } from '../../src-shared/api/receipt.ts';
import type { Settings } from '../../src-shared/ipc/settings.ts';
import { isNewer, type Update, updateSchema } from '../../src-shared/ipc/update.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { SendExchange } from '../api-client/http-exchange.ts';
import { type Documents, readDocument } from '../db/documents.ts';
import { mainError } from '../main-error.ts';
import { parseStored } from '../parse-stored.ts';

const day = 86_400_000;
const hour = 3_600_000;
/** ms after the start, which needs the computer itself. */
const firstCheck = 3_000;

const key = 'updates';
const storedSchema = z.object({
  /** Epoch ms, whatever the answer was. */
  lookedAt: z.int(),
  found: updateSchema.nullable(),
});

export interface UpdatesOptions {
  readonly version: string;
  readonly documents: Documents;
  readonly settings: () => Settings;
  /** False: the person works offline. */
  readonly isAllowed: () => boolean;
  readonly read: () => Promise<Update>;
  readonly now: () => number;
  /** The known newer version has changed. */
  readonly changed: () => void;
  readonly report: (thrown: unknown) => void;
}

export class Updates {
  readonly #options: UpdatesOptions;
  #isAsking = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Returns the function that ends it. */
  begin(delay = firstCheck): () => void {
    const check = () => void this.check();
    const first = setTimeout(check, delay).unref();
    const timer = setInterval(check, hour).unref();
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }

  /** The version that the window shows; null: none is newer, or the person does not want to see it. */
  get found(): Update | null {
    const { version, settings } = this.#options;
    const { lookForUpdates: isWanted = true, ignoredUpdate } = settings();
    const { found } = this.#stored();
    if (!isWanted || found === null || found.version === ignoredUpdate) return null;
    // It may have been installed since.
    return isNewer(found.version, version) ? found : null;
  }

  /** Asks if the last time is a day ago. Never throws. */
  async check(): Promise<void> {
    const { documents, settings, isAllowed, read, now, changed, report } = this.#options;
    const { lookedAt: askedAt, found } = this.#stored();
    const age = now() - askedAt;
    // A time in the future is that of a clock that was wrong.
    if (this.#isAsking || (age >= 0 && age < day)) return;
    if (settings().lookForUpdates === false || !isAllowed()) return;
    this.#isAsking = true;
    try {
      documents.set(key, { lookedAt: now(), found });
      documents.set(key, { lookedAt: now(), found: await read() });
      changed();
    } catch (thrown) {
      report(thrown);
    } finally {
      this.#isAsking = false;
    }
  }

  #stored(): z.infer<typeof storedSchema> {
    return readDocument(this.#options.documents, key, storedSchema, { lookedAt: 0, found: null });
  }
}

const mostBytes = 64 * 1024;
const mostTime = 15_000;

const feedSchema = updateSchema.extend({ notes: updateSchema.shape.notes.default(null) });

/** The address by https, or on this computer for a trial; null for any other. */
export const usableFeed = (address: string | undefined): string | null =>
  address !== undefined && safeAddress(address) ? address : null;

/**
 * The publisher's statement about the newest version, in a small JSON file. The request carries
 * nothing about the person or this installation, not even its version. The answer is not trusted: it can name
 * a version and a page at the same address, and nothing else.
 *
 * @throws CodedError `bad-answer` and errors of the network; redirects are not followed
 */
export async function readFeed(feed: string, exchange: SendExchange, time = mostTime): Promise<Update> {
  const answer = parseStored(await download(feed, exchange, time), feedSchema);
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
