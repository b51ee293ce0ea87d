/** A child process as its parent sees it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { startNodeChild } from '../../src-main/child-process/child.ts';
import { temporaryFolder } from '../support/folder.ts';

it.skipIf(process.platform === 'win32')(
  'The end of a child is reported although another process still holds its pipes.',
  async () => {
    const entry = join(temporaryFolder(), 'child.mjs');
    writeFileSync(
      entry,
      `import { spawn } from 'node:child_process';
      const heir = spawn('sleep', ['60'], { stdio: 'inherit', detached: true });
      process.stdout.write(JSON.stringify({ heir: heir.pid }) + '\\n');
      process.stdin.resume();`,
    );
    const child = startNodeChild<never, { heir: number }>(pathToFileURL(entry));
    const { heir } = await new Promise<{ heir: number }>((resolve) => child.onMessage(resolve));
    const ended = new Promise<void>((resolve) => child.onExit(resolve));
    child.kill();
    await ended;
    // It was alive the whole time.
    expect(process.kill(heir, 'SIGKILL')).toBe(true);
  },
  10_000,
);
