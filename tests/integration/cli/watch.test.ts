/**
 * `fabdesk watch` with real files, the real application and the real local service.
 * @release
 */
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { everyFormat } from '../../fixtures/geometry/every-format.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { patience } from '../../support/patience.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

/** Watches a folder until `during` has ended, as if a person pressed Ctrl+C then. */
async function watching(
  args: readonly string[],
  during: (shown: () => string, cwd: string) => Promise<void>,
): Promise<{ code: number; stdout: string; stderr: string; cwd: string }> {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'exports'));
  exportCube(cwd, 'early.stl', 30);
  const end = new AbortController();
  let [stdout, stderr] = ['', ''];
  const running = runFabdesk(['watch', ...args, 'exports'], {
    cwd,
    env: { FABDESK_DATA: join(cwd, 'data') },
    signal: end.signal,
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
  });
  try {
    await vi.waitFor(() => expect(stderr).toContain('Watching exports. Ctrl+C ends it.'), {
      timeout: patience.test,
    });
    await during(() => stdout, cwd);
  } finally {
    end.abort();
  }
  return { ...(await running), stdout, stderr, cwd };
}

const exportCube = (cwd: string, name: string, side: number) => {
  const path = join(cwd, 'exports', name);
  writeFileSync(`${path}.part`, writeBinaryStl(makeCube(side)));
  renameSync(`${path}.part`, path);
};

it(
  'A file that appears is priced, one that is exported again too, with the price before, and nothing is queued.',
  async () => {
    const args = ['--unit', 'mm', '--material', '6'];
    const { code, stdout, cwd } = await watching(args, async (shown, folder) => {
      const seen = (text: RegExp) =>
        vi.waitFor(() => expect(shown()).toMatch(text), { timeout: patience.test, interval: 100 });
      exportCube(folder, 'bracket.stl', 20);
      await seen(/bracket\.stl[\s\S]*20 × 20 × 20 mm/);
      exportCube(folder, 'bracket.stl', 14);
      await seen(/bracket\.stl was exported again:[\s\S]*14 × 14 × 14 mm/);
      await seen(/White Strong & Flexible: \$\d+\.\d\d -> \$\d+\.\d\d/);
    });
    expect(code).toBe(0);
    expect(stdout).not.toContain('early.stl');
    const jobs = await runFabdesk(['queue', '--json'], { cwd, env: { FABDESK_DATA: join(cwd, 'data') } });
    expect(jobs.json()).toEqual([]);
  },
  2 * patience.test,
);

it(
  'With --all and --upload, a file that is there is uploaded once.',
  async () => {
    const args = ['--all', '--upload', '--accept-terms', '--unit', 'mm', '--material', '6'];
    const { code, cwd } = await watching(args, async (shown) => {
      await vi.waitFor(() => expect(shown()).toContain('uploaded  model'), {
        timeout: patience.test,
        interval: 100,
      });
      // Two more looks find nothing new.
      await new Promise((resolve) => setTimeout(resolve, 2500));
    });
    expect(code).toBe(0);
    const models = await runFabdesk(['models', '--json'], { cwd, env: { FABDESK_DATA: join(cwd, 'data') } });
    expect(JSON.stringify(models.json()).match(/"title":"early"/g)).toHaveLength(1);
  },
  2 * patience.test,
);

it(
  'With --upload, a doubtful unit and a file that is cut off are refused; its rest is uploaded.',
  async () => {
    const { code, stdout, cwd } = await watching(
      ['--upload', '--accept-terms', '--material', '6'],
      async (shown, folder) => {
        const seen = (text: RegExp) =>
          vi.waitFor(() => expect(shown()).toMatch(text), { timeout: patience.test, interval: 100 });
        exportCube(folder, 'doubtful.stl', 2);
        await seen(/doubtful\.stl[\s\S]*The unit is not certain/);
        const whole = everyFormat['3mf']!(makeCube(20));
        const path = join(folder, 'exports', 'cut.3mf');
        const stl = writeBinaryStl(makeCube(20));
        writeFileSync(join(folder, 'exports', 'cut.stl'), stl.subarray(0, 300));
        const before = new Date(Date.now() - 60_000);
        utimesSync(join(folder, 'exports', 'cut.stl'), before, before);
        await seen(/“cut\.stl” is cut off|cut\.stl[\s\S]*is cut off/);
        writeFileSync(path, whole.subarray(0, 300));
        setTimeout(() => writeFileSync(path, whole), 1500);
        await seen(/cut\.3mf[\s\S]*uploaded {2}model/);
      },
    );
    expect(code).toBe(0);
    expect(stdout.match(/uploaded {2}model/g)).toHaveLength(1);
    const models = await runFabdesk(['models', '--json'], { cwd, env: { FABDESK_DATA: join(cwd, 'data') } });
    expect(JSON.stringify(models.json()).match(/"title":"[^"]*"/g)).toEqual(['"title":"cut"']);
  },
  3 * patience.test,
);

it('A folder that does not exist ends the command at once.', async () => {
  const cwd = temporaryFolder();
  const { code, stderr } = await runFabdesk(['watch', 'nowhere'], {
    cwd,
    env: { FABDESK_DATA: join(cwd, 'data') },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('"nowhere" is not a folder.');
});
