/**
 * The add-ins for CAD programs (integrations/), with small stand-ins for what the programs give them, and the
 * real command line talking to a real Fabdesk.
 * @release
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { callApp } from '../../support/app-calls.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { boxStl } from '../../support/models.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

let app: App;
let folder: string;
let env: Record<string, string | undefined>;
beforeEach(async () => {
  folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  app = await createApp({ dataDir, host: 'browser', version: '0.0.0-test' });
  writeFileSync(join(folder, 'exported.stl'), boxStl(10, 10, 10));
  env = {
    ...process.env,
    HOME: folder,
    FABDESK_DATA: dataDir,
    EXPORTED: join(folder, 'exported.stl'),
    FABDESK_COMMAND: program(
      'fabdesk',
      `exec "${process.execPath}" "${pathOf('src-main/hosts/cli/main.ts')}" "$@"`,
    ),
  };
});
afterEach(() => app.close());

/** A program that the add-in finds by its path. */
function program(name: string, line: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Not `spawnSync`: the application that answers is in this process. */
async function run(command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, { env, cwd: folder });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return `${code}: ${text}`;
}

const plate = async () => (await callApp(app, 'workspace.get', {})).plate;

/** Twice, with another content: the part on the plate is updated. */
async function handsOver(name: string, export_: () => Promise<string>): Promise<void> {
  expect(await export_()).toMatch(/^0:/);
  const [first] = await plate();
  expect(first).toMatchObject({ unit: 'mm', unitConfirmed: true, file: { name } });
  writeFileSync(join(folder, 'exported.stl'), boxStl(11, 10, 10));
  expect(await export_()).toMatch(/^0:/);
  const [second, ...others] = await plate();
  expect(others).toEqual([]);
  expect(second?.id).toBe(first?.id);
  expect(second?.file.sha256).not.toBe(first?.file.sha256);
}

describe.skipIf(process.platform === 'win32')('add-ins', () => {
  it('The script for OpenSCAD renders a design and updates the part on the plate.', async () => {
    env['OPENSCAD_COMMAND'] = program('openscad', 'test "$1" = -o && cp "$EXPORTED" "$2"');
    await handsOver('bracket.stl', () =>
      run(pathOf('integrations/openscad-open-in-fabdesk.sh'), join(folder, 'bracket.scad')),
    );
  });

  it.skipIf(!hasPython)(
    'The macro for FreeCAD exports the visible parts and updates the part on the plate.',
    async () => {
      module('FreeCAD', [
        'import types',
        'class Body: Shape, Visibility, Name, TypeId, InList = True, True, "Body", "PartDesign::Body", []',
        'class Tip: Shape, Visibility, Name, TypeId, InList = True, True, "Pad", "PartDesign::Pad", [Body]',
        'ActiveDocument = types.SimpleNamespace(Label="../bracket", FileName="", Uid="7", Objects=[Body, Tip])',
        'GuiUp = False',
        'Console = types.SimpleNamespace(PrintMessage=print, PrintError=print)',
      ]);
      // The solid is exported as STEP, once, and in the folder for exports.
      module('Import', [
        'import os, shutil',
        'def export(parts, path):',
        '    assert [each.Name for each in parts] == ["Body"] and "/Fabdesk/" in path',
        '    shutil.copy(os.environ["EXPORTED"], path)',
      ]);
      await handsOver('_bracket.step', () =>
        run('python3', pathOf('integrations/freecad-open-in-fabdesk.FCMacro')),
      );
    },
  );

  it.skipIf(!hasPython)(
    'The add-on for Blender exports in millimetres and updates the part on the plate.',
    async () => {
      module('bpy', [
        'import os, shutil',
        'from types import SimpleNamespace as Thing',
        'types = Thing(Operator=object)',
        'def export(filepath, export_selected_objects, global_scale):',
        '    assert export_selected_objects and global_scale == 1000.0',
        '    shutil.copy(os.environ["EXPORTED"], filepath)',
        'ops = Thing(wm=Thing(stl_export=export))',
        'path = Thing(display_name_from_filepath=lambda path: "bracket")',
        'data = Thing(filepath="/home/ada/bracket.blend")',
      ]);
      const script = [
        'import sys, types, bpy',
        `sys.path.insert(0, ${JSON.stringify(pathOf('integrations'))})`,
        'import blender_open_in_fabdesk as addon',
        'operator = addon.OpenInFabdesk()',
        'operator.report = lambda kind, text: print(kind, text)',
        'units = types.SimpleNamespace(scale_length=1.0)',
        'named = [types.SimpleNamespace(name="Cube")]',
        'scene = types.SimpleNamespace(unit_settings=units)',
        'context = types.SimpleNamespace(scene=scene, selected_objects=named)',
        'sys.exit(0 if operator.execute(context) == {"FINISHED"} else 1)',
      ];
      env['PYTHONDONTWRITEBYTECODE'] = '1';
      await handsOver('bracket.stl', () => run('python3', '-c', script.join('\n')));
    },
  );
});

/** A Python module that stands for one of the CAD program. */
function module(name: string, lines: readonly string[]): void {
  const modules = join(folder, 'modules');
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, `${name}.py`), `${lines.join('\n')}\n`);
  env['PYTHONPATH'] = modules;
}
