/**
 * The built print service in a process of its own, which can be stopped and started again at the same
 * address.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { ServiceFacts } from './announced-service.ts';
import { Program } from './program.ts';
import { removeFolder } from './remove-folder.ts';

const entry = fileURLToPath(new URL('../../dist/service/server.js', import.meta.url));

export class ServiceProcess {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'fabdesk-service-'));
  #program: Program | null = null;
  #port = '0';

  async start(): Promise<ServiceFacts> {
    const args = [entry, '--port', this.#port, '--data', this.#dataDir, '--rate-limit', '3000/300', '--json'];
    this.#program = new Program(process.execPath, args);
    const [line] = await this.#program.prints(/^\{"base_url".*\}$/m);
    const facts = JSON.parse(line) as ServiceFacts;
    this.#port = new URL(facts.base_url).port;
    return facts;
  }

  async stop(): Promise<void> {
    this.#program?.kill('SIGTERM');
    await this.#program?.ended;
    this.#program = null;
  }

  /** The charge for the parts of each order, in cents, as stored on the disk. */
  charged(): number[] {
    const database = new DatabaseSync(join(this.#dataDir, 'service.sqlite'), { readOnly: true });
    try {
      const rows = database.prepare("select cents from ledger where kind = 'charge' order by entry_id").all();
      return rows.map(({ cents }) => Number(cents));
    } finally {
      database.close();
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    removeFolder(this.#dataDir);
  }
}
