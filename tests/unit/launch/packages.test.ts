/**
 * Who may install packages of the system: root and a build server without a question, anybody else after a
 * yes. The programs on the path are scripts that write down how they were called.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';

const systemModule = new URL('../../../build/launch/system.mjs', import.meta.url).href;

interface Person {
  readonly uid: number;
  readonly onBuildServer?: boolean;
  /** What is typed at the terminal; without it there is none. */
  readonly answer?: string;
}

function prepare({ uid, onBuildServer = false, answer }: Person) {
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  for (const name of ['apt-get', 'sudo'])
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${log}'\n`, { mode: 0o755 });
  const script = `
    process.getuid = () => ${uid};
    process.stdin.isTTY = process.stderr.isTTY = ${answer !== undefined};
    const { ensurePackages } = await import('${systemModule}');
    await ensurePackages(false);`;
  const { PATH: _, CI: __, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...env, PATH: folder, ...(onBuildServer && { CI: 'true' }) },
    input: answer ?? '',
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  return { calls, said: stdout + stderr };
}

const onLinux = it.runIf(process.platform === 'linux');

onLinux.each([
  { who: 'A person without a terminal', person: { uid: 1000 } },
  { who: 'A person who says no', person: { uid: 1000, answer: 'n\n' } },
  { who: 'A person who only presses Enter', person: { uid: 1000, answer: '\n' } },
])('$who gets no package, and is told which ones are missing.', ({ person }) => {
  const { calls, said } = prepare(person);
  expect(calls).toEqual([]);
  expect(said).toMatch(/For every test to run, install: .*gnome-keyring/);
});

onLinux.each([
  { who: 'A person who says yes', person: { uid: 1000, answer: 'y\n' }, begins: 'sudo apt-get ' },
  { who: 'A build server', person: { uid: 1000, onBuildServer: true }, begins: 'sudo apt-get ' },
  { who: 'Root', person: { uid: 0 }, begins: 'apt-get ' },
])('$who gets the missing packages, and is told which ones.', ({ person, begins }) => {
  const { calls, said } = prepare(person);
  expect(calls).toHaveLength(2);
  expect(calls[0]).toBe(`${begins}update -qq`);
  expect(calls[1]).toMatch(new RegExp(`^${begins}install -y .*gnome-keyring`));
  expect(said).toMatch(/Installing .*gnome-keyring/);
});
