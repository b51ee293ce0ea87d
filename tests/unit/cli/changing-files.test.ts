/** `fabdesk watch` in folders with more files than anybody tried. */
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFiles } from '../../../src-main/hosts/cli/commands/watch.ts';
import { cubeStl } from '../../support/cube-stl.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-watch-'));
});
afterEach(() => removeFolder(folder));

/** Resolves with the first `count` names that are reported after `act` has run. */
async function told(count: number, act: () => void, every = 20): Promise<string[]> {
  const ended = new AbortController();
  const names: string[] = [];
  await watchFiles(
    [folder],
    folder,
    { signal: ended.signal, fromNow: true, every, onReady: act },
    async (file) => {
      names.push(file.path.slice(folder.length + 1));
      if (names.length === count) ended.abort();
      return true;
    },
  );
  return names;
}

const write = (name: string) => writeFileSync(join(folder, name), cubeStl(name));

it('A new file is told although the folder has more files than are remembered for a window.', async () => {
  for (let at = 0; at < 1_200; at++) write(`part-${at}.stl`);
  expect(await told(1, () => write('new.stl'))).toEqual(['new.stl']);
});

it('A file that is far too large is told without being read, and delays no other.', async () => {
  const large = () => {
    write('large.stl');
    truncateSync(join(folder, 'large.stl'), 20 * 1024 ** 3);
    write('small.stl');
  };
  const names = await told(2, large);
  expect(names.sort()).toEqual(['large.stl', 'small.stl']);
});
