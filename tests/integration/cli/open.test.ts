/** `fabdesk open`: what a CAD program hands to the Fabdesk that runs, and to nobody else. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
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
beforeEach(async () => {
  cwd = modelFolder();
  dataDir = join(cwd, 'data');
  app = await createApp({ dataDir, host: 'browser', version: '0.0.0-test' });
  told = 0;
  app.onEvent((name) => {
    if (name === 'opened') told += 1;
  });
});
afterEach(() => app?.close());

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
    write(20);
    const replaced = await open('--unit', 'mm', '--replace', 'bracket.stl');
    expect(replaced.stdout).toContain('“bracket.stl”: the part on the plate has the new content.');
    const [second, ...others] = await plate();
    expect(others).toEqual([]);
    expect(second).toMatchObject({ id: first!.id, quantity: 5, scale: 2, unit: 'mm' });
    expect(second!.file.sha256).not.toBe(first!.file.sha256);
    expect(told).toBe(1);
  });

  it('A part that was rotated is left to the window, and named.', async () => {
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
    const { code, stderr } = await open('--replace', 'bracket.stl');
    expect(code).toBe(1);
    expect(stderr).toContain('“bracket.stl” was rotated on the plate');
    expect(await plate()).toMatchObject([{ file: { sha256: turned.made } }]);
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
  });

  it('Without a Fabdesk that runs, nothing is opened.', async () => {
    await app!.close();
    app = null;
    write(10);
    const { code, stderr } = await open('--unit', 'mm', 'bracket.stl');
    expect(code).toBe(1);
    expect(stderr).toContain('Fabdesk is not running on this data folder.');
  });
});
