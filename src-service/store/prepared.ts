/**
 * Queries that are built once and run with different parameters: for the few statements that every order runs,
 * building them in Kysely takes longer than SQLite takes to run them.
 */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Database } from './schema.ts';

/** The parameters of the query that `build` makes must be exactly those given to `run`, in the same order. */
export class Prepared<R> {
  readonly #build: (db: Kysely<Database>) => Compilable<R>;
  #compiled: CompiledQuery<R> | null = null;

  constructor(build: (db: Kysely<Database>) => Compilable<R>) {
    this.#build = build;
  }

  run(db: Kysely<Database>, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    this.#compiled ??= this.#build(db).compile();
    if (parameters.length !== this.#compiled.parameters.length)
      throw new Error('A prepared query was given another number of parameters.');
    return db.executeQuery<R>({ ...this.#compiled, parameters });
  }
}
