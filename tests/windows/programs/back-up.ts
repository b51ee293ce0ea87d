/** Makes the copy of the application's database that a running Fabdesk makes every hour. */
import { join } from 'node:path';
import { openDatabase } from '../../../src-main/db/database.ts';

const database = openDatabase(join(process.argv[2] ?? '', 'fabdesk.db'));
await database.backUp.now();
database.close();
