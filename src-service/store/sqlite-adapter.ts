/** Additions to Kysely for SQLite, which runs in the process and has one connection. */
import { type Kysely, SqliteAdapter, type SqliteDatabase } from 'kysely';

export class OwnAdapter extends SqliteAdapter {
  readonly statements: Pick<SqliteDatabase, 'prepare'>;

  constructor(statements: Pick<SqliteDatabase, 'prepare'>) {
    super();
    this.statements = statements;
  }

  /**
   * SQLite can roll back changes of the schema, but Kysely's adapter says that it cannot, and would commit
   * each statement of a migration. If that were interrupted, no later start could migrate the database.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Null on PostgreSQL. */
export function sqliteOf<T>(store: Kysely<T>): OwnAdapter | null {
  const { adapter } = store.getExecutor();
  return adapter instanceof OwnAdapter ? adapter : null;
}
