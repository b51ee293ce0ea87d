/**
 * Faults of the program itself, and the sleep of the machine: what a person sees, and what is in the log.
 * @release
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const log = () => readFileSync(join(hosts.dataDir, 'logs', 'fabdesk.log'), 'utf8');

it('A fault that nothing catches ends Fabdesk with a sentence, and the log has it.', async () => {
  const host = await hosts.electron().opens();
  host.tell('fail', 'throw');
  const { code, stdout } = await host.ended;
  expect(code).toBe(1);
  expect(stdout).toContain('electron: error Fabdesk must close: An internal error occurred.');
  expect(stdout).toMatch(/Nothing is lost/);
  expect(log()).toMatch(/"what":"crash".*a fault of the program/);
  // The data folder is free again.
  await hosts.electron().opens();
});

it('A fault that nobody waits for is in the log, and Fabdesk goes on.', async () => {
  const host = await hosts.electron().opens();
  await host.do('fail', 'reject');
  await expect.poll(log).toMatch(/"what":"unhandled".*a fault that nobody awaits/);
  expect(await host.do('windows')).toBe(1);
});

it('A process of Electron that crashes is in the log; one that ends in order is not.', async () => {
  const host = await hosts.electron().opens();
  await host.do('childGone', 'clean-exit');
  await host.do('childGone', 'crashed');
  expect(log().match(/"what":"child process".*/g)).toEqual([
    expect.stringContaining('The process “GPU” ended (crashed, code 5).'),
  ]);
  expect(await host.do('windows')).toBe(1);
});

it('The log says when the machine fell asleep and woke.', async () => {
  const host = await hosts.electron().opens();
  await host.do('suspend');
  await host.do('resume');
  expect(log()).toMatch(/the machine falls asleep.*the machine woke/s);
});
