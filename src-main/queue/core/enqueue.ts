/**
 * Puts what a person asked for into the queue: an upload, or an order with the uploads that it still needs,
 * in one transaction. Once it returns, a power cut loses nothing.
 */
import type { z } from 'zod';
import { checkAddress } from '../../../src-shared/api/address-rules.ts';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import type { AppContract } from '../../../src-shared/ipc/contract.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import { type AgreedOrder, agreementOf } from '../../../src-shared/jobs/agreement.ts';
import { finalStates, type OrderLine, type UploadPayload } from '../../../src-shared/jobs/job.ts';
import type { Proposer } from '../../../src-shared/jobs/proposal.ts';
import { newCondition } from '../../../src-shared/jobs/state.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { isOpen, totalOf } from '../../../src-shared/units/money.ts';
import type { JobRecord, OrderRecord, UploadRecord } from '../../db/job-record.ts';
import type { Spool } from '../../files/spool.ts';
import { mainError } from '../../main-error.ts';
import { offerAsAgreed } from './agreed.ts';
import type { QueueClock } from './clock.ts';
import { allDone } from './dependencies.ts';
import type { Ids } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { priorities } from './priorities.ts';
import { requireProposable } from './propose.ts';

type Input<N extends keyof AppContract['calls']> = z.output<AppContract['calls'][N]['input']>;
export type UploadInput = Input<'queue.enqueueUpload'>;
export type OrderInput = Input<'queue.placeOrder'>;

export interface EnqueueOptions {
  readonly ledger: Ledger;
  readonly ids: Ids;
  readonly clock: QueueClock;
  readonly spool: Pick<Spool, 'sizeOf' | 'md5Of'>;
  /** `Settings.orderMarks`: whether orders carry a reference if the call does not say. */
  readonly orderMarks: () => boolean;
  /** `Settings.priceTolerance`. */
  readonly priceTolerance: () => number;
  /** When a person agreed to rights and terms, epoch ms; null or undefined: not, or not needed. */
  readonly consentAt?: ((accountId: string) => number | null | undefined) | undefined;
  /**
   * Takes the lines of order `jobId` out of the cart, in the transaction that queues it; throws
   * `cart-changed`.
   */
  readonly takeLines?: ((lines: readonly CartLine[], jobId: string) => void) | undefined;
}

/**
 * Returns an upload of the same bytes, size and name that has not ended, instead of adding a second one.
 * Throws `file-not-found` if the spool lacks the file.
 */
export async function enqueueUpload(
  options: EnqueueOptions,
  accountId: string,
  input: UploadInput,
): Promise<UploadRecord> {
  const { file, uploadScale, title } = input;
  await requireFile(options.spool, file);
  const payload = payloadOf(file, await options.spool.md5Of(file.sha256), uploadScale, title);
  return options.ledger.write(() => {
    const pending = usable(options.ledger, accountId, payload).find(
      ({ condition }) => !finalStates.has(condition.state),
    );
    return pending ?? insertUpload(options, accountId, payload);
  });
}

/**
 * With a `requestKey` that was used before, returns that job and changes nothing; if its record was damaged
 * since, it may be of another kind. Throws `bad-address`, `mixed-currencies`, `total-differs`,
 * `upload-failed`, `file-not-found`, `damaged-record`, `cart-changed`, `key-used`.
 *
 * With a proposer, the order waits for a signature, and so do the uploads that it needs. Throws
 * `proposals-too-many` and `no-price` as well. `stored` is called in the transaction that adds the order.
 */
export async function placeOrder(
  options: EnqueueOptions,
  accountId: string,
  input: OrderInput,
  proposer: Proposer | null = null,
  stored: (order: OrderRecord) => void = () => {},
): Promise<JobRecord> {
  const { ledger, spool } = options;
  const repeated = withKey(ledger, input);
  if (repeated !== null) return repeated;
  const currency = requireConsistent(input);
  const md5s = new Map<string, string>();
  for (const { source, file } of input.lines) {
    if (file === null || isUpload(source)) continue;
    await requireFile(spool, file);
    md5s.set(file.sha256, await spool.md5Of(file.sha256));
  }
  return ledger.write(() => {
    // Another call with the same key may have been faster while the files were checked.
    const meanwhile = withKey(ledger, input);
    if (meanwhile !== null) return meanwhile;
    if (proposer !== null) requireProposable(ledger, input);
    const sourceFor = (line: CartLine): OrderLine['source'] =>
      proposer !== null && line.file !== null
        ? { toUpload: line.file.sha256 }
        : sourceOf(options, accountId, line, md5s);
    const lines = input.lines.map((line) => orderLine(line, sourceFor(line)));
    const dependsOn = uploadsOf(lines);
    const { address, shippingOption, confirmedParts } = input;
    const referenceLine = input.referenceLine ?? options.orderMarks();
    const facts = common(options, accountId, input.requestKey ?? null);
    const agreement = agreementOf(
      { ...input, lines: input.lines.map((line, at) => withMd5(ledger, line, lines[at], md5s)) },
      {
        accountId,
        mark: referenceLine ? facts.mark : undefined,
        consent: consentOn(options.consentAt?.(accountId)),
        agreedAt: facts.createdAt,
        // A limit is what the person is ready to pay, so it has no tolerance.
        tolerance: input.hasLimit === true || lines.some(isOpen) ? 0 : options.priceTolerance(),
      },
    );
    const order: OrderRecord = {
      ...facts,
      kind: 'order',
      lane: 'paid',
      priority: priorities.order,
      condition: { ...newCondition, wait: allDone(ledger, { dependsOn }) ? null : 'dependency' },
      dependsOn,
      payload: {
        lines,
        address,
        shippingOption,
        confirmedParts,
        currency,
        consentAt: facts.createdAt,
        agreement,
        ...(input.requestDigest !== undefined && { requestDigest: input.requestDigest }),
        ...(proposer !== null && {
          proposal: { ...proposer, proposedAt: facts.createdAt, signedAt: null },
        }),
      },
      result: null,
      offer: proposer === null ? null : offerAsAgreed(agreement, facts.createdAt),
    };
    ledger.insert(order);
    if (input.fromCart === true) options.takeLines?.(input.lines, order.id);
    stored(order);
    return ledger.require(order.id);
  });
}

/**
 * The job of an earlier call with the same key. Throws `key-used` if that call asked for something else, and
 * `damaged-record`.
 */
export function withKey(
  ledger: Ledger,
  { requestKey, requestDigest }: Pick<OrderInput, 'requestKey' | 'requestDigest'>,
): JobRecord | null {
  const earlier = requestKey === undefined ? null : ledger.jobs.byRequestKey(requestKey);
  if (earlier === null || requestDigest === undefined) return earlier;
  if (earlier.kind === 'order' && earlier.payload.requestDigest === requestDigest) return earlier;
  throw mainError('key-used', ref('errors.job.keyUsed'));
}

/**
 * The line as it is agreed. `placed`: the same in the order, with the upload of its file. Throws
 * `upload-failed`.
 */
function withMd5(
  ledger: Ledger,
  line: CartLine,
  placed: OrderLine | undefined,
  md5s: Md5s,
): AgreedOrder['lines'][number] {
  const { file } = line;
  if (file === null) return { ...line, file };
  const source = placed?.source ?? line.source;
  const md5 = md5s.get(file.sha256);
  if (source !== null && 'toUpload' in source && md5 !== undefined)
    return { ...line, file: { ...file, md5 } };
  const upload = isUpload(source) ? ledger.jobs.read(source.uploadJobId) : null;
  if (upload?.kind !== 'upload' || upload.payload.file !== file.sha256)
    throw mainError('upload-failed', ref('agreement.uploadFailed', { title: line.title }));
  return { ...line, file: { ...file, md5: upload.payload.md5 } };
}

export const consentOn = (at: number | null | undefined) => (at == null ? null : { rightsAndTermsAt: at });

/**
 * Returns the currency. The confirmed total has to be the sum of the lines; where a price is open, it may be
 * less, down to what the other lines cost, for then it only says what the order may cost at most.
 */
function requireConsistent({ address, lines, confirmedParts }: OrderInput): string {
  const [problem] = checkAddress(address);
  if (problem) throw mainError('bad-address', problem.text);
  const currency = lines[0]?.currency ?? '';
  if (lines.some((line) => line.currency !== currency))
    throw mainError('mixed-currencies', ref('agreement.currencies'));
  const priced = lines.filter((line) => !isOpen(line));
  const open = lines.filter(isOpen);
  if (open.some(({ limit }) => limit == null || limit <= 0))
    throw mainError('limit-missing', ref('agreement.limitMissing'));
  const most = totalOf(lines, currency);
  const least = open.length > 0 ? totalOf(priced, currency) : most;
  if (confirmedParts > most + 0.005 || confirmedParts < least - 0.005)
    throw mainError('total-differs', ref('agreement.totalDiffers'));
  return currency;
}

export async function requireFile(
  spool: Pick<Spool, 'sizeOf'>,
  file: Pick<SpooledFile, 'sha256' | 'size' | 'name'>,
): Promise<void> {
  if ((await spool.sizeOf(file.sha256)) === file.size) return;
  throw mainError('file-not-found', ref('agreement.fileMissing', { name: file.name }));
}

type Md5s = ReadonlyMap<string, string>;

function orderLine(line: CartLine, source: OrderLine['source']): OrderLine {
  const { materialId, quantity, geometry, title, materialTitle, unitPrice, limit, estimate, facts } = line;
  const price = unitPrice === null ? { unitPrice, limit, estimate } : { unitPrice };
  const doubts = facts?.doubts && { doubts: facts.doubts };
  return { source, materialId, quantity, geometry, title, materialTitle, ...price, ...doubts };
}

const isUpload = (source: OrderLine['source'] | null): source is { uploadJobId: string } =>
  source !== null && 'uploadJobId' in source;

/**
 * A line with a file orders those bytes, whatever model it names: only an upload of this queue proves that it
 * has them.
 */
function sourceOf(
  options: EnqueueOptions,
  accountId: string,
  { source, file, uploadScale, title }: CartLine,
  md5s: Md5s,
): OrderLine['source'] {
  if (isUpload(source)) return usedUpload(options.ledger, accountId, source, title);
  const md5 = file === null ? undefined : md5s.get(file.sha256);
  if (file !== null && uploadScale !== null && md5 !== undefined)
    return { uploadJobId: uploadFor(options, accountId, payloadOf(file, md5, uploadScale, title)).upload.id };
  if (source !== null) return source;
  throw new Error('a line needs a file or a model');
}

/** Throws `upload-failed`. */
function usedUpload(ledger: Ledger, accountId: string, source: { uploadJobId: string }, title: string) {
  const upload = ledger.jobs.read(source.uploadJobId);
  const isOurs = upload?.kind === 'upload' && upload.accountId === accountId;
  if (isOurs && !hasFailed(upload)) return source;
  throw mainError('upload-failed', ref('agreement.uploadFailed', { title }));
}

const hasFailed = ({ condition }: JobRecord): boolean =>
  finalStates.has(condition.state) && condition.state !== 'done';

/** An upload of these bytes in this size and of this name that can be used, or a new one. */
export function uploadFor(
  options: Pick<EnqueueOptions, 'ledger' | 'ids' | 'clock'>,
  accountId: string,
  payload: UploadPayload,
): { readonly upload: UploadRecord; readonly isNew: boolean } {
  const [same] = usable(options.ledger, accountId, payload);
  return { upload: same ?? insertUpload(options, accountId, payload), isNew: same === undefined };
}

/**
 * Lets lines of a waiting order use other uploads of the same bytes, because the models of theirs are not
 * what was agreed. Those models are not used again. Call it in the transaction in which the order begins to
 * wait: whatever happens then, there is one new upload for each model, and not one for each attempt.
 */
export function replaceUploads(
  options: Pick<EnqueueOptions, 'ledger' | 'ids' | 'clock'>,
  orderId: string,
  unfit: ReadonlySet<number>,
): void {
  const { ledger } = options;
  const { accountId } = ledger.require(orderId);
  ledger.amend(orderId, (order) => {
    if (order.kind !== 'order') return order;
    const uploadOf = ({ source }: OrderLine) => {
      const upload = 'uploadJobId' in source ? ledger.jobs.read(source.uploadJobId) : null;
      return upload?.kind === 'upload' ? upload : null;
    };
    const unfitUploads = order.payload.lines.map((line, index) => (unfit.has(index) ? uploadOf(line) : null));
    for (const upload of unfitUploads)
      if (upload?.result) ledger.evidence.addGoneModel(accountId, upload.result.modelId);
    const lines = order.payload.lines.map((line, index): OrderLine => {
      const upload = unfitUploads[index];
      if (!upload) return line;
      const { upload: other, isNew } = uploadFor(options, accountId, upload.payload);
      return { ...line, source: { uploadJobId: other.id }, ...(isNew && { replaced: true }) };
    });
    // The new models are measured anew.
    const { measuringSince: _, ...payload } = order.payload;
    return { ...order, dependsOn: uploadsOf(lines), payload: { ...payload, lines } };
  });
  if (allDone(ledger, ledger.require(orderId))) ledger.change(orderId, { type: 'release' });
}

export const uploadsOf = (lines: readonly OrderLine[]): string[] => [
  ...new Set(lines.flatMap(({ source }) => ('uploadJobId' in source ? [source.uploadJobId] : []))),
];

/** Uploads of these bytes, size and name that are done or may still succeed, the best first. */
function usable(ledger: Ledger, accountId: string, payload: UploadPayload): UploadRecord[] {
  const same = ledger.jobs
    .uploadsOf(payload.file)
    .filter((job): job is UploadRecord => job.kind === 'upload' && job.accountId === accountId)
    // Equal parts of two names are two models, so that the order and the parcel name both.
    .filter(
      ({ payload: { uploadScale, title } }) => uploadScale === payload.uploadScale && title === payload.title,
    )
    .filter((job) => !hasFailed(job))
    // A damaged record may name other bytes or another size.
    .filter((job) => job.condition.problem?.code !== 'damaged-record')
    .filter((job) => job.result === null || !ledger.evidence.isGoneModel(accountId, job.result.modelId));
  const rank = ({ condition }: UploadRecord) =>
    condition.state === 'done' ? 0 : condition.state === 'unknown' || condition.state === 'ask' ? 2 : 1;
  return same.sort((a, b) => rank(a) - rank(b));
}

function insertUpload(
  options: Pick<EnqueueOptions, 'ledger' | 'ids' | 'clock'>,
  accountId: string,
  payload: UploadPayload,
): UploadRecord {
  const upload: UploadRecord = {
    ...common(options, accountId, null),
    kind: 'upload',
    lane: 'upload',
    priority: priorities.upload,
    condition: newCondition,
    dependsOn: [],
    payload,
    result: null,
  };
  options.ledger.insert(upload);
  return upload;
}

/** The common properties of all new jobs. */
export function common(
  { ids, clock }: Pick<EnqueueOptions, 'ids' | 'clock'>,
  accountId: string,
  requestKey: string | null,
) {
  const now = clock.now();
  return { id: ids.job(), mark: ids.mark(), accountId, requestKey, createdAt: now, updatedAt: now };
}

export function payloadOf(
  file: Pick<SpooledFile, 'sha256' | 'size' | 'name'>,
  md5: string,
  uploadScale: number,
  title: string,
): UploadPayload {
  const { sha256, size, name } = file;
  return { file: sha256, fileName: name.slice(0, 255), size, md5, uploadScale, title: title.slice(0, 255) };
}
