/**
 * A job in the form in which the database stores it, and the checksum that finds what SQLite does not: a
 * flipped bit in a row's content (reliability: R3). Converts rows to records and back; contains no SQL.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { changePayloadSchema, changeResultSchema } from '../../src-shared/jobs/change.ts';
import {
  type Job,
  jobStates,
  offerSchema,
  orderPayloadSchema,
  orderResultSchema,
  problemSchema,
  uploadPayloadSchema,
  uploadResultSchema,
  waitReasons,
} from '../../src-shared/jobs/job.ts';
import type { JobCondition } from '../../src-shared/jobs/state.ts';

export type Lane = 'paid' | 'upload';

interface Common {
  readonly id: string;
  readonly accountId: string;
  readonly lane: Lane;
  /** Lower numbers go first. */
  readonly priority: number;
  readonly condition: JobCondition;
  readonly dependsOn: readonly string[];
  /**
   * Eight letters and digits that no other job has. They identify the job at the service: in the file name of
   * an upload [Assumption: file-name-mark], or in the address of an order.
   */
  readonly mark: string;
  /** The caller's name for its request, so that a repeated call does not create a second job. */
  readonly requestKey: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The fields that depend on the kind of a job. */
const contentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('upload'),
    payload: uploadPayloadSchema,
    result: uploadResultSchema.nullable(),
  }),
  z.object({
    kind: z.literal('order'),
    payload: orderPayloadSchema,
    result: orderResultSchema.nullable(),
    offer: offerSchema.nullable(),
  }),
  z.object({
    kind: z.literal('change'),
    payload: changePayloadSchema,
    result: changeResultSchema.nullable(),
  }),
]);
type RecordOf<K extends Job['kind']> = Common &
  Readonly<Extract<z.output<typeof contentSchema>, { readonly kind: K }>>;

export type UploadRecord = RecordOf<'upload'>;
export type OrderRecord = RecordOf<'order'>;
export type ChangeRecord = RecordOf<'change'>;
export type JobRecord = UploadRecord | OrderRecord | ChangeRecord;

/** The columns that carry meaning, in the order of the checksum. */
export const jobColumns = [
  'id',
  'kind',
  'account_id',
  'lane',
  'priority',
  'state',
  'wait',
  'not_before',
  'attempt',
  'failures',
  'deaths',
  'depends_on',
  'payload',
  'result',
  'offer',
  'problem',
  'mark',
  'request_key',
  'spool_sha256',
  'consent_at',
  'confirmed_price',
  'created_at',
  'updated_at',
  'epoch',
] as const;

/**
 * The columns of a job that never change. They are indexed, and writing them again would write the indexes
 * again.
 */
export const fixedColumns = [
  'id',
  'kind',
  'account_id',
  'mark',
  'request_key',
  'spool_sha256',
  'created_at',
] as const satisfies readonly (typeof jobColumns)[number][];

export type JobColumns = Record<(typeof jobColumns)[number], string | number | null>;
export type JobRow = JobColumns & { readonly row_sum: string };

export function rowSum(row: JobColumns): string {
  const values = jobColumns.map((column) => row[column]);
  return hash('sha256', JSON.stringify(values));
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export function toRow(record: JobRecord, epoch: number): JobRow {
  const { condition } = record;
  const columns: JobColumns = {
    id: record.id,
    kind: record.kind,
    account_id: record.accountId,
    lane: record.lane,
    priority: record.priority,
    state: condition.state,
    wait: condition.wait,
    not_before: condition.notBefore,
    attempt: condition.attempt,
    failures: condition.failures,
    deaths: condition.deaths,
    depends_on: JSON.stringify(record.dependsOn),
    payload: JSON.stringify(record.payload),
    result: json(record.result),
    offer: record.kind === 'order' ? json(record.offer) : null,
    problem: json(condition.problem),
    mark: record.mark,
    request_key: record.requestKey,
    spool_sha256: 'file' in record.payload ? (record.payload.file ?? null) : null,
    consent_at: 'consentAt' in record.payload ? record.payload.consentAt : null,
    confirmed_price: record.kind === 'order' ? record.payload.confirmedParts : null,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    epoch,
  };
  return { ...columns, row_sum: rowSum(columns) };
}

const rowSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  lane: z.enum(['paid', 'upload']),
  priority: z.int(),
  state: z.enum(jobStates),
  wait: z.enum(waitReasons).nullable(),
  not_before: z.int().nullable(),
  attempt: z.int(),
  failures: z.int(),
  deaths: z.int(),
  mark: z.string(),
  request_key: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
const dependsOnSchema = z.array(z.string());

/**
 * The record of a row, or null if the row is damaged: its checksum is wrong or its content cannot be read.
 */
export function fromRow(row: JobRow): JobRecord | null {
  if (rowSum(row) !== row.row_sum) return null;
  return recordOf(row);
}

/** The record of a row whatever its checksum, or null if its content cannot be read. */
export function recordOf(row: JobColumns): JobRecord | null {
  try {
    const { kind, payload, result, offer } = row;
    return {
      ...commonOf(rowSchema.parse(row), row),
      ...contentSchema.parse({ kind, payload: read(payload), result: read(result), offer: read(offer) }),
    };
  } catch {
    return null;
  }
}

const read = (value: string | number | null): unknown => (value === null ? null : JSON.parse(String(value)));

function commonOf(columns: z.infer<typeof rowSchema>, row: JobColumns): Common {
  return {
    id: columns.id,
    accountId: columns.account_id,
    lane: columns.lane,
    priority: columns.priority,
    condition: {
      state: columns.state,
      wait: columns.wait,
      notBefore: columns.not_before,
      attempt: columns.attempt,
      failures: columns.failures,
      deaths: columns.deaths,
      problem: problemSchema.nullable().parse(read(row.problem)),
    },
    dependsOn: dependsOnSchema.parse(read(row.depends_on)),
    mark: columns.mark,
    requestKey: columns.request_key,
    createdAt: columns.created_at,
    updatedAt: columns.updated_at,
  };
}

/** The job as the window and the command line see it. */
export function toJob(record: JobRecord): Job {
  const { condition } = record;
  const common = {
    id: record.id,
    accountId: record.accountId,
    state: condition.state,
    wait: condition.wait,
    notBefore: condition.notBefore,
    attempt: condition.attempt,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    problem: condition.problem,
    dependsOn: [...record.dependsOn],
    priority: record.priority,
  };
  const { kind, payload, result } = record;
  return { ...common, kind, payload, result, ...(kind === 'order' && { offer: record.offer }) } as Job;
}
