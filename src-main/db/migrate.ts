/** Brings a database to the newest schema, one transaction a step, with a backup of what was before. */
import type { Database } from 'better-sqlite3';
import { CodedError } from '../../src-shared/result.ts';

/**
 * `backUp` is called once, before the first step that changes an existing schema.
 * Throws `database-newer` where a newer Fabdesk wrote the database; nothing is changed then.
 */
export function migrate(sqlite: Database, steps: readonly string[], backUp: (version: number) => void): void {
  const version = sqlite.pragma('user_version', { simple: true }) as number;
  if (version > steps.length) {
    throw new CodedError(
      'database-newer',
      'A newer version of Fabdesk has used this data folder. Install that version or a newer one; ' +
        'nothing was changed.',
    );
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
