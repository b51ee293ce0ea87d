/** `fabdesk open`: what a CAD program hands to the Fabdesk that runs, or that is started for it. */
import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { connectToRunningApp } from '../../../src-main/instance/control-client.ts';
import type { PlateItem } from '../../../src-shared/ipc/plate-item.ts';
import { callApp } from '../../support/app-calls.ts';
import { modelFolder } from '../../support/cli.ts';
import { boxStl } from '../../support/models.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

let app: App | null;
let cwd: string;
let dataDir: string;
/** How many events informed windows of files. */
let told: number;
/** Why files could not be opened, as windows heard it. */
let problems: string[];
beforeEach(async () => {
  cwd = modelFolder();
  dataDir = join(cwd, 'data');
  app = await createApp({ dataDir, host: 'browser', version: '0.0.0-test' });
  told = 0;
  problems = [];
  app.onEvent((name, payload) => {
    if (name !== 'opened') return;
    told += 1;
    const { failed } = payload as { failed: { message: string }[] };
    problems.push(...failed.map(({ message }) => message));
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  return app?.close();
});

const open = (...argv: string[]) => runFabdesk(['open', ...argv], { cwd, env: { FABDESK_DATA: dataDir } });
const plate = async (): Promise<PlateItem[]> => (await callApp(app!, 'workspace.get', {})).plate;
const write = (size: number) => writeFileSync(join(cwd, 'bracket.stl'), boxStl(size, size, size));

describe('fabdesk open', () => {
  it('A file without a unit goes to the window, which finds it out.', async () => {
    write(10);
    expect(await open('bracket.stl')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('“bracket.stl” is in the window.'),
    });
    expect(await callApp(app!, 'app.takeOpened', {})).toMatchObject([{ name: 'bracket.stl' }]);
    expect(await plate()).toEqual([]);
  });

  it('With a unit, the part is on the plate at once, and nobody asks again.', async () => {
    write(10);
    expect(await open('--unit', 'inch', 'bracket.stl')).toMatchObject({ code: 0 });
    expect(await plate()).toMatchObject([{ unit: 'in', unitConfirmed: true, scale: 1, quantity: 1 }]);
    expect(told).toBe(1);
  });

  it('A new export replaces the part and keeps what the person chose for it; nothing comes to the front.', async () => {
    write(10);
    await open('--unit', 'mm', '--replace', 'bracket.stl');
    const [first] = await plate();
    const windowId = 'window';
    await callApp(app!, 'workspace.apply', {
      windowId,
      changes: [{ sequence: 1, op: { op: 'change-item', id: first!.id, change: { quantity: 5, scale: 2 } } }],
    });
    write(11);
    const replaced = await open('--unit', 'mm', '--replace', 'bracket.stl');
    expect(replaced.stdout).toContain('“bracket.stl”: the part on the plate has the new content.');
    const [second, ...others] = await plate();
    expect(others).toEqual([]);
    expect(second).toMatchObject({ id: first!.id, quantity: 5, scale: 2, unit: 'mm' });
    expect(second!.file.sha256).not.toBe(first!.file.sha256);
    expect(told).toBe(1);
  });

  it('The part from a source gets a new version, wherever the export lies and however it is called.', async () => {
    mkdirSync(join(cwd, 'other'));
    const names = ['bracket.scad.Abc123.stl', 'bracket.scad.Xyz789.stl', 'other/exported.stl'];
    for (const [at, name] of names.entries()) {
      writeFileSync(join(cwd, name), boxStl(20 + at, 10, 10));
      expect(await open('--unit', 'mm', '--source', 'bracket.scad', name)).toMatchObject({ code: 0 });
    }
    expect(await plate()).toMatchObject([
      { file: { name: 'exported.stl', source: join(cwd, 'bracket.scad'), path: join(cwd, names[2]!) } },
    ]);
    expect(told).toBe(1);
  });

  it('Without a source, temporary names of OpenSCAD are those of one part.', async () => {
    for (const name of ['bracket.scad.Abc123.stl', 'bracket.scad.Xyz789.stl']) {
      writeFileSync(join(cwd, name), boxStl(20, 10, 10));
      await open('--unit', 'mm', '--replace', name);
    }
    expect(await plate()).toMatchObject([{ file: { name: 'bracket.stl' } }]);
  });

  it('Two documents never replace each other, whatever their exports are called.', async () => {
    write(10);
    await open('--unit', 'mm', '--source', 'a/bracket.FCStd', 'bracket.stl');
    write(11);
    await open('--unit', 'mm', '--source', 'b/bracket.FCStd', 'bracket.stl');
    await open('--unit', 'mm', '--source', 'b/bracket.FCStd#Lid', 'bracket.stl');
    expect(await plate()).toHaveLength(3);
  });

  it('Two files of one call are two parts, and the next call updates each.', async () => {
    const exportBoth = async (size: number) => {
      writeFileSync(join(cwd, 'left.stl'), boxStl(30, 10, size));
      writeFileSync(join(cwd, 'right.stl'), boxStl(30, 11, size));
      await open('--unit', 'mm', '--source', 'arms.FCStd', 'left.stl', 'right.stl');
    };
    await exportBoth(5);
    const before = await plate();
    await exportBoth(5.5);
    const after = await plate();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ file }) => file.name)).toEqual(['left.stl', 'right.stl']);
    expect(after[0]!.file.sha256).not.toBe(before[0]!.file.sha256);
  });

  it('A shape that has nothing in common is asked about, although path and name are equal.', async () => {
    write(10);
    await open('--unit', 'mm', '--replace', 'bracket.stl');
    write(55);
    const { code, stdout, json } = await open('--json', '--unit', 'mm', '--replace', 'bracket.stl');
    expect(code).toBe(0);
    expect(json()).toMatchObject({ replaced: [], asked: [join(cwd, 'bracket.stl')] });
    expect(stdout).not.toBe('');
    const [first, second] = await plate();
    expect(second).toMatchObject({ versionOf: first!.id, file: { name: 'bracket.stl' } });
  });

  it.skipIf(process.platform === 'win32')(
    'Paths are compared as files: through a link to the folder.',
    async () => {
      symlinkSync(cwd, join(cwd, 'link'));
      write(10);
      await open('--unit', 'mm', 'bracket.stl');
      write(11);
      await open('--unit', 'mm', '--replace', 'link/bracket.stl');
      expect(await plate()).toHaveLength(1);
    },
  );

  it('A file that says itself that it is cut off replaces nothing.', async () => {
    write(10);
    await open('--unit', 'mm', 'bracket.stl');
    const path = join(cwd, 'bracket.stl');
    writeFileSync(path, boxStl(11, 10, 10).slice(0, 300));
    utimesSync(path, new Date(0), new Date(0));
    const { code, stderr } = await open('--unit', 'mm', '--replace', 'bracket.stl');
    expect(code).toBe(1);
    expect(stderr).toContain('“bracket.stl” is cut off');
    expect(await plate()).toHaveLength(1);
  });

  it('A renamed file is the same part; a copy beside it is another one.', async () => {
    write(10);
    await open('--unit', 'mm', 'bracket.stl');
    renameSync(join(cwd, 'bracket.stl'), join(cwd, 'holder.stl'));
    await open('--unit', 'mm', '--replace', 'holder.stl');
    expect(await plate()).toMatchObject([{ file: { name: 'holder.stl' } }]);
    writeFileSync(join(cwd, 'lid.stl'), boxStl(10, 10, 10));
    await open('--unit', 'mm', '--replace', 'lid.stl');
    expect(await plate()).toHaveLength(2);
  });

  it('A part that was rotated is asked about: only the window can rotate the new content, too.', async () => {
    write(10);
    await open('--unit', 'mm', 'bracket.stl');
    const [item] = await plate();
    const turned = {
      of: item!.file,
      made: 'a'.repeat(64),
      orientation: [1, 0, 0, 0, 0, 1, 0, -1, 0] as never,
    };
    const file = { ...item!.file, sha256: turned.made, path: null };
    await callApp(app!, 'workspace.apply', {
      windowId: 'window',
      changes: [{ sequence: 1, op: { op: 'change-item', id: item!.id, change: { file, turned } } }],
    });
    const { code, stdout } = await open('--unit', 'mm', '--replace', 'bracket.stl');
    expect(code).toBe(0);
    expect(stdout).toContain('“bracket.stl”: the window asks');
    expect(await plate()).toMatchObject([{ file: { sha256: turned.made } }, { versionOf: item!.id }]);
  });

  it('A file that cannot be read is named; the others are opened.', async () => {
    write(10);
    const { code, json } = await open('--json', 'missing.stl', 'bracket.stl');
    expect(code).toBe(1);
    expect(json()).toMatchObject({
      files: [{ name: 'bracket.stl' }],
      replaced: [],
      failed: [{ path: join(cwd, 'missing.stl') }],
    });
    // The window says it, too: CAD programs start the command where nobody sees its answer.
    expect(problems).toEqual([expect.stringContaining('missing.stl')]);
  });

  it('Where no Fabdesk runs, it is started, gets the file, and goes on after the command.', async () => {
    await app!.close();
    app = null;
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    write(10);
    const { code, stdout, stderr } = await open('--unit', 'mm', '--source', 'bracket.scad', 'bracket.stl');
    expect(stderr).toMatch(
      /Fabdesk was not running and has been started\. .*http:\/\/127\.0\.0\.1:\d+\/#token=/,
    );
    expect(stdout).toContain('“bracket.stl” is on the plate, in mm.');
    expect(code).toBe(0);
    const running = (await connectToRunningApp(dataDir))!;
    try {
      const workspace = await running.invoke('workspace.get', {});
      expect(workspace).toMatchObject({ value: { plate: [{ file: { name: 'bracket.stl' } }] } });
      write(11);
      const again = await open('--unit', 'mm', '--source', 'bracket.scad', 'bracket.stl');
      expect(again).toMatchObject({ code: 0, stderr: '' });
      expect(again.stdout).toContain('the part on the plate has the new content');
    } finally {
      const isGone = new Promise<void>((resolve) => running.onGone(resolve));
      process.kill(running.pid, 'SIGTERM');
      await isGone;
    }
  });

  it('What keeps it from starting is said, with what to do.', async () => {
    write(10);
    // A file is in the place of the data folder.
    dataDir = join(cwd, 'bracket.stl');
    const { code, stderr } = await open('--unit', 'mm', 'bracket.stl');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /could not be started \(.*bracket\.stl.*\)\. Start it, then open the file again\./s,
    );
  });
});
