import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { makeCube, makeTorus } from '../../../src-shared/geometry/shapes/solids.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { isAbort } from '../../../src-shared/result.ts';
import { asciiStl, meshXml, modelXml, threeMf, utf8, zip } from '../../fixtures/geometry/build-files.ts';
import {
  amfMesh,
  amfText,
  colladaGeometry,
  colladaText,
  offText,
  x3dFaces,
  x3dText,
} from '../../fixtures/geometry/build-scenes.ts';
import { everyFormat } from '../../fixtures/geometry/every-format.ts';
import { expectCode } from '../../fixtures/geometry/expect-error.ts';
import '../../fixtures/geometry/wasm.ts';

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

describe('what is told about a file that cannot be read', () => {
  it.each([
    ['stl', asciiStl(makeCube(1.5)).replaceAll(/(\d)\.(\d)/g, '$1,$2')],
    ['obj', 'v 0,5 1,5 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
    ['off', 'OFF\n3 1 0\n0,5 0,5 0,0\n1,0 0,0 0,0\n0,0 1,0 0,0\n3 0 1 2\n'],
  ])('Decimal commas are named: %s.', async (ending, text) => {
    const message = await expectCode(readModel(utf8(text), `part.${ending}`), 'file-damaged');
    expect(message).toContain('decimal commas');
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
