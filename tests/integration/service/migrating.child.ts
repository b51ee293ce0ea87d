/** Opens the store of a folder and kills itself at the given statement. Its messages count the statements. */
import Sqlite from 'better-sqlite3';
import { openStore } from '../../support/stores/open-store.ts';

const [, , folder = '', dieAt] = process.argv;
let count = 0;

const { prepare } = Sqlite.prototype;
Sqlite.prototype.prepare = function <T extends unknown[] | object>(this: Sqlite.Database, source: string) {
  const statement = prepare.call(this, source);
  const run = statement.run.bind(statement) as (...parameters: unknown[]) => Sqlite.RunResult;
  statement.run = (...parameters: unknown[]) => {
    count += 1;
    if (count === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
    return run(...parameters);
  };
  return statement as Sqlite.Statement<T>;
} as typeof prepare;

const { close } = await openStore(folder);
await close();
process.send?.(count);
