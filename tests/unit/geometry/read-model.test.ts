import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { isAbort } from '../../../src-shared/result.ts';
import {
  asciiStl,
  meshXml,
  modelXml,
  objText,
  threeMf,
  utf8,
  zip,
} from '../../fixtures/geometry/build-files.ts';
import {
  amfMesh,
  amfText,
  colladaGeometry,
  colladaText,
  offText,
  vrmlFaces,
  vrmlText,
  x3dFaces,
  x3dText,
} from '../../fixtures/geometry/build-scenes.ts';
import { everyFormat } from '../../fixtures/geometry/every-format.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import { makeCube, makeIcosphere, makeTorus } from '../../fixtures/geometry/solids.ts';
import '../../fixtures/geometry/wasm.ts';
import { expectSameAnalysis } from '../../support/same-analysis.ts';

const cube = makeCube(10);
const files: Readonly<Record<string, Uint8Array>> = {
  stl: writeBinaryStl(cube),
  'ASCII stl': utf8(asciiStl(cube)),
  ...Object.fromEntries(['obj', 'ply', '3mf'].map((ending) => [ending, everyFormat[ending]!(cube)])),
};

describe('telling what a file is', () => {
  it.each(Object.keys(files))(
    'The content of %s decides about its format, whatever the name says.',
    async (kind) => {
      const format = kind.split(' ').at(-1)!;
      for (const ending of ['stl', 'obj', 'ply', '3mf']) {
        const model = await readModel(files[kind]!, `part.${ending.toUpperCase()}`);
        expect(model.format).toBe(format);
        expect(model.mesh.indices.length).toBe(36);
        expect(model.warnings.length).toBe(ending === format ? 0 : 1);
      }
      expect((await readModel(files[kind]!, 'no ending')).format).toBe(format);
    },
  );

  it('The name decides about the format if the content does not.', async () => {
    await expectCode(readModel(utf8('hello'), 'a.stl'), 'file-damaged');
    await expectCode(readModel(utf8('hello'), 'a.ply'), 'file-damaged');
    await expectCode(readModel(utf8('hello'), 'a.3mf'), 'file-damaged');
    await expectCode(readModel(utf8('hello'), 'a.obj'), 'file-no-triangles');
    expect(await expectCode(readModel(utf8('hello'), 'a.docx'), 'file-unsupported')).toContain('.docx');
  });

  it.each([
    ['bracket.SLDPRT', utf8('hello'), /Only SolidWorks .*“File > Save As” there with the type STEP/],
    ['bracket.f3d', zip([{ name: 'Manifest.dat', content: utf8('x') }]), /Only Fusion .*STEP/],
    ['bracket.scad', utf8('cube(10);'), /Only OpenSCAD .*3MF/],
    ['bracket.x_t', utf8('**ABC'), /^Parasolid files cannot be read/],
  ])('%s is answered with how its program exports.', async (name, bytes, advice) => {
    expect(await expectCode(readModel(bytes, name), 'file-unsupported')).toMatch(advice);
  });

  it('what can be read is read, whatever program its name is of.', async () => {
    expect((await readModel(writeBinaryStl(makeCube(10)), 'part.prt')).format).toBe('stl');
  });

  it.each([
    ['\x89PNG\r\n\x1a\n', 'picture'],
    ['%PDF-1.7', 'PDF'],
    ['\xe0\0\0\x01', 'binary X3D'],
    ['<!DOCTYPE html><html>', 'web page'],
    ['\x1f\x8b\x08\0', 'gzip'],
  ])('The format of a foreign file is named: %j', async (start, name) => {
    const bytes = Uint8Array.from(start.padEnd(200, ' '), (character) => character.charCodeAt(0));
    for (const file of ['a.stl', 'a.foreign']) {
      const message = await expectCode(readModel(bytes, file), 'file-unsupported');
      expect(message).toContain(name);
      expect(message).toContain('STL, OBJ, PLY or 3MF');
    }
  });

  it('Fabdesk is offered to the desktop for every extension but those of archives.', () => {
    const builder = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
    const offered = [...builder.matchAll(/\{ ext: '?(\w+)'?,/g)].map((match) => match[1]);
    expect(offered).toEqual(readableEndings.filter((ending) => ending !== 'zip'));
  });

  it('An empty file is refused.', async () => {
    await expectCode(readModel(new Uint8Array(0), 'a.stl'), 'file-empty');
  });
});

const part = (n: number): string => `3D/${n}.model`;
const component = (n: number): string => `<component p:path="/${part(n)}" objectid="1"/>`;
const tenParts = threeMf(
  modelXml(
    `<resources><object id="1"><components>${Array.from({ length: 10 }, (_, n) => component(n)).join('')}</components></object></resources><build><item objectid="1"/></build>`,
  ),
  Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [
      part(n),
      modelXml(`<resources><object id="1">${meshXml(cube)}</object></resources><build/>`),
    ]),
  ),
);

/** A cube from 0.25 to 1.75, so that no coordinate is whole, and as people with decimal commas write it. */
const quarters = { ...makeCube(1.5), positions: makeCube(1.5).positions.map((value) => value + 0.25) };
const commas = (text: string): string => text.replaceAll(/(\d)\.(\d)/g, '$1,$2');
/** Only the last of all coordinates has one. */
const lastComma = (text: string): string => text.replace(/^(.*\d)\.(\d)/s, '$1,$2');

const plyText = `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0.5\n3 0 1 2\n`;

describe('what is told about a file that cannot be read', () => {
  it.each<[string, string]>([
    ['stl', commas(asciiStl(quarters))],
    ['stl', lastComma(asciiStl(quarters))],
    ['obj', 'v 0,5 1,5 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
    ['obj', 'v 0 1 0\nv 1 0 0\nv 0 1 2,5\nf 1 2 3\n'],
    ['off', 'OFF\n3 1 0\n0,5 0,5 0,0\n1,0 0,0 0,0\n0,0 1,0 0,0\n3 0 1 2\n'],
    ['off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 5,5\n3 0 1 2\n'],
    ['ply', commas(plyText)],
    ['amf', commas(amfText(`<object id="1">${amfMesh(quarters)}</object>`))],
    ['amf', lastComma(amfText(`<object id="1">${amfMesh(quarters)}</object>`))],
    ['dae', commas(colladaText(colladaGeometry(quarters), undefined, ''))],
    ['dae', lastComma(colladaText(colladaGeometry(quarters), undefined, ''))],
    ['x3d', commas(x3dText(`<Shape>${x3dFaces(quarters).replaceAll(', ', ' ')}</Shape>`))],
    ['x3d', lastComma(x3dText(`<Shape>${x3dFaces(quarters)}</Shape>`))],
    ['x3d', x3dText('<Shape><Box size="1,5 2 3"/></Shape>')],
    ['x3d', x3dText('<Transform translation="1 2 0,5"><Shape><Box/></Shape></Transform>')],
    ['wrl', commas(vrmlText(`Shape { geometry ${vrmlFaces(quarters)} }`))],
    [
      'wrl',
      vrmlText('Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [ 0,5 1 1,5 2 ] } }'),
    ],
  ])('Decimal commas are named: %s (%#).', async (ending, text) => {
    for (const read of [readModel, analyseModel]) {
      const message = await expectCode(read(utf8(text), `part.${ending}`), 'file-damaged');
      expect(message).toContain('decimal commas');
    }
  });

  it('Decimal commas are named in 3MF files and in archives.', async () => {
    const xml = modelXml(
      `<resources><object id="1">${commas(meshXml(quarters))}</object></resources><build><item objectid="1"/></build>`,
    );
    const message = await expectCode(analyseModel(threeMf(xml), 'a.3mf'), 'file-damaged');
    expect(message).toContain('decimal commas');
    const packed = zip([{ name: 'part.obj', content: utf8('v 0 1 0\nv 1 0 0\nv 0 1 2,5\nf 1 2 3\n') }]);
    expect(await expectCode(analyseModel(packed, 'a.zip'), 'file-damaged')).toContain('decimal commas');
  });

  it('Core and reference reader agree on a damaged STL with a comma that is no text any more.', async () => {
    // Found by fuzzing (seed 7411): one NUL makes it a binary file.
    const corner = (x: string) => `    vertex ${x} 0 0\n`;
    const facet = `  facet normal 0 0 1\n  outer loop\n${corner('0')}${corner('1,5')}${corner('2')}  endloop\n  endfacet\n`;
    const found = await expectSameAnalysis(utf8(`solid a\0\n${facet.repeat(6)}endsolid\n`), 'a.stl');
    expect(found).toMatchObject({ message: expect.stringContaining('not a valid STL') });
  });

  it('A few decimal commas do not become a remark about triangles that were left out.', async () => {
    const text = objText(makeIcosphere(1.5, 2));
    const one = text.replace(/\.(\d+)\n/, ',$1\n');
    expect(await expectCode(analyseModel(utf8(one), 'a.obj'), 'file-damaged')).toContain('decimal commas');
  });

  it('Commas that separate numbers, and those in comments, are no decimal commas.', async () => {
    const packed = x3dFaces(quarters).replaceAll(', ', ',');
    const spaced = vrmlFaces(makeCube(2)).replaceAll(/(\d) (\d)/g, '$1,$2');
    expect((await analyseModel(utf8(x3dText(`<Shape>${packed}</Shape>`)), 'a.x3d')).measures.volume).toBe(
      3.375,
    );
    expect(
      (await analyseModel(utf8(vrmlText(`Shape { geometry ${spaced} }`)), 'a.wrl')).measures.volume,
    ).toBe(8);
    const damaged = '# about 1,5 mm\nv 0 0 0\nv 1 0 0\nv 0 1 nan\nf 1 2 3\n';
    const message = await expectCode(analyseModel(utf8(damaged), 'a.obj'), 'file-damaged');
    expect(message).not.toContain('decimal commas');
  });

  it.each(['stl', 'step', '3mf', 'glb', 'obj', ''])('A pointer of Git LFS is named: .%s', async (ending) => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n';
    const message = await expectCode(analyseModel(utf8(pointer), `part.${ending}`), 'file-unsupported');
    expect(message).toBe('This is a pointer of Git LFS, not the model itself: run “git lfs pull”.');
    const packed = zip([{ name: `part.${ending || 'stl'}`, content: utf8(pointer) }]);
    expect(await expectCode(analyseModel(packed, 'a.zip'), 'file-unsupported')).toBe(message);
  });

  it('An ASCII STL that is cut off says so.', async () => {
    const whole = asciiStl(makeCube(10));
    const remarks = async (text: string): Promise<string> => {
      const { warnings } = await analyseModel(utf8(text), 'a.stl');
      expect((await readModel(utf8(text), 'a.stl')).warnings).toEqual(warnings);
      return warnings.map(englishGeometryText).join();
    };
    const facets = whole.split(/(?<=endfacet\s)/);
    expect(await remarks(facets.slice(0, 8).join(''))).toContain('does not end with “endsolid”');
    expect(await remarks(`${facets.slice(0, 8).join('')}facet normal -1.0e+`)).toContain('may be cut off');
    expect(await remarks(whole.slice(0, whole.lastIndexOf('vertex') + 9))).toContain('may be cut off');
    expect(await remarks(`${whole}solid two\n${facets[1]}`)).toContain('does not end with “endsolid”');
    // What follows may be blank, or name the solid as one likes.
    expect(await remarks(`${whole.replaceAll(/solid.*/g, 'solid facet of a vertex')}\n \n`)).toBe('');
    expect(await remarks(whole.toUpperCase().replaceAll('\n', '\r'))).toBe('');
  });

  it('The bare XML of a 3MF file is not called an archive that was cut off.', async () => {
    const xml = modelXml('<resources/><build/>');
    expect(await expectCode(readModel(utf8(xml), 'part.3mf'), 'file-damaged')).toContain('bare XML');
  });
});

describe('progress and cancel', () => {
  const large = writeBinaryStl(makeTorus(30, 10, 500, 300));

  it('Reading reports a limited number of rising fractions up to 1.', async () => {
    const torus = makeTorus(30, 10, 200, 100);
    const all = Object.entries(everyFormat).map(([ending, write]) => write(ending === 'step' ? cube : torus));
    for (const bytes of [...all, large, tenParts, zip([{ name: 'a.stl', content: large }])]) {
      const seen: number[] = [];
      await analyseModel(bytes, 'a', { onProgress: (fraction) => seen.push(fraction) });
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.at(-1)).toBe(1);
      expect(seen.length).toBeLessThanOrEqual(60);
      expect(seen.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    }
  });

  it('Reading stops when the signal aborts.', async () => {
    const signal = { aborted: false };
    const work = analyseModel(large, 'a.stl', {
      signal,
      onProgress: (fraction) => {
        if (fraction > 0.3) signal.aborted = true;
      },
    });
    await expect(work).rejects.toSatisfy(isAbort);
  });

  it.each([
    ['off', utf8(offText(makeTorus(30, 10, 400, 200)))],
    ['amf', utf8(amfText(`<object>${amfMesh(makeTorus(30, 10, 400, 200))}</object>`))],
    ['dae', utf8(colladaText(colladaGeometry(makeTorus(30, 10, 400, 200))))],
    ['x3d', utf8(x3dText(`<Shape>${x3dFaces(makeTorus(30, 10, 400, 200))}</Shape>`))],
  ])('Reading %s stops on the way.', async (_format, bytes) => {
    const signal = { aborted: false };
    const onProgress = (fraction: number): void => {
      if (fraction > 0.2) signal.aborted = true;
    };
    await expect(readModel(bytes, 'a', { signal, onProgress })).rejects.toSatisfy(isAbort);
  });

  it('Reading stops at once if it was aborted before.', async () => {
    await expect(readModel(large, 'a.stl', { signal: AbortSignal.abort() })).rejects.toSatisfy(isAbort);
  });

  it('Reading lets messages be handled while it works.', async () => {
    let turns = 0;
    let isDone = false;
    const count = async (): Promise<void> => {
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve));
        turns++;
      }
    };
    const counting = count();
    await analyseModel(writeBinaryStl(makeTorus(30, 10, 1000, 500)), 'a.stl');
    isDone = true;
    await counting;
    expect(turns).toBeGreaterThan(1);
  });
});
