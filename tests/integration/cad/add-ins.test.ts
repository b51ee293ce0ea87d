/**
 * The add-ins (integrations/) inside the real CAD programs, with the real command line talking to a real
 * Fabdesk.
 * @release
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { installAddOn } from '../../../src-main/cad-programs/add-ons.ts';
import { findPlaces } from '../../../src-main/cad-programs/find-places.ts';
import { zip } from '../../fixtures/geometry/build-files.ts';
import { callApp } from '../../support/app-calls.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { has, runInWindow, runProgram } from './program.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let app: App;
let home: string;
let env: Record<string, string>;
beforeEach(async () => {
  home = temporaryFolder();
  const dataDir = join(home, 'data');
  app = await createApp({ dataDir, host: 'browser', version: '0.0.0-test' });
  const command = join(home, 'fabdesk');
  const cli = pathOf('src-main/hosts/cli/main.ts');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(command, 0o755);
  env = {
    HOME: home,
    FABDESK_DATA: dataDir,
    FABDESK_COMMAND: command,
    FABDESK_ADDON: pathOf('integrations/freecad'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
});
afterEach(() => app.close());

const plate = async () => (await callApp(app, 'workspace.get', {})).plate;
const names = async () => (await plate()).map(({ file }) => file.name);

/** What a session in FreeCAD has printed. */
// biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
function stepsOf(text: string): Record<string, any> {
  const lines = text.split('\n').filter((line) => line.startsWith('step:'));
  return Object.fromEntries(lines.map((line) => JSON.parse(line.slice('step:'.length))));
}

const visible = ['Bracket', '../Lid / top', 'Plate', 'Scan', 'Arm', 'Turned', 'Mirrored'];

describe('In FreeCAD', () => {
  it.skipIf(!has('freecadcmd'))(
    'each part is on the plate once, and stays the same part when its document is saved.',
    { timeout: 600_000 },
    async () => {
      const { text } = await runProgram('freecadcmd', [script('freecad-session.py')], env);
      const steps = stepsOf(text);
      expect(steps, text).toMatchObject({ visible, 'handed over': true, again: true, other: true });
      expect((await names()).toSorted()).toEqual(
        ['_Lid _ top.step', 'Bracket.step', 'Bracket.step', 'Scan.3mf'].toSorted(),
      );
      // The two brackets are of two documents of one name.
      const brackets = (await plate()).filter(({ file }) => file.name === 'Bracket.step');
      expect(new Set(brackets.map(({ file }) => file.source)).size).toBe(2);
      expect(brackets[0]!.unit).toBe('mm');
      // Nothing is outside of the folder for exports.
      expect(existsSync(join(home, 'Lid _ top.step'))).toBe(false);
      expect(text).toMatch(/Bracket: Prints, from [\d.]+ USD/);
    },
  );

  it.skipIf(!has('freecad', 'xvfb-run'))(
    'the button hands over what is selected, else the active body, and says verdict and price.',
    { timeout: 600_000 },
    async () => {
      // Installed by Fabdesk, which the button then finds without a path or a variable.
      const base = join(home, '.local', 'share', 'FreeCAD');
      mkdirSync(base, { recursive: true });
      const computer = { env: {}, platform: process.platform, home };
      const find = () => findPlaces(computer);
      await installAddOn(join(base, 'Mod', 'Fabdesk'), [env['FABDESK_COMMAND']!], find);
      const { FABDESK_COMMAND: _, ...found } = env;
      const { text } = await runInWindow('freecad', [script('freecad-session.py')], found);
      const steps = stepsOf(text);
      expect(steps, text).toMatchObject({
        visible,
        'face of a feature': ['Bracket'],
        'feature in the tree': ['../Lid / top'],
        operand: ['Hole'],
        assembly: ['Arm', 'Turned', 'Mirrored'],
        instance: ['Turned'],
        sketch: visible.length,
        'active body': ['../Lid / top'],
        'button in PartDesignWorkbench': [true],
        'button in MeshWorkbench': [true],
        'button in PartWorkbench': [true],
        message: 'ein Teil in Fabdesk.',
        answer: [['../Lid / top', '✓ Druckbar', expect.stringMatching(/^ab \d+,\d\d USD \(.+\)$/)]],
        report: expect.stringContaining('Einheit  Millimeter'),
      });
      // The export itself; the answers of Fabdesk are never waited for.
      expect(steps['longest wait']).toBeLessThan(3);
      expect(await names()).toEqual(['_Lid _ top.step']);
    },
  );
});

it.skipIf(!has('blender'))(
  'In Blender, the add-on hands over each object in millimetres, and the next time updates it.',
  { timeout: 600_000 },
  async () => {
    const folder = pathOf('integrations/blender/open_in_fabdesk');
    const files = readdirSync(folder).filter((name) => !name.startsWith('__pycache__'));
    const archive = join(home, 'add-on.zip');
    writeFileSync(
      archive,
      zip(
        files.map((name) => ({ name: `open_in_fabdesk/${name}`, content: readFileSync(join(folder, name)) })),
      ),
    );
    const args = ['--background', '--factory-startup', '--python', script('blender-session.py')];
    const { text } = await runProgram('blender', args, { ...env, FABDESK_ADDON: archive });
    expect(text).toMatch(/first {'FINISHED'}.*second {'FINISHED'}/s);
    expect(text).toMatch(/Plate ä: prints, from [\d.]+ USD/);
    const items = await plate();
    expect(items).toMatchObject([
      { file: { name: '_Plate ä.stl' }, unit: 'mm' },
      { file: { name: 'Sphere.stl' } },
    ]);
    // The second size: 32 mm.
    const positions = readFileSync(items[0]!.file.path!);
    const xs = Array.from({ length: 36 }, (_, at) =>
      positions.readFloatLE(84 + Math.floor(at / 3) * 50 + 12 + (at % 3) * 12),
    );
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(32, 4);
  },
);

it.skipIf(!has('openscad'))(
  'The script for OpenSCAD renders a design and updates the part on the plate.',
  { timeout: 600_000 },
  async () => {
    const design = join(home, 'bracket.scad');
    for (const width of [30, 31]) {
      writeFileSync(design, `cube([${width}, 20, 5]);`);
      const ran = await runProgram(pathOf('integrations/openscad-open-in-fabdesk.sh'), [design], env);
      expect(ran.code, ran.text).toBe(0);
    }
    expect(await plate()).toMatchObject([{ file: { name: 'bracket.stl', source: design }, unit: 'mm' }]);
  },
);

it('The add-ins for FreeCAD and Blender talk with the command in the same way.', () => {
  const [one, other] = ['freecad/fabdesk_addon', 'blender/open_in_fabdesk'].map((folder) =>
    readFileSync(pathOf(`integrations/${folder}/handover.py`), 'utf8'),
  );
  expect(other).toBe(one);
});
