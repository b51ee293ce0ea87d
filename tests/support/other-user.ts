/**
 * Another user of this computer, who can be played where the tests run as the administrator of a Linux
 * machine.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const nobody = 65534;

/** Why there is no other user here; null if there is one. */
export const noOtherUser =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/bin/bash')
    ? null
    : 'skipped: needs Linux, bash and the right to act as another user';

/**
 * Sends the request over a connection of that user to a loopback port.
 *
 * @param leaves closes the connection at once, without waiting for the answer
 * @returns the first line of the answer
 */
export function askAsOtherUser(port: number, request: string, { leaves = false } = {}): Promise<string> {
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; cat >&3; ${leaves ? 'exec 3>&-' : 'head -n 1 <&3'}`;
  return runAsOtherUser(script, request);
}

/**
 * Opens that many connections of that user and sends nothing.
 *
 * @returns how many of them the other end closed within a second
 */
export async function openAsOtherUser(port: number, count: number): Promise<number> {
  const open = `for ((i = 10; i < ${10 + count}; i++)); do eval "exec $i<>/dev/tcp/127.0.0.1/${port}"; done`;
  // `read` ends with 1 at the end of the stream, and with more than 128 after the time.
  const closed = `for ((i = 10; i < ${10 + count}; i++)); do read -t 0.001 -u $i; [ $? = 1 ] && echo closed; done`;
  const lines = await runAsOtherUser(`${open}; sleep 1; ${closed}`, '');
  return lines.split('\n').filter((line) => line === 'closed').length;
}

function runAsOtherUser(script: string, input: string): Promise<string> {
  const child = spawn('/bin/bash', ['-c', script], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  let answer = '';
  child.stdout.on('data', (text: Buffer) => {
    answer += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(answer.trim()));
  });
}
