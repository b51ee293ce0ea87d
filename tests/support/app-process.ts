/**
 * The built application as a user starts it: dist/main/browser.js in a process of its own, with a data folder
 * of its own. Can be killed like a power cut and started again on the same data.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeFolder } from './remove-folder.ts';

const entry = fileURLToPath(new URL('../../dist/main/browser.js', import.meta.url));

export class AppProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'fabdesk-e2e-'));
  #child: ChildProcess | null = null;

  /** Starts it and returns the address with its one-time token. */
  async start(...files: string[]): Promise<string> {
    this.#child = this.#spawn(files);
    return this.#address(this.#child);
  }

  /** A second start on the same data folder; it ends by itself. */
  async startAgain(...files: string[]): Promise<string> {
    return this.#address(this.#spawn(files));
  }

  #spawn(files: readonly string[]): ChildProcess {
    const args = [entry, '--data', this.dataDir, '--port', '0', '--no-open', '--json', ...files];
    return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  #address(child: ChildProcess): Promise<string> {
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    return new Promise((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const end = text.indexOf('\n');
        if (end >= 0) resolve((JSON.parse(text.slice(0, end)) as { address: string }).address);
      });
      child.once('exit', (code) => reject(new Error(`Fabdesk ended with ${code}: ${stderr}`)));
    });
  }

  /** SIGKILL: no handler runs, as in a power cut. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Closes it properly and removes its data. */
  async remove(): Promise<void> {
    await this.#end('SIGTERM');
    removeFolder(this.dataDir);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
