/**
 * Queries that are built once and run with other parameters: Kysely's building costs more than SQLite's work on
 * the few statements that every order runs.
 */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Database } from './schema.ts';

/** `build` must make a query whose parameters, in its order, are exactly those that `run` is then given. */
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
