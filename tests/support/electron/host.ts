/** Electron's host as a process over the stand-in, for tests that act on it. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Program } from '../program.ts';
import type { acts } from './acts.ts';
import type { Scene } from './scene.ts';

type Acts = typeof acts;
type Args<N extends keyof Acts> = Parameters<Acts[N]>;

export interface HostOptions {
  readonly args?: readonly string[];
  readonly scene?: Partial<Scene>;
  /** The system that the host believes to run on. */
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<Record<string, string>>;
  /** The main script, if it is not that of the sources. */
  readonly main?: string;
}

const hook = fileURLToPath(new URL('./hook.mjs', import.meta.url));
const sourceMain = fileURLToPath(new URL('../../../src-main/hosts/electron/main.ts', import.meta.url));

/** Where Node writes which lines ran (build/launch/line-coverage.mjs). */
const coverage = process.env.FABDESK_ELECTRON_COVERAGE;
/** Ms that a host may take to write it. */
const leaving = 5_000;

export class ElectronHost extends Program {
  #last = 0;

  constructor(
    dataDir: string,
    { args = [], scene = {}, platform, env = {}, main = sourceMain }: HostOptions,
  ) {
    const environment = {
      FABDESK_DATA: dataDir,
      ELECTRON_STAND_IN: JSON.stringify(scene),
      ...(platform && { STAND_IN_PLATFORM: platform }),
      ...(coverage && { NODE_V8_COVERAGE: coverage }),
      ...env,
    };
    // A pipe of Windows is a file in the working folder elsewhere.
    const cwd = platform === 'win32' ? dirname(dataDir) : undefined;
    super(process.execPath, ['--import', hook, main, ...args], environment, cwd);
  }

  /** Resolves when the window can be seen. */
  async opens(): Promise<this> {
    await this.prints(/electron: the window is visible\n/);
    return this;
  }

  /** A process that is killed leaves no coverage. */
  override async finish(): Promise<void> {
    if (coverage) {
      this.tell('leave');
      await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, leaving))]);
    }
    await super.finish();
  }

  /** Does not wait: for acts that end the host. */
  tell<N extends keyof Acts>(name: N, ...args: Args<N>): number {
    this.#last += 1;
    this.type(`${JSON.stringify([this.#last, name, ...args])}\n`);
    return this.#last;
  }

  async do<N extends keyof Acts>(name: N, ...args: Args<N>): Promise<Awaited<ReturnType<Acts[N]>>> {
    const id = this.tell(name, ...args);
    const [, text = ''] = await this.prints(new RegExp(`electron: #${id} (.*)\n`));
    const { value, error } = JSON.parse(text) as { value: never; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  }
}
