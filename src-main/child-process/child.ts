/**
 * A child process that works for this one, as its parent sees it. Plain Node starts it with pipes; Electron's
 * host starts it as a utility process (`hosts/electron/utility-child.ts`). The child's side is `parent.ts`.
 */
import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child<Request, Reply> {
  send(request: Request): void;
  onMessage(listener: (reply: Reply) => void): void;
  /** Once, when the process has ended or could not be started. */
  onExit(listener: () => void): void;
  /** Ends it at once, whatever it does. */
  kill(): void;
  /** Whether the child keeps this process alive; by default it does. */
  setBusy?(busy: boolean): void;
  /** The end of what it wrote to stderr, such as the error that ended it. */
  errorEnd?(): string;
}

const longestErrorEnd = 4_000;

/** ms after the end of a process. */
const pipesCloseIn = 250;

/**
 * Requests go through stdin and replies through stdout, one JSON line each: arguments and environments can be
 * read by others.
 */
export function startNodeChild<Request, Reply>(entry: URL): Child<Request, Reply> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  // Node's own folder for this version of it lies in the folder that was named to it.
  const compiled = getCompileCacheDir();
  const child = spawn(process.execPath, [fileURLToPath(entry)], {
    // The child keeps what V8 compiled of it where this process does.
    env: compiled === undefined ? env : { ...env, NODE_COMPILE_CACHE: dirname(compiled) },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const lines = createInterface({ input: child.stdout });
  const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as {
    ref?(): void;
    unref?(): void;
  }[];
  const errorEnd = errorEndOf(child.stderr);
  // Writes fail if the child died early; `exit` reports that.
  child.stdin.on('error', () => {});
  return {
    send: (request) => void child.stdin.write(`${JSON.stringify(request)}\n`),
    onMessage: (listener) =>
      void lines.on('line', (line) => {
        const reply = parsed(line);
        if (reply !== null) listener(reply as Reply);
      }),
    onExit: (listener) => {
      const once = onlyOnce(listener);
      let waiting: NodeJS.Timeout | undefined;
      // On Windows, another process may have inherited its pipes, and `close` does not come while that one
      // runs.
      child.on('exit', () => {
        waiting = setTimeout(once, pipesCloseIn);
      });
      // Later than `exit`: everything that it wrote has come by then.
      child.on('close', () => {
        clearTimeout(waiting);
        once();
      });
      child.on('error', once);
    },
    kill: () => void child.kill('SIGKILL'),
    setBusy: (busy) => {
      for (const handle of handles) busy ? handle.ref?.() : handle.unref?.();
    },
    errorEnd,
  };
}

/** Reads a child's stderr, so that it never blocks, and remembers its end. */
export function errorEndOf(stderr: NodeJS.ReadableStream | null): () => string {
  let end = '';
  stderr?.on('data', (chunk: Buffer) => {
    end = (end + chunk.toString()).slice(-longestErrorEnd);
  });
  return () => end.trim();
}

export function onlyOnce(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

/** Null for lines that a library printed on its own. */
function parsed(line: string): object | null {
  try {
    const reply: unknown = JSON.parse(line);
    return typeof reply === 'object' ? reply : null;
  } catch {
    return null;
  }
}
