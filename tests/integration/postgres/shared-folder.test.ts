/** Processes of one service that start at the same moment, beside one that runs, share their folder. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { lockFolder } from '../../../src-service/store/folder-lock.ts';
import { temporaryFolder } from '../../support/folder.ts';

const lockModule = new URL('../../../src-service/store/folder-lock.ts', import.meta.url);

/** Takes the lock at each message, and answers with the result. */
const program = `
import { lockFolder } from ${JSON.stringify(pathToFileURL(decodeURIComponent(lockModule.pathname)).href)};
process.on('message', async (dataDir) => {
  try {
    const { unlock } = await lockFolder(dataDir, true);
    setTimeout(() => { unlock(); process.send('shared'); }, 20);
  } catch (error) {
    process.send(error.message);
  }
});
process.send('ready');
`;

it('Processes that start at the same moment all get in.', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'locker.mts');
  writeFileSync(file, program);
  const processes = Array.from({ length: 4 }, () => fork(file));
  await Promise.all(processes.map((one) => once(one, 'message')));
  const first = await lockFolder(folder, true);
  for (let round = 0; round < 10; round++) {
    const answers = processes.map((one) => once(one, 'message'));
    for (const one of processes) one.send(folder);
    expect((await Promise.all(answers)).map(([answer]) => answer)).toEqual(Array(4).fill('shared'));
  }
  first.unlock();
  for (const one of processes) one.disconnect();
});
