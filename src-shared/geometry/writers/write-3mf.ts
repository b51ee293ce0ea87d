/**
 * Writes a mesh as 3MF (core specification 1.3): one object, its unit, compressed, with the colours and
 * pictures of its faces (Materials and Properties Extension 1.2; colours-3mf.ts). For baked meshes (rotated,
 * repaired) whose unit or exact coordinates STL cannot carry. Reading it back gives the same numbers, bit by
 * bit; only faces that use a corner twice are left out, since the format forbids them.
 */
import type { LengthUnit } from '../../units/units.ts';
import type { ReadOptions } from '../geometry.ts';
import { type Mesh, triangleCount, vertexCount } from '../mesh/mesh.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { PaintText } from './colours-3mf.ts';
import { ZipWriter } from './zip-writer.ts';

const unitNames: Readonly<Record<LengthUnit, string>> = {
  um: 'micron',
  mm: 'millimeter',
  cm: 'centimeter',
  m: 'meter',
  // The nearest unit of the format; coordinates are divided by ten.
  '0.1in': 'inch',
  in: 'inch',
  ft: 'foot',
};

/** Number of vertices or triangles that are written as one piece of text. */
const block = 8192;

const contentTypes =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/>' +
  '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>';

const relationships =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Target="/3D/3dmodel.model" Id="rel0" ' +
  'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';

export interface Write3mfOptions extends ReadOptions {
  /** The unit of the mesh's coordinates. */
  readonly unit: LengthUnit;
  /** The name of the object, for example the model's title. */
  readonly title?: string;
}

/** @throws AbortError if `options.signal` aborts; RangeError above 4 GB */
export async function write3mf(mesh: Mesh, options: Write3mfOptions): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter();
  const paint = mesh.colours ? new PaintText(mesh.colours) : null;
  await zip.add('[Content_Types].xml', [contentTypes]);
  await zip.add('_rels/.rels', [relationships]);
  await zip.add('3D/3dmodel.model', modelText(mesh, options, paint, new TaskProgress(options)));
  if (paint && paint.pictures.length > 0) {
    await zip.add('3D/_rels/3dmodel.model.rels', [paint.relationships()]);
    for (const { path, bytes } of paint.pictures) await zip.add(path.slice(1), [bytes]);
  }
  return zip.finish();
}

async function* modelText(
  mesh: Mesh,
  { unit, title }: Write3mfOptions,
  paint: PaintText | null,
  progress: TaskProgress,
): AsyncGenerator<string> {
  const { positions, indices } = mesh;
  const vertices = vertexCount(mesh);
  const triangles = triangleCount(mesh);
  const divisor = unit === '0.1in' ? 10 : 1;
  const name = title === undefined ? '' : ` name="${escapeXml(title)}"`;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<model unit="${unitNames[unit]}" xml:lang="en" ` +
    `xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"${paint?.namespace ?? ''}>\n` +
    '<metadata name="Application">Fabdesk</metadata>\n<resources>';
  if (paint) yield* paint.resources();
  yield `<object id="1" type="model"${name}${paint?.object ?? ''}><mesh>\n<vertices>\n`;
  for (let first = 0; first < vertices; first += block) {
    let text = '';
    for (let at = first * 3; at < Math.min(vertices, first + block) * 3; at += 3) {
      const x = positions[at]! / divisor + 0;
      const y = positions[at + 1]! / divisor + 0;
      const z = positions[at + 2]! / divisor + 0;
      text += `<vertex x="${x}" y="${y}" z="${z}"/>\n`;
    }
    yield text;
    await progress.step((0.5 * first) / vertices);
  }
  yield '</vertices>\n<triangles>\n';
  for (let first = 0; first < triangles; first += block) {
    let text = '';
    for (let at = first * 3; at < Math.min(triangles, first + block) * 3; at += 3) {
      const a = indices[at]!;
      const b = indices[at + 1]!;
      const c = indices[at + 2]!;
      if (a !== b && b !== c && c !== a) {
        text += `<triangle v1="${a}" v2="${b}" v3="${c}"${paint?.triangle(at / 3) ?? ''}/>\n`;
      }
    }
    yield text;
    await progress.step(0.5 + (0.5 * first) / triangles);
  }
  yield '</triangles>\n</mesh></object></resources>\n<build><item objectid="1"/></build>\n</model>\n';
  await progress.step(1);
}

/** Text of an attribute; characters that XML cannot contain become a space. */
const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them
    .replace(/[\u0000-\u001f\ufffe\uffff]|\p{Surrogate}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
