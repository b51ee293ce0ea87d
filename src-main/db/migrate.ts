/** Brings a database to the newest schema, one transaction per step, with a backup of its earlier state. */

import type { Database } from 'better-sqlite3';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

/**
 * `backUp` is called once, before the first step that changes an existing schema. Throws `database-newer`,
 * without changing anything, if a newer Fabdesk wrote the database.
 */
export function migrate(sqlite: Database, steps: readonly string[], backUp: (version: number) => void): void {
  const version = sqlite.pragma('user_version', { simple: true }) as number;
  if (version > steps.length) {
    throw mainError('database-newer', ref('errors.database.newer'));
  }
  if (version > 0 && version < steps.length) backUp(version);
  for (let step = version; step < steps.length; step++) {
    sqlite
      .transaction(() => {
        sqlite.exec(steps[step] as string);
        sqlite.pragma(`user_version = ${step + 1}`);
      })
      .immediate();
  }
}
