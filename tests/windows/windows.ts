/**
 * Programs, folders and paths on the machine of the Windows suite. Output goes to files: programs under Wine
 * get no pipes from outside.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, inject } from 'vitest';

const machine = inject('machine');
export const { isWine } = machine;

/** A group of tests that run on Windows; skipped, with the reason in its name, if there is none. */
export function describeWindows(title: string, body: () => void): void {
  if (machine.missing !== null) {
    describe.skip(`${title} (skipped: ${machine.missing})`, body);
    return;
  }
  describe(title, () => {
    afterAll(async () => {
      await Promise.all([...running].map((program) => program.kill()));
    });
    body();
  });
}

/** A fresh folder on the drive of the machine, called `name`. */
export function freshFolder(name: string): string {
  const folder = join(mkdtempSync(join(machine.folder, 't-')), name);
  mkdirSync(folder);
  return folder;
}

export function writeModel(folder: string, name: string, content: string | Uint8Array): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content);
  return windowsPath(path);
}

/** The path as a program on the machine must write it. */
export function windowsPath(path: string): string {
  if (!isWine) return path;
  const below = relative(machine.driveC, path);
  return (below.startsWith('..') ? `Z:${path}` : `C:\\${below}`).replaceAll('/', '\\');
}

/**
 * The folder under a name of the network, as a path of the machine: Wine looks for shares in a folder of its
 * own, Windows shares its drives with its administrators.
 */
export function sharedPath(folder: string): string {
  if (!isWine) return folder.replace(/^(\w):/, '\\\\localhost\\$1$$');
  mkdirSync(join(machine.shares, 'server'), { recursive: true });
  symlinkSync(folder, join(machine.shares, 'server', 'share'));
  return '\\\\server\\share';
}

const built = (file: string) => windowsPath(fileURLToPath(new URL(`../../dist/${file}`, import.meta.url)));
const source = (file: string) => windowsPath(fileURLToPath(new URL(file, import.meta.url)));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** A path of the system that runs the tests. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The command line. */
export const launchCommand = (args: readonly string[], options: ProgramOptions = {}): Program =>
  new Program([built('main/cli.js'), ...args], options);

/** The same, from start to end. */
export const fabdesk = (args: readonly string[], options: ProgramOptions = {}): Promise<Ended> =>
  launchCommand(args, options).end();

const browserHost = () => [built('main/browser.js'), '--port', '0', '--no-open', '--json'];

/** The browser host; its first line is JSON. */
export const launchHost = (args: readonly string[]): Program => new Program([...browserHost(), ...args], {});

/** The same as `npm start` runs it: below a launcher that asks it to close. */
export const launchHostBelowLauncher = (args: readonly string[]): Program =>
  launchScript('programs/launcher.ts', ...browserHost(), ...args);

export const launchService = (args: readonly string[]): Program =>
  new Program([built('service/server.js'), '--port', '0', '--json', ...args], {});

/** A TypeScript file of programs/, with the sources of the application. */
export const launchScript = (file: string, ...args: string[]): Program =>
  new Program(
    ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', source(file), ...args],
    {},
  );

const running = new Set<Program>();

/** How long a program may take to say or to do what it was started for, ms. */
const patience = 45_000;

export class Program {
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;
  readonly #out: string;

  constructor(args: readonly string[], { cwd = machine.folder, env = {} }: ProgramOptions) {
    const output = mkdtempSync(join(machine.folder, 'output-'));
    const [out, err] = [join(output, 'out'), join(output, 'err')];
    const handles = [openSync(out, 'w'), openSync(err, 'w')] as const;
    const [program = '', ...first] = machine.node;
    this.#out = out;
    this.#child = spawn(program, [...first, ...args], {
      cwd,
      env: isWine ? { ...machine.env, ...env } : { ...process.env, ...env },
      stdio: ['ignore', ...handles],
    });
    for (const handle of handles) closeSync(handle);
    running.add(this);
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      running.delete(this);
      return {
        code: code as number | null,
        stdout: readFileSync(out, 'utf8'),
        stderr: readFileSync(err, 'utf8'),
      };
    });
  }

  /** How it ended by itself; a program that does not end is killed. */
  async end(): Promise<Ended> {
    const late = setTimeout(() => this.#child.kill('SIGKILL'), patience);
    const ended = await this.#ended;
    clearTimeout(late);
    return ended;
  }

  /** The JSON of its first line; throws its output if there is none. */
  async said<T>(): Promise<T> {
    for (const until = Date.now() + patience; Date.now() < until; await pause(20)) {
      const text = readFileSync(this.#out, 'utf8');
      const end = text.indexOf('\n');
      if (end >= 0) return JSON.parse(text.slice(0, end)) as T;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break;
    }
    throw new Error(`It ended before it said anything: ${JSON.stringify(await this.kill())}`);
  }

  /** As the task manager ends a process: no handler runs. */
  kill(): Promise<Ended> {
    this.#child.kill('SIGKILL');
    return this.#ended;
  }

  /**
   * Ctrl+C in its console. Wine makes the console's event of the signal; Windows itself has no such way in
   * Node.
   */
  interrupt(): Promise<Ended> {
    this.#child.kill('SIGINT');
    return this.end();
  }
}
