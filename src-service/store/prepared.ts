/**
 * Queries that are built once and run with different parameters: for the few statements that every order
 * runs, building them in Kysely takes longer than SQLite takes to run them.
 */
import type { Compilable, CompiledQuery } from 'kysely';
import { dialectOf, type Store } from './dialect.ts';
import { sqliteOf } from './sqlite-adapter.ts';

/** The parameters of the query that `build` makes must be exactly those given to `run`, in the same order. */
export class Prepared<R> {
  readonly #build: (db: Store) => Compilable<R>;
  /** By dialect. */
  readonly #compiled = new Map<string, CompiledQuery<R>>();

  constructor(build: (db: Store) => Compilable<R>) {
    this.#build = build;
  }

  /** @returns the rows */
  async run(db: Store, parameters: readonly unknown[]): Promise<readonly R[]> {
    const dialect = dialectOf(db);
    const compiled = this.#compiled.get(dialect) ?? this.#build(db).compile();
    this.#compiled.set(dialect, compiled);
    if (parameters.length !== compiled.parameters.length)
      throw new Error('A prepared query was given another number of parameters.');
    // A transaction holds SQLite's only connection, so its statements need not ask Kysely for it.
    const sqlite = db.isTransaction ? sqliteOf(db) : null;
    if (sqlite === null) return (await db.executeQuery<R>({ ...compiled, parameters })).rows;
    const statement = sqlite.statements.prepare(compiled.sql);
    if (statement.reader) return statement.all(parameters) as R[];
    statement.run(parameters);
    return [];
  }
}
