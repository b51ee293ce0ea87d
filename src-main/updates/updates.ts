/**
 * Asks once a day whether there is a newer version of Fabdesk, and remembers the answer for the window.
 * Nothing is downloaded, and nobody is interrupted. `app.ts` creates it where the package names an address to
 * ask.
 */
import { z } from 'zod';
import type { Settings } from '../../src-shared/ipc/settings.ts';
import { isNewer, type Update, updateSchema } from '../../src-shared/ipc/update.ts';
import type { Documents } from '../db/documents.ts';
import { readDocument } from '../db/read-document.ts';

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
