/**
 * Puts what a person asked for into the queue: an upload, or an order with the uploads that it still needs, in one
 * transaction. Once it returns, a power cut loses nothing.
 */

import type { z } from 'zod';
import { checkAddress } from '../../../src-shared/api/address-rules.ts';
import type { AppContract, CartLine, SpooledFile } from '../../../src-shared/ipc/contract.ts';
import { finalStates, type OrderLine, type UploadPayload } from '../../../src-shared/jobs/job.ts';
import { newCondition } from '../../../src-shared/jobs/state.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { totalOf } from '../../../src-shared/units/money.ts';
import type { JobRecord, OrderRecord, UploadRecord } from '../../db/job-record.ts';
import type { Spool } from '../../files/spool.ts';
import { mainError } from '../../main-error.ts';
import type { QueueClock } from './clock.ts';
import { allDone } from './dependencies.ts';
import type { Ids } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { priorities } from './priorities.ts';

type Input<N extends keyof AppContract['calls']> = z.output<AppContract['calls'][N]['input']>;
export type UploadInput = Input<'queue.enqueueUpload'>;
export type OrderInput = Input<'queue.placeOrder'>;

export interface EnqueueOptions {
  readonly ledger: Ledger;
  readonly ids: Ids;
  readonly clock: QueueClock;
  readonly spool: Pick<Spool, 'sizeOf'>;
  /** `Settings.orderMarks`: whether orders carry a reference if the call does not say. */
  readonly orderMarks: () => boolean;
  /** Takes the lines of order `jobId` out of the cart, in the transaction that queues it; throws `cart-changed`. */
  readonly takeLines?: ((lines: readonly CartLine[], jobId: string) => void) | undefined;
}

/**
 * Returns an upload of the same bytes in the same size that has not ended, instead of adding a second one. Throws
 * `file-not-found` if the spool lacks the file.
 */
export async function enqueueUpload(
  options: EnqueueOptions,
  accountId: string,
  input: UploadInput,
): Promise<UploadRecord> {
  await requireFile(options.spool, input.file);
  const payload = payloadOf(input.file, input.uploadScale, input.title);
  return options.ledger.write(() => {
    const pending = usable(options.ledger, accountId, payload).find(
      ({ condition }) => !finalStates.has(condition.state),
    );
    return pending ?? insertUpload(options, accountId, payload);
  });
}

/**
 * With a `requestKey` that was used before, returns that job and changes nothing; if its record was damaged since, it
 * may be of another kind. Throws `bad-address`, `mixed-currencies`, `total-differs`, `upload-failed`, `file-not-found`,
 * `damaged-record`, `cart-changed`, `key-used`.
 */
export async function placeOrder(
  options: EnqueueOptions,
  accountId: string,
  input: OrderInput,
): Promise<JobRecord> {
  const { ledger, spool } = options;
  const repeated = withKey(ledger, input);
  if (repeated !== null) return repeated;
  const currency = requireConsistent(input);
  for (const { source, file } of input.lines)
    if (source === null && file !== null) await requireFile(spool, file);
  return ledger.write(() => {
    // Another call with the same key may have been faster while the files were checked.
    const meanwhile = withKey(ledger, input);
    if (meanwhile !== null) return meanwhile;
    const lines = input.lines.map((line) => orderLine(options, accountId, line));
    const dependsOn = [
      ...new Set(lines.flatMap(({ source }) => ('uploadJobId' in source ? [source.uploadJobId] : []))),
    ];
    const { address, shippingOption, incentives, confirmedTotal } = input;
    const now = options.clock.now();
    const order: OrderRecord = {
      ...common(options, accountId, input.requestKey ?? null),
      kind: 'order',
      lane: 'paid',
      priority: priorities.order,
      condition: { ...newCondition, wait: allDone(ledger, { dependsOn }) ? null : 'dependency' },
      dependsOn,
      payload: {
        lines,
        address,
        shippingOption,
        incentives,
        confirmedTotal,
        currency,
        consentAt: now,
        referenceLine: input.referenceLine ?? options.orderMarks(),
        ...(input.requestDigest !== undefined && { requestDigest: input.requestDigest }),
      },
      result: null,
      offer: null,
    };
    ledger.insert(order);
    if (input.fromCart === true) options.takeLines?.(input.lines, order.id);
    return order;
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

/** Returns the currency. The confirmed total has to be the sum of the lines. */
function requireConsistent({ address, lines, confirmedTotal }: OrderInput): string {
  const [problem] = checkAddress(address);
  if (problem) throw mainError('bad-address', problem.text);
  const currency = lines[0]?.currency ?? '';
  if (lines.some((line) => line.currency !== currency)) {
    throw new CodedError(
      'mixed-currencies',
      'The parts are priced in different currencies. Ask their prices again, or order them separately.',
    );
  }
  if (Math.abs(totalOf(lines, currency) - confirmedTotal) > 0.005) {
    throw new CodedError(
      'total-differs',
      'The total that you confirmed is not the sum of the parts. Look at the cart again.',
    );
  }
  return currency;
}

export async function requireFile(
  spool: Pick<Spool, 'sizeOf'>,
  file: Pick<SpooledFile, 'sha256' | 'size' | 'name'>,
): Promise<void> {
  if ((await spool.sizeOf(file.sha256)) === file.size) return;
  throw new CodedError(
    'file-not-found',
    `Fabdesk no longer has its copy of “${file.name}”. Add the file again.`,
  );
}

function orderLine(options: EnqueueOptions, accountId: string, line: CartLine): OrderLine {
  const { materialId, quantity, geometry, title, materialTitle, unitPrice } = line;
  const source = sourceOf(options, accountId, line);
  return { source, materialId, quantity, geometry, title, materialTitle, unitPrice };
}

function sourceOf(options: EnqueueOptions, accountId: string, line: CartLine): OrderLine['source'] {
  if (line.source === null) {
    const { file, uploadScale, title } = line;
    // The contract lets no such line through.
    if (file === null || uploadScale === null) throw new Error('a line without a file and a model');
    const payload = payloadOf(file, uploadScale, title);
    const [same] = usable(options.ledger, accountId, payload);
    return { uploadJobId: (same ?? insertUpload(options, accountId, payload)).id };
  }
  if ('modelId' in line.source) return line.source;
  const upload = options.ledger.jobs.read(line.source.uploadJobId);
  const isOurs = upload?.kind === 'upload' && upload.accountId === accountId;
  if (!isOurs || hasFailed(upload)) {
    throw new CodedError(
      'upload-failed',
      `“${line.title}” is not at the service: its upload did not succeed. Add the file again.`,
    );
  }
  return line.source;
}

const hasFailed = ({ condition }: JobRecord): boolean =>
  finalStates.has(condition.state) && condition.state !== 'done';

/** Uploads of these bytes in this size that are done or may still succeed, the best first. */
function usable(ledger: Ledger, accountId: string, payload: UploadPayload): UploadRecord[] {
  const same = ledger.jobs
    .uploadsOf(payload.file)
    .filter((job): job is UploadRecord => job.kind === 'upload' && job.accountId === accountId)
    .filter((job) => job.payload.uploadScale === payload.uploadScale && !hasFailed(job))
    // A damaged record may name other bytes or another size.
    .filter((job) => job.condition.problem?.code !== 'damaged-record')
    .filter((job) => job.result === null || !ledger.evidence.isGoneModel(accountId, job.result.modelId));
  const rank = ({ condition }: UploadRecord) =>
    condition.state === 'done' ? 0 : condition.state === 'unknown' || condition.state === 'ask' ? 2 : 1;
  return same.sort((a, b) => rank(a) - rank(b));
}

function insertUpload(options: EnqueueOptions, accountId: string, payload: UploadPayload): UploadRecord {
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

/** What all new jobs have in common. */
export function common({ ids, clock }: EnqueueOptions, accountId: string, requestKey: string | null) {
  const now = clock.now();
  return { id: ids.job(), mark: ids.mark(), accountId, requestKey, createdAt: now, updatedAt: now };
}

function payloadOf(file: SpooledFile, uploadScale: number, title: string): UploadPayload {
  const { sha256, md5, size, name } = file;
  return { file: sha256, fileName: name.slice(0, 255), size, md5, uploadScale, title: title.slice(0, 255) };
}
