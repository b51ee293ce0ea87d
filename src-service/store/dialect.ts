/**
 * The differences between SQLite and PostgreSQL: how a transaction that writes runs, the types of columns,
 * and the texts that can be stored. Nothing else in the service asks which database it has.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ColumnDefinitionNode,
  DataTypeNode,
  GeneratedNode,
  type Kysely,
  OperationNodeTransformer,
  PostgresAdapter,
  type QueryId,
  type RawBuilder,
  RawNode,
  sql,
  type Transaction,
} from 'kysely';
import { Fault } from '../fault.ts';
import type { Database } from './schema.ts';

export type Store = Kysely<Database>;
export type Tx = Transaction<Database>;
type Dialect = 'sqlite' | 'postgres';

export const dialectOf = <T>(store: Kysely<T>): Dialect =>
  store.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/** Epoch s that has passed by the clock of PostgreSQL too: the clocks of its processes may differ. */
export const surelyPassed = (store: Store, seconds: number): RawBuilder<number> =>
  dialectOf(store) === 'postgres'
    ? sql<number>`least(extract(epoch from statement_timestamp())::bigint, ${seconds}::bigint)`
    : sql<number>`${seconds}`;

/**
 * Epoch ms by the clock of PostgreSQL, since those of its processes may differ, with what an operator moved
 * `clock` by.
 */
export const sharedNow = (clock: () => number): RawBuilder<number> =>
  sql<number>`((extract(epoch from statement_timestamp()) * 1000)::bigint + ${clock() - Date.now()}::bigint)`;

/** SQLite has one writer, for whom each commit is an fsync. PostgreSQL itself lets commits share one. */
export const hasOneWriter = <T>(store: Kysely<T>): boolean => dialectOf(store) === 'sqlite';

/** How often a transaction is tried if others keep conflicting with it. */
const mostTries = 60;
const longestPause = 40;
/** `serialization_failure` and `deadlock_detected`: nothing was written, and another try may succeed. */
const conflicts: readonly unknown[] = ['40001', '40P01'];
const isConflict = (error: unknown): boolean =>
  conflicts.includes((error as { code?: unknown } | null)?.code);

/**
 * Runs `work` in one transaction, as if no other ran at the same time: SQLite has one writer, and PostgreSQL
 * refuses what would break this (SERIALIZABLE), after which it runs again. So `work` must do nothing except
 * read and write through its transaction, and must not catch errors of the database.
 * @throws Fault 503 if others were faster every time
 */
export async function writing<T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (hasOneWriter(store)) return store.transaction().execute(work);
  for (let tried = 1; ; tried++) {
    try {
      return await store.transaction().setIsolationLevel('serializable').execute(work);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tried === mostTries) throw tooContended(error);
      // A random pause, so that the same transactions do not conflict again.
      await sleep(Math.random() * Math.min(longestPause, 2 ** tried));
    }
  }
}

const tooContended = (cause: unknown): Fault =>
  new Fault(503, 'busy', 'Too many calls are changing the same thing at once. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
    cause,
  });

/**
 * PostgreSQL stores no text with the character NUL. SQLite would, and its functions would then read only what
 * is before it, so neither gets one [Assumption: text-without-nul].
 * @returns the parameters. @throws Fault 400
 */
export function refuseNul<P extends ArrayLike<unknown>>(parameters: P): P {
  for (let i = 0; i < parameters.length; i++) {
    const value = parameters[i];
    if (typeof value === 'string' && value.includes('\0'))
      throw new Fault(
        400,
        'nul',
        'A text of the request contains the character NUL, which cannot be stored.',
      );
  }
  return parameters;
}

/**
 * The column types that PostgreSQL needs to store the same as SQLite: whole numbers of 64 bits, numbers with
 * the precision of JavaScript's (`real` has 4 bytes there), and texts that are compared byte by byte.
 */
class PostgresTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(
    node: ColumnDefinitionNode,
    queryId?: QueryId,
  ): ColumnDefinitionNode {
    const { autoIncrement, ...column } = super.transformColumnDefinition(node, queryId);
    const isText = DataTypeNode.is(column.dataType) && column.dataType.dataType === 'text';
    return {
      ...column,
      ...(isText && { dataType: RawNode.createWithSql('text collate "C"') }),
      ...(autoIncrement && { generated: GeneratedNode.create({ identity: true, byDefault: true }) }),
    };
  }

  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    if (node.dataType === 'integer') return DataTypeNode.create('bigint');
    return node.dataType === 'real' ? DataTypeNode.create('double precision') : node;
  }
}

const postgresTypes = new PostgresTypes();

/** The store as migrations see it. */
export const forMigrations = (store: Store): Store =>
  dialectOf(store) === 'sqlite'
    ? store
    : store.withPlugin({
        transformQuery: ({ node, queryId }) => postgresTypes.transformNode(node, queryId),
        transformResult: async ({ result }) => result,
      });

/** Makes the database give ids after `last`, even if rows with higher ids were removed. */
export async function giveIdsAfter(store: Store, table: string, column: string, last: number): Promise<void> {
  if (dialectOf(store) === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint)`.execute(store);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(store);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(store);
}

/**
 * Reads a whole number of 64 bits, which PostgreSQL sends as text.
 * @throws RangeError for one that a JavaScript number cannot hold exactly
 */
export function readWholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`The database holds ${text}, which is too large to be read exactly.`);
  return value;
}
