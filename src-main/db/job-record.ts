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

/** Every job has these fields. */
const commonSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  lane: z.enum(['paid', 'upload']),
  /** Lower numbers go first. */
  priority: z.int(),
  dependsOn: z.array(z.string()).readonly(),
  /**
   * Eight letters and digits that no other job has. They identify the job at the service: in the file name of
   * an upload [Assumption: file-name-mark], or in the address of an order.
   */
  mark: z.string(),
  /** The caller's name for its request, so that a repeated call does not create a second job. */
  requestKey: z.string().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
});
type Common = Readonly<z.output<typeof commonSchema>> & { readonly condition: JobCondition };
export type Lane = Common['lane'];

const conditionSchema: z.ZodType<JobCondition> = z.object({
  state: z.enum(jobStates),
  wait: z.enum(waitReasons).nullable(),
  notBefore: z.int().nullable(),
  attempt: z.int(),
  failures: z.int(),
  deaths: z.int(),
  problem: problemSchema.nullable(),
});

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

/** The columns with JSON; null stays null. */
const jsonColumns: ReadonlySet<string> = new Set(['depends_on', 'payload', 'result', 'offer', 'problem']);
/** Each column with its field. */
const fieldsOfColumns = jobColumns.map(
  (column) => [column, column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] as const,
);

export function toRow(record: JobRecord, epoch: number): JobRow {
  const { condition, payload } = record;
  const fields: Readonly<Record<string, unknown>> = {
    ...record,
    ...condition,
    spoolSha256: 'file' in payload ? payload.file : null,
    consentAt: 'consentAt' in payload ? payload.consentAt : null,
    confirmedPrice: record.kind === 'order' ? record.payload.confirmedParts : null,
    epoch,
  };
  const columns = Object.fromEntries(
    fieldsOfColumns.map(([column, field]) => {
      const value = fields[field] ?? null;
      return [column, value !== null && jsonColumns.has(column) ? JSON.stringify(value) : value];
    }),
  ) as JobColumns;
  return { ...columns, row_sum: rowSum(columns) };
}

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
    const fields = Object.fromEntries(
      fieldsOfColumns.map(([column, field]) => {
        const value = row[column];
        return [field, value !== null && jsonColumns.has(column) ? JSON.parse(String(value)) : value];
      }),
    );
    return {
      ...commonSchema.parse(fields),
      condition: conditionSchema.parse(fields),
      ...contentSchema.parse(fields),
    };
  } catch {
    return null;
  }
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
