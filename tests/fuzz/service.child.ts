/** The attacked print service, in a process of its own. Starts and stops services on new data folders. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, type Service } from '../../src-service/app.ts';
import { databaseFor, removeDatabase } from '../support/stores/test-database.ts';
import { answerCalls } from './process-calls.ts';

export interface StartedService {
  readonly baseUrl: string;
  readonly operatorUrl: string;
  readonly operatorKey: string;
  readonly credentials: Service['credentials'];
  readonly owner: Service['owner'];
  readonly oauth1: Service['oauth1'];
  readonly dataDir: string;
  readonly routes: readonly string[];
}

let service: Service | null = null;
let dataDir = '';

answerCalls({
  start: async (): Promise<StartedService> => {
    dataDir = await mkdtemp(join(tmpdir(), 'fabdesk-fuzz-'));
    const database = await databaseFor(dataDir);
    service = await createService({
      keepUnusedMs: 0,
      dataDir,
      ...(database && { database }),
      rateLimit: { calls: 1_000_000_000, windowSeconds: 300 },
      incentives: new Map([['TEN', 10]]),
    });
    const baseUrl = await service.listen(0);
    const { credentials, owner, oauth1, routes, operator } = service;
    return {
      ...{
        baseUrl,
        credentials,
        owner,
        oauth1,
        dataDir,
        routes: [...routes, ...operator.routes.map((r) => `operator ${r}`)],
      },
      operatorUrl: await operator.listen(0),
      operatorKey: operator.key,
    };
  },
  stop: async () => {
    await service?.close();
    service = null;
  },
  remove: async () => {
    await removeDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  },
});
