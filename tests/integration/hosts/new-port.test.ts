/** The address of the browser host from start to start. */
import { afterAll, expect, it } from 'vitest';
import { RunningHosts } from '../../support/running-hosts.ts';

const hosts = new RunningHosts();
afterAll(() => hosts.remove());

it('Each start listens at another port, so a browser has nothing stored for it by other programs.', {
  tags: 'release',
}, async () => {
  const ports: string[] = [];
  for (let start = 0; start < 2; start++) {
    const program = await hosts.startBrowserHost();
    const [, port = ''] = await program.prints(/http:\/\/127\.0\.0\.1:(\d+)\//);
    ports.push(port);
    program.kill('SIGTERM');
    await program.ended;
  }
  expect(new Set(ports).size).toBe(2);
});
