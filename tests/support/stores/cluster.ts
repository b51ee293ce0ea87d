/**
 * One PostgreSQL for all files of a run (a global setup of Vitest). Its databases are copies of a template.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, postgresPrograms, startCluster } from '../postgres.ts';
import { openStore } from './open-store.ts';
import { templateName, testCluster } from './test-database.ts';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (postgresPrograms === null) return undefined;
  const cluster = await startCluster();
  await execute(cluster.address('postgres'), `create database ${templateName}`);
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-template-'));
  const opened = await openStore(folder, cluster.address(templateName));
  // Each copy is paired with a folder of its own.
  await opened.store.deleteFrom('setting').execute();
  await opened.close();
  rmSync(folder, { recursive: true });
  process.env[testCluster] = JSON.stringify(cluster.address('postgres'));
  return async () => {
    delete process.env[testCluster];
    await cluster.remove();
  };
}
