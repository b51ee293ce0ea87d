/** The add-ons of `integrations/` in the folders of CAD programs: found, installed, updated, removed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { installAddOn, listPrograms, removeAddOn } from '../../../src-main/cad-programs/add-ons.ts';
import { findPlaces } from '../../../src-main/cad-programs/find-places.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
const at = (...parts: string[]) => join(home, ...parts);
const make = (...parts: string[]) => mkdirSync(at(...parts), { recursive: true });
const command = ['/opt/Fabdesk/fabdesk'];
const find = (env: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') =>
  findPlaces({ env, platform, home });
const places = async (...given: Parameters<typeof find>) =>
  (await find(...given)).map(({ program, version, folder }) => [
    program,
    version,
    folder.slice(home.length + 1),
  ]);

describe('CAD programs are found by the folders that they made', () => {
  it('on Linux, FreeCAD of any version and each Blender, which has extensions since 4.2.', async () => {
    expect(await places()).toEqual([]);
    make('.local/share/FreeCAD/v1-1');
    for (const version of ['3.4', '4.2', '4.10', '5.0', 'scripts']) make('.config/blender', version);
    expect(await places()).toEqual([
      ['freecad', null, '.local/share/FreeCAD/Mod/Fabdesk'],
      ['freecad', '1.1', '.local/share/FreeCAD/v1-1/Mod/Fabdesk'],
      ...['3.4', '4.10', '4.2', '5.0'].map((version) => [
        'blender',
        version,
        `.config/blender/${version}/${version === '3.4' ? 'scripts/addons' : 'extensions/user_default'}/open_in_fabdesk`,
      ]),
    ]);
    make('elsewhere/FreeCAD');
    const data = { XDG_DATA_HOME: at('elsewhere') };
    expect((await places(data))[0]).toEqual(['freecad', null, 'elsewhere/FreeCAD/Mod/Fabdesk']);
  });

  it('on macOS and Windows, where these systems keep them.', async () => {
    make('Library/Application Support/FreeCAD');
    make('Library/Application Support/Blender/4.4');
    expect((await places({}, 'darwin')).map(([program]) => program)).toEqual(['freecad', 'blender']);
    make('Roaming/Blender Foundation/Blender/4.4');
    make('Roaming/FreeCAD');
    expect((await places({ APPDATA: at('Roaming') }, 'win32')).map(([program]) => program)).toEqual([
      'freecad',
      'blender',
    ]);
  });
});

describe('An add-on', () => {
  let folder: string;
  beforeEach(() => {
    make('.local/share/FreeCAD');
    folder = at('.local/share/FreeCAD/Mod/Fabdesk');
  });
  const state = async (with_ = command) => (await listPrograms(with_, find))[0]?.state;

  it('is installed with the command that started Fabdesk, brought up to date, and removed again.', async () => {
    expect(await state()).toBe('none');
    await installAddOn(folder, command, find);
    expect(await state()).toBe('installed');
    expect(JSON.parse(readFileSync(join(folder, 'fabdesk-add-on.json'), 'utf8'))).toMatchObject({ command });
    expect(existsSync(join(folder, 'fabdesk_addon', 'handover.py'))).toBe(true);
    // Fabdesk was moved, or a file is of an earlier version.
    expect(await state(['/elsewhere/fabdesk'])).toBe('outdated');
    writeFileSync(join(folder, 'InitGui.py'), 'old');
    expect(await state()).toBe('outdated');
    await installAddOn(folder, command, find);
    expect(await state()).toBe('installed');
    // FreeCAD was started in between.
    make('.local/share/FreeCAD/Mod/Fabdesk/fabdesk_addon/__pycache__');
    writeFileSync(join(folder, 'fabdesk_addon/__pycache__/handover.cpython-311.pyc'), '');
    await removeAddOn(folder, find);
    expect(existsSync(folder)).toBe(false);
    await removeAddOn(folder, find);
  });

  it('of an earlier version loses the files that are no longer in it, and only these.', async () => {
    await installAddOn(folder, command, find);
    const mark = join(folder, 'fabdesk-add-on.json');
    const { files, ...rest } = JSON.parse(readFileSync(mark, 'utf8')) as { files: string[] };
    writeFileSync(mark, JSON.stringify({ ...rest, files: [...files, 'earlier.py'] }));
    writeFileSync(join(folder, 'earlier.py'), 'ours');
    writeFileSync(join(folder, 'mine.py'), 'of the person');
    await installAddOn(folder, command, find);
    expect(['earlier.py', 'mine.py'].map((name) => existsSync(join(folder, name)))).toEqual([false, true]);
    await removeAddOn(folder, find);
    expect(readdirSync(folder)).toEqual(['mine.py']);
    expect(await state()).toBe('other');
  });

  it('whose list of files leads elsewhere is not ours.', async () => {
    await installAddOn(folder, command, find);
    make('.local/share/FreeCAD/Mod/Other');
    const other = at('.local/share/FreeCAD/Mod/Other/work.py');
    writeFileSync(other, 'work');
    writeFileSync(
      join(folder, 'fabdesk-add-on.json'),
      JSON.stringify({ command, files: ['../Other/work.py'] }),
    );
    await expect(removeAddOn(folder, find)).rejects.toThrow('is left alone');
    expect(existsSync(other)).toBe(true);
  });

  it('never takes the place of what a person has put there, and nothing is written elsewhere.', async () => {
    make('mine');
    writeFileSync(at('mine', 'work.py'), 'work');
    make('.local/share/FreeCAD/Mod');
    symlinkSync(at('mine'), folder);
    expect(await state()).toBe('other');
    await expect(installAddOn(folder, command, find)).rejects.toThrow('is left alone');
    await expect(removeAddOn(folder, find)).rejects.toThrow('is left alone');
    expect(readFileSync(at('mine', 'work.py'), 'utf8')).toBe('work');
    await expect(installAddOn(at('mine'), command, find)).rejects.toThrow('no CAD program');
    await expect(removeAddOn(at('mine'), find)).rejects.toThrow('no CAD program');
  });
});

it('fabdesk connect names what is found and refuses what it does not know.', async () => {
  const env = {
    FABDESK_DATA: at('data'),
    HOME: home,
    XDG_DATA_HOME: at('share'),
    XDG_CONFIG_HOME: at('config'),
  };
  const run = (...argv: string[]) => runFabdesk(['connect', ...argv], { cwd: home, env });
  expect(await run('catia')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Choose freecad or blender.'),
  });
  expect(await run('--remove')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name the programs'),
  });
});
