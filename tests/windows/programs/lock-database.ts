/** Locks a database like another program that writes to it with SQLite, until it is killed. */
import Sqlite from 'better-sqlite3';

const database = new Sqlite(process.argv[2] ?? '');
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('{"held":true}\n');
setInterval(() => database.open, 60_000);
