/** Reads the application's database directly, without the application. */
import type Real from 'better-sqlite3';
import { dataFolder } from './customers.ts';
import type { World } from './world.ts';

export function databaseOf({ disk }: World, folder = dataFolder): Real.Database {
  return (disk.require(`${folder}/fabdesk.db`).image as { real: Real.Database }).real;
}
