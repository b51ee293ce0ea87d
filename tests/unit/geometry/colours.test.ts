import { describe, expect, it } from 'vitest';
import { analyseModel, surveyModel } from '../../../src-shared/geometry/analyse-model.ts';
import { englishGeometryText } from '../../../src-shared/geometry/geometry-text.ts';
import { packColour, summariseColours, wordsOf } from '../../../src-shared/geometry/mesh/colours.ts';
import { joinMeshes } from '../../../src-shared/geometry/mesh/join-meshes.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { withColoursOf } from '../../../src-shared/geometry/mesh/transfer-colours.ts';
import { readModel } from '../../../src-shared/geometry/readers/read-model.ts';
import { repairMesh } from '../../../src-shared/geometry/repair/repair.ts';
import { splitShells } from '../../../src-shared/geometry/repair/split-shells.ts';
import { write3mf } from '../../../src-shared/geometry/writers/write-3mf.ts';
import { ZipWriter } from '../../../src-shared/geometry/writers/zip-writer.ts';
import { makeBox } from '../../fixtures/geometry/solids.ts';
import { analysePlainly } from '../../oracle/analyse.ts';

const red = packColour(255, 0, 0);
const green = packColour(0, 255, 0);
const blue = packColour(0, 0, 255);
const bytesOf = (text: string): Uint8Array => Buffer.from(text);
/** Not a real picture: readers keep the bytes and do not decode them. */
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2, 3]);

/** The colours of the corners of each triangle. */
const paintOf = ({ colours }: Mesh): number[][] => {
  const words = [...wordsOf(colours!.corners)];
  return Array.from({ length: words.length / 3 }, (_, face) => words.slice(face * 3, face * 3 + 3));
};
const read = async (text: string, name: string): Promise<Mesh> => (await readModel(bytesOf(text), name)).mesh;

async function zipped(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new ZipWriter();
  for (const [name, content] of Object.entries(files)) await zip.add(name, [content]);
  return zip.finish();
}

/** One colour for each of the twelve triangles of a box. */
const painted = (box: Mesh, word: (face: number) => number): Mesh => ({
  ...box,
  colours: {
    corners: new Uint8Array(Uint32Array.from(box.indices, (_, i) => word(Math.floor(i / 3))).buffer),
    pictures: null,
  },
});

const corners = 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nv 0 1 0 1 0 0\n';

describe('colours of a file', () => {
  it('OBJ: colours behind the coordinates stay with their corners when a polygon is split.', async () => {
    const mesh = await read(`${corners}f 1 2 3 4\n`, 'a.obj');
    const byVertex = [red, green, blue, red];
    expect(paintOf(mesh).flat()).toEqual([...mesh.indices].map((vertex) => byVertex[vertex]));
  });

  it('OBJ: colours are found wherever they begin, also behind megabytes of plain vertices.', async () => {
    const plain = 'v 0 0 0\n'.repeat(300_000);
    const many = `${plain}${corners}f -4 -3 -2 -1\n`;
    const weighted = `${plain}${corners.replaceAll(/^(v . . .)/gm, '$1 1')}f -4 -3 -2 -1\n`;
    const continued = `${plain}${corners.replaceAll(/^(v . . .) (.) /gm, '$1 \\\n$2\\\n')}f -4 -3 -2 -1\n`;
    for (const text of [many, weighted, continued]) {
      const { mesh, colours } = await analyseModel(bytesOf(text), 'a.obj');
      expect(colours).toEqual({ colours: 3, textures: 0, isColoured: true });
      expect(new Set(paintOf(mesh).flat())).toEqual(new Set([red, green, blue]));
    }
    const comments = `${plain}v 0 0 0 # 1 0 0\nv 1 0 0 1 # 0 1\nv 1 1 0\nf -1 -2 -3\n`;
    expect((await analyseModel(bytesOf(comments), 'a.obj')).colours).toBeUndefined();
  });

  it('OBJ: materials and pictures of an archive are read, and what is missing is named.', async () => {
    const obj =
      'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 0.5\n' +
      'usemtl plain\nf 1 2 3\nusemtl picture\nf 1/1 3/3 2/2\nusemtl nothing\nf 1 2 3\n';
    const mtl =
      'newmtl plain\nKd 0 1 0\nnewmtl picture\nmap_Kd -s 1 1 1 skin.png\nnewmtl lost\nmap_Kd b.png\n';
    const { mesh, warnings, colours } = await readModel(
      await zipped({ 'a.obj': obj, 'a.mtl': mtl, 'skin.png': png }),
      'a.zip',
    );
    const { pictures } = mesh.colours!;
    expect(paintOf(mesh)[0]).toEqual([green, green, green]);
    expect([...pictures!.textureOf]).toEqual([-1, 0, -1]);
    expect([...pictures!.places.slice(6, 12)]).toEqual([0, 0, 0, 0.5, 1, 0]);
    expect(Buffer.from(pictures!.textures[0]!.bytes).equals(png)).toBe(true);
    expect(JSON.stringify(warnings)).toContain('b.png');
    expect(colours).toEqual({ colours: 1, textures: 1, isColoured: true });
  });

  it('PLY: colours of vertices, and of faces.', async () => {
    const head =
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n';
    const rgb = 'property uchar red\nproperty uchar green\nproperty uchar blue\n';
    const list = 'property list uchar int vertex_indices\n';
    const points = ['0 0 0', '1 0 0', '0 1 0'];
    const vertices = `${head}${rgb}element face 1\n${list}end_header\n${points[0]} 255 0 0\n${points[1]} 0 255 0\n${points[2]} 0 0 255\n3 0 1 2\n`;
    expect(paintOf(await read(vertices, 'a.ply'))).toEqual([[red, green, blue]]);
    const faces = `${head}element face 2\n${list}${rgb}end_header\n${points.join('\n')}\n3 0 1 2 255 0 0\n3 0 2 1 0 0 255\n`;
    expect(paintOf(await read(faces, 'a.ply'))).toEqual([
      [red, red, red],
      [blue, blue, blue],
    ]);
  });

  it('glTF: base colours are linear light, vertex colours multiply, pictures begin at the upper left.', async () => {
    const data = Buffer.from(
      new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1]).buffer,
    );
    const view = (byteOffset: number, byteLength: number) => ({ buffer: 0, byteOffset, byteLength });
    const accessor = (bufferView: number, type: string) => ({
      bufferView,
      componentType: 5126,
      count: 3,
      type,
    });
    const gltf = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      buffers: [
        { byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` },
      ],
      bufferViews: [view(0, 36), view(36, 36), view(72, 24)],
      accessors: [accessor(0, 'VEC3'), accessor(1, 'VEC3'), accessor(2, 'VEC2')],
      materials: [
        { pbrMetallicRoughness: { baseColorFactor: [0.21586, 1, 1, 1] } },
        { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } },
      ],
      textures: [{ source: 0 }],
      images: [{ uri: `data:image/png;base64,${Buffer.from(png).toString('base64')}` }],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0, COLOR_0: 1 }, material: 0 },
            { attributes: { POSITION: 0, TEXCOORD_0: 2 }, material: 1 },
          ],
        },
      ],
    };
    const mesh = await read(JSON.stringify(gltf), 'a.gltf');
    const half = packColour(128, 0, 0);
    expect(paintOf(mesh)[0]).toEqual([half, half, packColour(128, 255, 255)]);
    expect([...mesh.colours!.pictures!.textureOf]).toEqual([-1, 0]);
    expect([...mesh.colours!.pictures!.places.slice(6)]).toEqual([0, 1, 1, 1, 0, 0]);
  });

  it('VRML and X3D: a material, colours of corners and of faces.', async () => {
    const set = (appearance: string, more: string): string =>
      `#VRML V2.0 utf8\nShape { ${appearance} geometry IndexedFaceSet { coord Coordinate { point [0 0 0, 1 0 0, 1 1 0, 0 1 0] } coordIndex [0 1 2 -1 0 2 3 -1] ${more} } }`;
    const material = 'appearance Appearance { material Material { diffuseColor 0 1 0 } }';
    const colours = 'color Color { color [1 0 0, 0 0 1] }';
    expect(paintOf(await read(set(material, ''), 'a.wrl')).flat()).toEqual(new Array(6).fill(green));
    const perFace = set(material, `${colours} colorPerVertex FALSE`);
    expect(paintOf(await read(perFace, 'a.wrl'))).toEqual([
      [red, red, red],
      [blue, blue, blue],
    ]);
    const perCorner = set('', `${colours} colorIndex [0 1 0 -1 1 1 0 -1] ccw FALSE`);
    expect(paintOf(await read(perCorner, 'a.wrl'))).toEqual([
      [red, red, blue],
      [blue, red, blue],
    ]);
  });

  it('COLLADA: the material that the instance binds, before the colours of a source.', async () => {
    const dae = (bind: string): string =>
      `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><phong><diffuse><color>0 0 1 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="x"><node><instance_geometry url="#g">${bind}</instance_geometry></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#x"/></scene></COLLADA>`;
    const bind =
      '<bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material>';
    expect(paintOf(await read(dae(bind), 'a.dae'))).toEqual([[blue, blue, blue]]);
    expect((await read(dae(''), 'a.dae')).colours).toBeUndefined();
  });

  it('AMF: triangle before vertex before volume before material, which may come last.', async () => {
    const colour = (text: string): string => {
      const [r, g, b] = text;
      return `<color><r>${r}</r><g>${g}</g><b>${b}</b></color>`;
    };
    const point = (x: number, y: number, more = ''): string =>
      `<vertex><coordinates><x>${x}</x><y>${y}</y><z>0</z></coordinates>${more}</vertex>`;
    const triangle = (more: string): string => `<triangle>${more}<v1>0</v1><v2>1</v2><v3>2</v3></triangle>`;
    const amf = `<amf unit="millimeter"><object id="0"><mesh><vertices>${point(0, 0)}${point(1, 0, colour('010'))}${point(0, 1)}</vertices>
<volume materialid="2">${triangle(colour('100'))}${triangle('')}</volume></mesh></object><material id="2">${colour('001')}</material></amf>`;
    expect(paintOf(await read(amf, 'a.amf'))).toEqual([
      [red, red, red],
      [blue, green, blue],
    ]);
  });

  it('A part of one colour is not coloured; a second colour or bare faces make it so.', () => {
    const box = makeBox([0, 0, 0], [1, 1, 1]);
    const summary = (word: (face: number) => number) => summariseColours(painted(box, word).colours!);
    expect(summary(() => red)).toEqual({ colours: 1, textures: 0, isColoured: false });
    expect(summary((face) => (face < 6 ? red : 0)).isColoured).toBe(true);
    expect(summary((face) => (face < 6 ? red : blue))).toEqual({ colours: 2, textures: 0, isColoured: true });
  });

  it('Colours of an OBJ file that are in a file beside it are said to be left out.', async () => {
    const model = '# made by hand\nmtllib my paint.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n';
    for (const analyse of [analyseModel, analysePlainly]) {
      const { warnings } = await analyse(bytesOf(model), 'a.obj');
      expect(warnings.map(englishGeometryText)).toEqual([
        'The colours in the material file “my paint.mtl” were not read. To keep them, pack it and the model into one ZIP archive.',
      ]);
      const packed = await zipped({ 'a.obj': model, 'my paint.mtl': 'newmtl red\nKd 1 0 0\n' });
      expect((await analyse(packed, 'a.zip')).warnings).toEqual([]);
    }
  });
});

describe('colours that are kept', () => {
  const sides = painted(
    makeBox([0, 0, 0], [10, 10, 10]),
    (face) => [red, green, blue][Math.floor(face / 2) % 3]!,
  );

  it('The core and the reference reader agree on a coloured file, with and without the mesh.', async () => {
    const bytes = bytesOf(`${corners}f 1 2 3 4\n`);
    const [fast, plain, survey] = await Promise.all([
      analyseModel(bytes, 'a.obj'),
      analysePlainly(bytes, 'a.obj'),
      surveyModel(bytes, 'a.obj'),
    ]);
    expect(fast.mesh.colours).toEqual(plain.mesh.colours);
    expect(survey.colours).toEqual({ colours: 3, textures: 0, isColoured: true });
    expect(survey.measures).toEqual(plain.measures);
  });

  it('3MF: colours and pictures are written and read back the same.', async () => {
    const faces = sides.indices.length / 3;
    const places = Float32Array.from({ length: faces * 6 }, (_, i) => i / 7);
    const textureOf = Int16Array.from({ length: faces }, (_, face) => (face < 4 ? 0 : -1));
    const pictured: Mesh = {
      ...sides,
      colours: {
        corners: sides.colours!.corners,
        pictures: { textures: [{ bytes: png, type: 'image/png' }], textureOf, places },
      },
    };
    const { mesh, warnings } = await readModel(await write3mf(pictured, { unit: 'mm' }), 'a.3mf');
    expect(warnings).toEqual([]);
    expect(paintOf(mesh).slice(4)).toEqual(paintOf(sides).slice(4));
    expect([...mesh.colours!.pictures!.textureOf]).toEqual([...textureOf]);
    expect([...mesh.colours!.pictures!.places.slice(0, 24)]).toEqual([...places.slice(0, 24)]);
    expect(Buffer.from(mesh.colours!.pictures!.textures[0]!.bytes).equals(png)).toBe(true);
  });

  it('Repair keeps the colours of every face that it keeps, and paints a filled hole like its surroundings.', async () => {
    const keep = Array.from({ length: 11 }, (_, face) => face);
    const open: Mesh = { ...sides, indices: sides.indices.slice(0, 33) };
    const colours = { corners: sides.colours!.corners.slice(0, 11 * 12), pictures: null };
    const { mesh, checks } = await repairMesh({ ...open, colours });
    expect(checks.watertight).toBe(true);
    const before = new Map(keep.map((face) => [keyOf(open, face), paintOf({ ...open, colours })[face]![0]]));
    const paint = paintOf(mesh);
    let kept = 0;
    for (let face = 0; face < paint.length; face++) {
      const expected = before.get(keyOf(mesh, face));
      if (expected === undefined) continue;
      expect(paint[face]).toEqual([expected, expected, expected]);
      kept++;
    }
    expect(kept).toBe(11);
    expect(paint.flat().every((word) => word !== 0)).toBe(true);
  });

  it('Separate parts keep their own colours.', async () => {
    const other = painted(makeBox([20, 0, 0], [30, 10, 10]), () => red);
    const parts = await splitShells(joinMeshes([sides, other]));
    expect(parts.map((part) => summariseColours(part.colours!).colours)).toEqual([3, 1]);
    expect(paintOf(parts[0]!)).toEqual(paintOf(sides));
  });

  it('A piece of a face takes its part of the shading and of the picture.', async () => {
    const face: Mesh = {
      positions: Float64Array.from([0, 0, 0, 4, 0, 0, 0, 4, 0]),
      indices: Uint32Array.from([0, 1, 2]),
      colours: {
        corners: new Uint8Array(
          Uint32Array.from([packColour(0, 0, 0), packColour(200, 0, 0), packColour(0, 100, 0)]).buffer,
        ),
        pictures: {
          textures: [{ bytes: png, type: 'image/png' }],
          textureOf: Int16Array.of(0),
          places: Float32Array.from([0, 0, 1, 0, 0, 1]),
        },
      },
    };
    const piece = {
      positions: Float64Array.from([1, 0, 0, 3, 0, 0, 1, 2, 0]),
      indices: Uint32Array.from([0, 1, 2]),
    };
    const made = await withColoursOf(face, piece);
    expect(paintOf(made)).toEqual([[packColour(50, 0, 0), packColour(150, 0, 0), packColour(50, 50, 0)]]);
    expect([...made.colours!.pictures!.places]).toEqual([0.25, 0, 0.75, 0, 0.25, 0.5]);
  });
});

/** The same for the same triangle, wherever its corners begin. */
function keyOf({ positions, indices }: Mesh, face: number): string {
  const places = [0, 1, 2].map((corner) => {
    const at = indices[face * 3 + corner]! * 3;
    return [...positions.slice(at, at + 3)].join();
  });
  return places.sort().join(' ');
}
