/** The name that a file itself gives to the part in it; CAD programs keep it when a file is renamed. */
import type { ModelFormat } from '../geometry.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { latin1 } from './decode-text.ts';
import { ZipArchive } from './zip.ts';

/** Names are searched in no more than this. */
const mostBytes = 16_000_000;
const asciiHead = 200;

const productOfStep = /\bPRODUCT\s*\(\s*'((?:[^']|'')*)'\s*,\s*'((?:[^']|'')*)'/g;
const objectOf3mf = /<object\b[^>]*?\sname="([^"]+)"/g;
const solidOfStl = /^\s*solid[ \t]+([^\r\n]+)/;

/** The names that programs write where nobody has named anything. */
const generic =
  /^(a?scii|solid|mesh|part|body|object|shape|model|component|default|no ?name|unnamed|untitled|none|null|stl|root|compound|assembly|product|cut|fusion|common|extrude|pad|pocket|box|cube|cylinder|sphere|openscad[ _]model|openscad|document|export(ed)?( from .*)?|visualization|vcg|open cascade.*|meshmixer.*|netfabb.*|blender.*|freecad.*|created by.*|stl ?(file|export|generated).*|.*\.(stl|obj|blend))[ _.:-]*(\d[\d.]*)?$/i;

/** Null if the file names no part, several ones, or says what every file says. */
export async function productName(bytes: Uint8Array, format: ModelFormat): Promise<string | null> {
  if (bytes.length > mostBytes) return null;
  const names = await namesIn(bytes, format).catch(() => []);
  const [name, ...others] = new Set(names.map((each) => each.trim().normalize('NFC')));
  return name === undefined || others.length > 0 || name.length < 2 || generic.test(name) ? null : name;
}

async function namesIn(bytes: Uint8Array, format: ModelFormat): Promise<string[]> {
  switch (format) {
    case 'step':
      return [...latin1(bytes).matchAll(productOfStep)].map(([, id, name]) => name || id || '');
    case 'stl':
      return solidOfStl.exec(latin1(bytes.subarray(0, asciiHead)))?.slice(1) ?? [];
    case '3mf': {
      const archive = new ZipArchive(bytes);
      const parts = archive.names.filter((name) => /\.model$/i.test(name));
      const texts = await Promise.all(parts.map((part) => archive.read(part, new TaskProgress({}))));
      return texts.flatMap((part) =>
        part.length > mostBytes ? [] : [...latin1(part).matchAll(objectOf3mf)].map(([, name]) => name!),
      );
    }
    default:
      return [];
  }
}
