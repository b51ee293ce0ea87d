/**
 * Queries that are built once and run with different parameters: for the few statements that every order runs,
 * building them in Kysely takes longer than SQLite takes to run them.
 */
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import { dialectOf, type Store } from './dialect.ts';

/** The parameters of the query that `build` makes must be exactly those given to `run`, in the same order. */
export class Prepared<R> {
  readonly #build: (db: Store) => Compilable<R>;
  /** By dialect. */
  readonly #compiled = new Map<string, CompiledQuery<R>>();

  constructor(build: (db: Store) => Compilable<R>) {
    this.#build = build;
  }

  run(db: Store, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const dialect = dialectOf(db);
    const compiled = this.#compiled.get(dialect) ?? this.#build(db).compile();
    this.#compiled.set(dialect, compiled);
    if (parameters.length !== compiled.parameters.length)
      throw new Error('A prepared query was given another number of parameters.');
    return db.executeQuery<R>({ ...compiled, parameters });
  }
}
