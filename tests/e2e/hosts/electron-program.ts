/**
 * Electron's own program, run from this folder as `npm start -- --electron` does. Not a packed program: the
 * fuse `nodeCliInspect` is off there, without which Playwright cannot drive it (docs/packaging.md).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, chromium, type ElectronApplication, type Page } from 'playwright/test';
import { chromiumLaunch } from '../../../build/launch/chromium.mjs';
import { Program } from '../../support/program.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { collectProblems, type Fabdesk } from './fabdesk.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Electron would be plain Node with it. */
const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env as Record<string, string>;

type Options = Pick<NonNullable<Parameters<typeof _electron.launch>[0]>, 'bypassCSP' | 'colorScheme'>;
/** In the program, what was handed to the system's browser. */
type Opened = { opened?: string[] };

export class ElectronProgram implements Fabdesk {
  readonly problems: string[] = [];
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'fabdesk-e2e-'));
  readonly #executablePath: string;
  readonly #options: Options;
  #program: ElectronApplication | null = null;

  constructor(executablePath: string, options: Options) {
    this.#executablePath = executablePath;
    this.#options = options;
  }

  async open(...files: string[]): Promise<Page> {
    const program = await _electron.launch({
      ...this.#options,
      executablePath: this.#executablePath,
      args: this.#args(files),
      chromiumSandbox: true,
      env,
    });
    this.#program = program;
    program.on('window', (page) => collectProblems(page, this.problems));
    await program.evaluate(({ shell }) => {
      const state = globalThis as Opened;
      state.opened = [];
      shell.openExternal = async (address) => void state.opened?.push(address);
    });
    return program.firstWindow();
  }

  #args(files: readonly string[]): string[] {
    return [root, '--data', this.#dataDir, ...files];
  }

  async startAgain(...files: string[]): Promise<null> {
    await new Program(this.#executablePath, this.#args(files), env).ended;
    return null;
  }

  async outside(act: () => Promise<void>): Promise<Page> {
    await act();
    const address = await this.#opened();
    const browser = await chromium.launch(chromiumLaunch());
    this.#program?.once('close', () => void browser.close());
    const page = await browser.newPage();
    await page.goto(address);
    return page;
  }

  async #opened(): Promise<string> {
    for (;;) {
      const [address] = await this.#program!.evaluate(() => (globalThis as Opened).opened ?? []);
      if (address !== undefined) return address;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async kill(): Promise<void> {
    const child = this.#program?.process();
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async reopen(): Promise<Page> {
    await this.#end();
    return this.open();
  }

  async #end(): Promise<void> {
    await this.#program?.close();
  }

  async remove(): Promise<void> {
    await this.#end();
    removeFolder(this.#dataDir);
  }
}
