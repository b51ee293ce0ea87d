/** Reads the application's database directly, without the application. */
import type Real from 'better-sqlite3';
import { dataFolder } from './app.ts';
import type { World } from './world.ts';

export function databaseOf({ disk }: World): Real.Database {
  return (disk.require(`${dataFolder}/fabdesk.db`).image as { real: Real.Database }).real;
}
