/**
 * Child processes as utility processes of Electron: the fuse `runAsNode` is off, so no plain Node child runs.
 * Electron ends them with itself. Only after `ready`.
 */
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { type Child, errorEndOf } from '../../child-process/child.ts';

/** `serviceName`: as the system's task manager shows it. */
export function startUtilityChild<Request, Reply>(
  entry: URL,
  { serviceName }: { readonly serviceName: string },
): Child<Request, Reply> {
  const child = utilityProcess.fork(fileURLToPath(entry), [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    serviceName,
  });
  return {
    send: (request) => child.postMessage(request),
    onMessage: (listener) => {
      child.on('message', (reply: Reply) => listener(reply));
    },
    onExit: (listener) => {
      child.once('exit', listener);
    },
    // Electron's own `kill` waits for a process that does nothing else.
    kill: () => {
      if (child.pid === undefined) child.kill();
      else endNow(child.pid);
    },
    errorEnd: errorEndOf(child.stderr),
  };
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
