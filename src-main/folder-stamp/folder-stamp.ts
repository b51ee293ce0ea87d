/**
 * Notices that the data folder is an older copy of itself, or a copy of another folder (reliability: R20). A
 * counter is stored in four places: the database, sent.log, a file outside the folder, and the keychain. No
 * backup of the folder contains the last two. Every consent to paid work, every outcome and every
 * cancellation takes it one step on, and so does every paid request before it leaves.
 *
 * The places are written in this order: database, log, file, keychain. A kill between them leaves a later
 * place one step behind, which is never taken for an older copy.
 */
import { z } from 'zod';
import { type FolderNotice, folderNoticeSchema } from '../../src-shared/ipc/folder-notice.ts';
import { isSame } from '../../src-shared/is-same.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { toAppError } from '../../src-shared/result.ts';
import type { AppDatabase } from '../db/database.ts';
import { cachedDocument } from '../db/documents.ts';
import type { SentLog } from '../db/sent-log.ts';
import { mainError } from '../main-error.ts';
import { parseStored } from '../parse-stored.ts';
import { endedWithin, type QueueClock } from '../queue/core/clock.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { type FolderPlace, isCopy, placeNow } from './folder-place.ts';
import type { StepFile } from './step-file.ts';

export interface FolderStampOptions {
  readonly database: Pick<AppDatabase, 'meta' | 'documents' | 'transaction'>;
  readonly sentLog: Pick<SentLog, 'append' | 'lastStamp' | 'stampOf'>;
  readonly secrets: Pick<SecretStore, 'kind' | 'get' | 'set'>;
  /** Missing or null: there is none. */
  readonly stepFile?: StepFile | null;
  readonly place: FolderPlace;
  readonly clock: QueueClock;
  /** The newest order of each account that the folder knows, for the notice. */
  readonly newestOrders: () => Record<string, number>;
  /** A random id. */
  readonly newId: () => string;
  /** Logs that the disk refused a step. The next step is tried all the same. */
  readonly report: (thrown: unknown) => void;
}

/** `same`: nothing is known to be missing. */
type Verdict = 'same' | FolderNotice['kind'];

/** Whether the keychain takes part: not if there is none, or as long as it does not answer. */
type KeychainPart = 'answers' | 'none' | 'silent';
/**
 * The place that reveals a whole folder that is put back. `file`: the file outside the folder, since the
 * keychain takes no part.
 */
export type OutsidePart = KeychainPart | 'file';

const recordSchema = z.object({
  /** Identity of the folder. A copy gets its own. */
  id: z.string(),
  step: z.int(),
  /** Random id of the step. */
  stamp: z.string(),
  /** Epoch ms of the step. */
  at: z.int(),
  place: z.object({ path: z.string(), device: z.string(), file: z.string() }),
  /** The keychain has held a step of this folder. */
  inKeychain: z.boolean(),
});
type FolderRecord = z.infer<typeof recordSchema>;

/** A step as it is stored outside the folder. */
const outsideSchema = z.object({ step: z.int(), stamp: z.string(), at: z.int() });
type OutsideStep = z.infer<typeof outsideSchema>;

const metaKey = 'folder';
const noticeKey = 'folder-notice';
/**
 * A keychain entry that says that this person's folders with these secrets have stamps. It reveals a copy
 * from before the first.
 */
const markerName = 'folder';
const secretName = (id: string) => `folder/${id}`;

/**
 * How long a paid request waits for the keychain, ms. Without an answer it goes: the folder is then only less
 * protected.
 */
const keychainPatience = 2_000;
/** Pauses before a keychain that did not answer is tried again, ms; the last one repeats. */
const keychainPauses = [60_000, 5 * 60_000, 15 * 60_000];
/** Changes within this time make one step, ms. */
const quiet = 200;

/** The part that the queue uses. */
export type QueueStamp = Pick<FolderStamp, 'isOutdated' | 'adopt' | 'beforeSend' | 'touch'>;

/** Compares the places. Reads only: call `adopt` when what follows from the comparison is durable. */
export async function openFolderStamp(options: FolderStampOptions): Promise<FolderStamp> {
  const { database, secrets } = options;
  const stored = readRecord(database.meta.get(metaKey));
  let keychain: KeychainPart = secrets.kind === 'keychain' ? 'answers' : 'none';
  const read = async (name: string): Promise<string | null> => {
    if (keychain !== 'answers') return null;
    try {
      return await secrets.get(name);
    } catch {
      keychain = 'silent';
      return null;
    }
  };
  const isRecord = stored !== null && stored !== 'unreadable';
  const held = isRecord ? readStep(await read(secretName(stored.id))) : null;
  const filed = isRecord ? readStep(options.stepFile?.read(stored.id) ?? null) : null;
  const hasMarker = !isRecord && (await read(markerName)) !== null;
  return new FolderStamp(options, { stored, held, filed, hasMarker, keychain });
}

interface Found {
  readonly stored: FolderRecord | 'unreadable' | null;
  readonly held: OutsideStep | null;
  readonly filed: OutsideStep | null;
  readonly hasMarker: boolean;
  readonly keychain: KeychainPart;
}

export class FolderStamp {
  readonly #options: FolderStampOptions;
  readonly #verdict: Verdict;
  readonly #dataFrom: number | null;
  readonly #highest: number;
  #record: FolderRecord;
  /** Written by this process or an earlier one. */
  #isStored: boolean;
  #epoch: string | null = null;
  #keychain: KeychainPart;
  /** The step in the keychain, as far as this process knows. */
  #held: OutsideStep | null;
  /** The step in the file outside the folder. */
  #filed: OutsideStep | null;
  #writing = Promise.resolve();
  #endQuiet: (() => void) | null = null;
  #endPause: (() => void) | null = null;
  /** How often in a row the keychain did not answer. */
  #failures = 0;
  #isClosed = false;
  #isDirty = false;

  constructor(options: FolderStampOptions, { stored, held, filed, hasMarker, keychain }: Found) {
    this.#options = options;
    this.#keychain = keychain;
    this.#held = held;
    this.#filed = filed;
    const place = placeNow(options.place);
    const record = stored === 'unreadable' ? null : stored;
    const logged = options.sentLog.lastStamp();
    this.#highest = Math.max(record?.step ?? 0, logged?.step ?? 0, held?.step ?? 0, filed?.step ?? 0);
    this.#dataFrom = record === null ? null : record.at || null;
    this.#isStored = record !== null;
    this.#record = record ?? {
      id: options.newId(),
      step: 0,
      stamp: '',
      at: 0,
      place,
      inKeychain: false,
    };
    this.#verdict = this.#compare(record, { held, filed, hasMarker, isUnreadable: stored === 'unreadable' });
  }

  /** Whether something may have been sent, cancelled or withdrawn of which this folder knows nothing. */
  get isOutdated(): boolean {
    return this.#verdict !== 'same';
  }

  /** The notice that the person has not read yet. */
  get notice(): FolderNotice | null {
    return cachedDocument(this.#options.database.documents, noticeKey, folderNoticeSchema);
  }

  get outside(): OutsidePart {
    return this.#keychain !== 'answers' && this.#filed !== null ? 'file' : this.#keychain;
  }

  dismissNotice(): void {
    this.#options.database.documents.delete(noticeKey);
  }

  /**
   * The consents are withdrawn by now, durably. Writes down what was noticed, and goes on as the newest copy
   * of the folder, or as a folder of its own. Call once, after the epoch has begun.
   */
  adopt(): void {
    const { database, place, newId, clock, newestOrders } = this.#options;
    const { meta, documents } = database;
    this.#epoch = meta.get('epoch');
    const here = placeNow(place);
    if (this.#verdict === 'same') {
      if (!this.#isStored || !isSame(this.#record.place, here)) {
        this.#record = { ...this.#record, place: here };
        database.transaction(() => this.#save());
      }
      if (this.#filed === null || this.#filed.step < this.#record.step) this.#file();
      // The last process may have ended while the keychain did not answer.
      if (this.#keychain === 'silent') this.#tryLater();
      else void this.#tellKeychain();
      return;
    }
    const id = this.#verdict === 'copy' ? newId() : this.#record.id;
    if (id !== this.#record.id) {
      this.#held = null;
      this.#filed = null;
    }
    this.#record = { ...this.#record, id, place: here, inKeychain: false, step: this.#highest };
    const notice: FolderNotice = {
      kind: this.#verdict,
      dataFrom: this.#dataFrom,
      noticedAt: clock.now(),
      newestOrders: newestOrders(),
    };
    this.#write(() => {
      documents.set(noticeKey, notice);
      this.#next();
    });
    void this.#tellKeychain();
  }

  /** Before a paid request. Throws what the disk throws; then nothing may be sent. */
  async beforeSend(): Promise<void> {
    this.#step();
    await endedWithin(this.#options.clock, keychainPatience, this.#tellKeychain());
  }

  /** Something happened that an older copy would not know. Takes a step soon. */
  touch(): void {
    this.#isDirty = true;
    this.#endQuiet ??= this.#options.clock.after(quiet, () => {
      this.#endQuiet = null;
      this.#stepIfDirty();
      void this.#tellKeychain();
    });
  }

  /** Takes the last step and waits for the keychain, at most `patience` ms. */
  async close(patience: number): Promise<void> {
    this.#isClosed = true;
    this.#endQuiet?.();
    this.#endPause?.();
    this.#stepIfDirty();
    await endedWithin(this.#options.clock, patience, this.#tellKeychain());
  }

  #compare(
    record: FolderRecord | null,
    {
      held,
      filed,
      hasMarker,
      isUnreadable,
    }: Pick<Found, 'held' | 'filed' | 'hasMarker'> & { isUnreadable: boolean },
  ): Verdict {
    const { sentLog, place } = this.#options;
    const logged = sentLog.lastStamp();
    // A new folder has no stamp anywhere.
    if (record === null) return isUnreadable || logged !== null || hasMarker ? 'older' : 'same';
    if (isCopy(record.place, place)) return 'copy';
    // On another computer [Assumption: folder-keychain].
    if (record.inKeychain && this.#keychain === 'answers' && held === null) return 'copy';
    const inLog = logged?.step ?? 0;
    if (inLog > record.step || inLog < record.step - 1) return 'older';
    const isBehind = [held, filed].some((outside) => outside !== null && this.#isBehind(outside, record));
    return isBehind ? 'older' : 'same';
  }

  #isBehind(outside: OutsideStep, { step, stamp }: FolderRecord): boolean {
    if (outside.step > step) return true;
    // Both copies have continued independently since.
    const own = outside.step === step ? stamp : this.#options.sentLog.stampOf(outside.step);
    return own !== null && own !== outside.stamp;
  }

  #stepIfDirty(): void {
    if (!this.#isDirty) return;
    try {
      this.#step();
    } catch (thrown) {
      this.#options.report(thrown);
    }
  }

  #step(): void {
    this.#write(() => {
      this.#requireEpoch();
      // The disk may have refused the last line.
      this.#log();
      this.#next();
    });
    this.#isDirty = false;
  }

  /** The database first, then the log, then the file. */
  #write(work: () => void): void {
    const before = this.#record;
    try {
      this.#options.database.transaction(work);
    } catch (thrown) {
      this.#record = before;
      throw thrown;
    }
    this.#log();
    this.#file();
  }

  /** If the disk refuses it, the folder is only less protected. */
  #file(): void {
    const { id, step, stamp, at } = this.#record;
    try {
      this.#options.stepFile?.write(id, JSON.stringify({ step, stamp, at }));
      this.#filed = this.#options.stepFile ? { step, stamp, at } : null;
    } catch (thrown) {
      this.#filed = null;
      this.#options.report(thrown);
    }
  }

  /** Inside a transaction. */
  #next(): void {
    const { newId, clock } = this.#options;
    this.#record = { ...this.#record, step: this.#record.step + 1, stamp: newId(), at: clock.now() };
    this.#save();
  }

  #save(): void {
    this.#options.database.meta.set(metaKey, JSON.stringify(this.#record));
    this.#isStored = true;
  }

  /** The line of the step that the database has, if the log lacks it. */
  #log(): void {
    const { sentLog } = this.#options;
    const { step, stamp, at } = this.#record;
    if ((sentLog.lastStamp()?.step ?? 0) >= step) return;
    sentLog.append({ at, event: 'stamp', step, stamp });
  }

  /** A process that another one has superseded writes nothing any more. */
  #requireEpoch(): void {
    if (this.#options.database.meta.get('epoch') === this.#epoch) return;
    throw mainError('superseded', ref('errors.superseded'));
  }

  /** Writes the newest step into the keychain, after what is being written. Never rejects. */
  #tellKeychain(): Promise<void> {
    if (this.#options.secrets.kind === 'keychain')
      this.#writing = this.#writing.then(() => this.#writeKeychain());
    return this.#writing;
  }

  async #writeKeychain(): Promise<void> {
    const { secrets, database } = this.#options;
    try {
      // A process that another one has superseded would put an older step over a newer one.
      this.#requireEpoch();
      // If this start could not read the keychain, read it before writing; otherwise a newer step would be
      // overwritten and never noticed.
      if (this.#keychain === 'silent' && this.#held === null)
        this.#held = readStep(await secrets.get(secretName(this.#record.id)));
      while (this.#record.step > (this.#held?.step ?? 0)) {
        const { id, step, stamp, at, inKeychain } = this.#record;
        await secrets.set(secretName(id), JSON.stringify({ step, stamp, at }));
        this.#held = { step, stamp, at };
        if (inKeychain) continue;
        await secrets.set(markerName, 'stamped');
        database.transaction(() => {
          this.#requireEpoch();
          this.#record = { ...this.#record, inKeychain: true };
          this.#save();
        });
      }
      this.#keychain = 'answers';
      this.#failures = 0;
    } catch (thrown) {
      this.#options.report(thrown);
      if (toAppError(thrown).code === 'superseded') return;
      this.#keychain = 'silent';
      this.#tryLater();
    }
  }

  /** Until the keychain has the newest step, nothing shows that a folder from before it is older. */
  #tryLater(): void {
    if (this.#isClosed) return;
    const pause = keychainPauses[Math.min(this.#failures, keychainPauses.length - 1)] as number;
    this.#failures += 1;
    this.#endPause?.();
    this.#endPause = this.#options.clock.after(pause, () => {
      this.#endPause = null;
      void this.#tellKeychain();
    });
  }
}

const readRecord = (text: string | null): FolderRecord | 'unreadable' | null =>
  text === null ? null : (parseStored(text, recordSchema) ?? 'unreadable');

/** An entry that cannot be read counts as none. */
const readStep = (text: string | null): OutsideStep | null => parseStored(text, outsideSchema);
