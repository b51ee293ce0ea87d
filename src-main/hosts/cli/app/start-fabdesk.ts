/**
 * A Fabdesk with a window, for a program that hands over files: the one that runs, or else the installed
 * program or the browser host beside this command, which then outlives this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { connectToRunningApp, type RunningApp } from '../../../instance/control-client.ts';
import { mainError } from '../../../main-error.ts';

/** Ms, for a first start on a slow disk, and for a command that holds the data folder. */
const patience = 45_000;
const betweenAttempts = 100;

/** `starts` is false where it was running. Throws `not-running` with what the new process says. */
export async function findOrStart(
  dataDir: string,
): Promise<{ readonly running: RunningApp; readonly hasStarted: boolean }> {
  let started: Started | null = null;
  for (const end = Date.now() + patience; ; await sleep(betweenAttempts)) {
    const running = await connectToRunningApp(dataDir);
    const isLate = Date.now() > end;
    if (running && (isLate || (await hasWindow(running)))) {
      started?.leave();
      return { running, hasStarted: started !== null };
    }
    // A command that works on this folder has no window. It will end.
    running?.close();
    if (!running) started ??= start(dataDir);
    if (isLate || started?.hasFailed()) {
      const problem = started?.leave() || String(started?.program);
      throw mainError('not-running', ref('cli.open.notStarted', { problem }));
    }
  }
}

async function hasWindow(running: RunningApp): Promise<boolean> {
  const info = await running.invoke('app.info', {});
  return info.ok && info.value.host !== 'cli';
}

interface Started {
  readonly program: string;
  /** A start that finds another one under way ends, too, but in order. */
  hasFailed(): boolean;
  /** Goes on without it. @returns what it has written to stderr */
  leave(): string;
}

function start(dataDir: string): Started {
  const installed = installedProgram();
  const [program, args]: [string, string[]] = installed
    ? [installed, [`--data=${dataDir}`]]
    : [process.execPath, [browserHost(), '--data', dataDir, '--no-open', '--end-with-window']];
  const child: ChildProcess = spawn(program, args, {
    cwd: homedir(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  child.unref();
  let [said, failed] = ['', false];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-1000);
  });
  child.once('error', (problem) => {
    said = problem.message;
    failed = true;
  });
  return {
    program,
    hasFailed: () => failed || (child.exitCode ?? 0) !== 0 || child.signalCode !== null,
    leave() {
      child.stderr?.destroy();
      return said.trim();
    },
  };
}

/** In a build, the hosts are beside each other. */
const browserHost = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../browser/main.ts' : './browser.js', import.meta.url),
  );

/** Where the packages put it (electron-builder.yml); undefined where none is installed. */
function installedProgram(): string | undefined {
  const { platform, env } = process;
  const places =
    platform === 'win32'
      ? [join(env['LOCALAPPDATA'] ?? '', 'Programs'), env['PROGRAMFILES'] ?? ''].map((folder) =>
          join(folder, 'Fabdesk', 'Fabdesk.exe'),
        )
      : platform === 'darwin'
        ? ['/Applications/Fabdesk.app/Contents/MacOS/Fabdesk']
        : ['/opt/Fabdesk/fabdesk'];
  return places.find((path) => existsSync(path));
}
