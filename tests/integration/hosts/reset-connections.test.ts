/**
 * Peers that open a connection to the browser host's own process and reset it, which any program of this
 * machine can.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

/** Resolves once the reset has left. */
async function sendAndReset(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
  socket.resetAndDestroy();
  await once(socket, 'close');
}

it('The host continues when peers reset refused upgrades, half requests and tunnels.', async () => {
  const host = await hosts.startBrowserHost();
  const [, origin = ''] = await host.prints(/(http:\/\/127\.0\.0\.1:\d+)\//);
  const port = Number(new URL(origin).port);
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  for (let round = 0; round < 30; round++) {
    await Promise.all([
      sendAndReset(port, `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}\r\n`),
      sendAndReset(port, `GET /events HTTP/1.1\r\nHost: elsewhere\r\n${upgrade}\r\n`),
      sendAndReset(port, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
      sendAndReset(port, 'POST /session HTTP/1.1\r\nContent-Length: 100\r\n'),
      sendAndReset(port, 'no HTTP at all\r\n\r\n'),
    ]);
  }
  const call = { method: 'POST', headers: { Origin: origin }, body: '{}' };
  expect((await fetch(`${origin}/session`, call)).status).toBe(401);
  host.kill('SIGTERM');
  expect(await host.ended).toMatchObject({ code: 0, signal: null });
});
