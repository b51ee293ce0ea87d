/**
 * The parent of a child process, as the child sees it: the port of an Electron utility process, or stdin and
 * stdout. The child ends at once when its parent has ended, whatever way that happened.
 */
import { createInterface } from 'node:readline';

export interface Parent<Reply> {
  send(reply: Reply): void;
}

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(reply: unknown): void;
}

export function listenToParent<Request, Reply>(listener: (request: Request) => void): Parent<Reply> {
  const port = (process as unknown as { parentPort?: ParentPort }).parentPort;
  if (port) {
    port.on('message', ({ data }) => listener(data as Request));
    return { send: (reply) => port.postMessage(reply) };
  }
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => listener(JSON.parse(line)));
  lines.on('close', endAtOnce);
  // The parent may end while a reply is written.
  process.stdout.on('error', endAtOnce);
  return { send: (reply) => void process.stdout.write(`${JSON.stringify(reply)}\n`) };
}

/** A call that hangs, such as a prompt of the keychain, would block an orderly exit. */
const endAtOnce = () => process.kill(process.pid, 'SIGKILL');
