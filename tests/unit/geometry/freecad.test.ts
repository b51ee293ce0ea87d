/**
 * FreeCAD documents, made in FreeCAD 0.20.2 by tests/fixtures/geometry/freecad/make.py. truth.json says which
 * parts the add-on hands over from each, with the volume and box that FreeCAD computes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { ZipArchive } from '../../../src-shared/geometry/readers/zip.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import { utf8, zip } from '../../fixtures/geometry/build-files.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import '../../fixtures/geometry/wasm.ts';

const folder = new URL('../../fixtures/geometry/freecad/', import.meta.url);
const read = (name: string): Buffer => readFileSync(new URL(name, folder));

interface Truth {
  readonly labels: readonly string[];
  readonly volume: number;
  readonly min: readonly number[];
  readonly max: readonly number[];
}
const { documents } = JSON.parse(read('truth.json').toString('utf8')) as { documents: Record<string, Truth> };

/** The document with some of its files replaced; null leaves a file out. */
async function changed(
  name: string,
  change: (file: string, text: string) => string | null,
): Promise<Uint8Array> {
  const archive = new ZipArchive(read(name));
  const parts = [];
  for (const file of archive.names) {
    const bytes = await archive.read(file, new TaskProgress({}));
    if (!/\.(xml|brp)$/.test(file)) parts.push({ name: file, content: bytes });
    else {
      const text = change(file, new TextDecoder().decode(bytes));
      if (text !== null) parts.push({ name: file, content: utf8(text) });
    }
  }
  return zip(parts);
}

describe('FreeCAD documents', () => {
  it('every document of the folder is tested.', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.FCStd'));
    expect(files.map((name) => name.replace('.FCStd', ''))).toEqual(Object.keys(documents).toSorted());
  });

  it.each(Object.entries(documents))(
    '%s has the visible parts in their places.',
    async (name, { volume, min, max, labels }) => {
      const model = await analyseModel(read(`${name}.FCStd`), `${name}.FCStd`);
      expect(model).toMatchObject({ format: 'freecad', unit: 'mm' });
      expect(model.checks).toMatchObject({ watertight: true, findings: [] });
      expect(model.measures.volume / volume).toBeCloseTo(1, 5);
      for (const axis of [0, 1, 2]) {
        // The triangles of a curve are inside of it.
        expect(model.measures.bounds!.min[axis]).toBeCloseTo(min[axis]!, 1);
        expect(model.measures.bounds!.max[axis]).toBeCloseTo(max[axis]!, 1);
      }
      const note = englishGeometryText(model.warnings.at(-1)!);
      for (const label of labels) expect(note).toContain(label);
    },
  );

  it('an instance has the name of its link.', async () => {
    const { warnings } = await readModel(read('assembly.FCStd'), 'a');
    expect(englishGeometryText(warnings.at(-1)!)).toBe(
      'The 8 visible parts of the FreeCAD document were read: Arm, Turned, Mirrored, Scaled, Again Arm, Turned, Mirrored, Scaled.',
    );
  });

  it('a colour that somebody chose is read, and FreeCAD’s grey is none.', async () => {
    const coloured = await readModel(read('colours.FCStd'), 'a');
    expect(coloured.colours).toMatchObject({ colours: 1 });
    expect((await readModel(read('boolean.FCStd'), 'a')).colours).toBeUndefined();
  });

  it('what an older document shows is in GuiDocument.xml alone.', async () => {
    const visibility = /<Property name="Visibility"[^>]*>\s*<Bool[^>]*>\s*<\/Property>/g;
    const older = await changed('hidden.FCStd', (file, text) =>
      file === 'Document.xml' ? text.replaceAll(visibility, '') : text,
    );
    expect((await analyseModel(older, 'a.FCStd')).measures.volume).toBeCloseTo(1504, 6);
  });

  it('a link into another document is a finding, not a silent loss.', async () => {
    const linked = await changed('added.FCStd', (file, text) =>
      file === 'Document.xml'
        ? text.replace('<XLink file="" stamp="" name="A"/>', '<XLink file="other.FCStd" stamp="" name="A"/>')
        : text,
    );
    const { checks } = await analyseModel(linked, 'a.FCStd');
    expect(checks.findings.map(({ text }) => englishGeometryText(text))).toEqual([
      'One link of the FreeCAD document leads to another document and was not read.',
    ]);
  });

  it('where nothing is visible, the sentence says what to do.', async () => {
    const hidden = await changed('boolean.FCStd', (_file, text) =>
      text.replaceAll('<Bool value="true"/>', '<Bool value="false"/>'),
    );
    expect(await expectCode(readModel(hidden, 'a.FCStd'), 'file-no-triangles')).toContain(
      'Show the part in FreeCAD',
    );
  });

  it('a link to itself does not read for ever.', async () => {
    const endless = await changed('added.FCStd', (_file, text) =>
      text.replace('<XLink file="" stamp="" name="A"/>', '<XLink file="" stamp="" name="L"/>'),
    );
    await expectCode(readModel(endless, 'a.FCStd'), 'file-damaged');
  });

  it.each(['PartShape.brp', 'MeshKernel.bms', 'Document.xml'])('a missing %s is said.', async (missing) => {
    const archive = new ZipArchive(read('hidden.FCStd'));
    const parts = [];
    for (const name of archive.names)
      if (name !== missing) parts.push({ name, content: await archive.read(name, new TaskProgress({})) });
    const code = missing === 'Document.xml' ? 'file-unsupported' : 'file-damaged';
    await expectCode(readModel(zip(parts), 'a.FCStd'), code);
  });
});
