/**
 * The settings that slicers write beside a 3MF model: which volumes of an object are printed, cut out of it,
 * or only change how it is printed. PrusaSlicer and SuperSlicer name them by triangles of the object's mesh
 * (Slic3r_PE_model.config), Bambu Studio and OrcaSlicer by the objects that it consists of
 * (model_settings.config). Cura says it in the model itself.
 */
import type { TaskProgress } from '../runtime/task-progress.ts';
import { decodeText } from './decode-text.ts';
import { roleOf, typeAfter, type VolumeRole } from './slicer-parts.ts';
import { childrenNamed, readXmlTree, type TreeElement, type XmlTree } from './xml-tree.ts';
import type { ZipArchive } from './zip.ts';

interface VolumeRange {
  /** First and last triangle of the object's mesh. */
  readonly first: number;
  readonly last: number;
  readonly role: VolumeRole;
}

export interface ObjectSettings {
  /** Only those that are not plain parts; triangles in none are printed. */
  readonly volumes: readonly VolumeRange[];
  /** How many of the mesh's volumes are plain parts. */
  readonly partVolumes: number;
  /** By the id of the object that is the part. */
  readonly parts: ReadonlyMap<string, VolumeRole>;
  readonly types: readonly string[];
}

export interface SlicerSettings {
  /** By the id of an object of the main model. */
  readonly objects: ReadonlyMap<string, ObjectSettings>;
  readonly plates: number;
  /** Filaments of which printed parts are made, as far as the settings say. */
  readonly filaments: number;
}

const settingsPart = /^metadata\/(slic3r\w*_model|model_settings)\.config$/i;

/** Cura's settings of an object that mean it is not printed as a part (CuraEngine, FffGcodeWriter). */
const curaRoles: Readonly<Record<string, VolumeRole>> = {
  infill_mesh: 'modifier',
  // Printed with settings of its own, but only where other parts are.
  cutting_mesh: 'modifier',
  support_mesh: 'support',
  anti_overhang_mesh: 'support',
};

/** The role that a setting of Cura gives its object; null if none. @param name perhaps with a prefix */
export function roleOfCura(name: string, value: string): VolumeRole | null {
  if (!/^\s*(true|1)\s*$/i.test(value)) return null;
  return curaRoles[name.replace(/^.*:/, '')] ?? null;
}

/** @throws CodedError if the settings are damaged: without them nobody knows what is printed */
export async function readSlicerSettings(
  archive: ZipArchive,
  progress: TaskProgress,
): Promise<SlicerSettings> {
  const objects = new Map<string, ObjectSettings>();
  let plates = 0;
  const filaments = new Set<string>();
  for (const name of archive.names.filter((candidate) => settingsPart.test(candidate))) {
    const tree = await readXmlTree(decodeText(await archive.read(name, progress)), progress);
    for (const object of childrenNamed(tree.root, 'object')) {
      const id = tree.attribute(object, 'id') ?? '';
      objects.set(id, joined(objects.get(id), settingsOf(tree, object)));
      for (const filament of filamentsOf(tree, object)) filaments.add(filament);
    }
    plates += childrenNamed(tree.root, 'plate').length;
  }
  return { objects, plates, filaments: filaments.size };
}

/** A file that went through two slicers has the settings of both. */
const joined = (one: ObjectSettings | undefined, other: ObjectSettings): ObjectSettings =>
  one === undefined
    ? other
    : {
        volumes: [...one.volumes, ...other.volumes],
        partVolumes: one.partVolumes + other.partVolumes,
        parts: new Map([...one.parts, ...other.parts]),
        types: [...one.types, ...other.types],
      };

function settingsOf(tree: XmlTree, object: TreeElement): ObjectSettings {
  const number = (of: TreeElement, name: string): number => Number(tree.attribute(of, name) ?? Number.NaN);
  const volumes = childrenNamed(object, 'volume').map((volume) => ({
    first: number(volume, 'firstid'),
    last: number(volume, 'lastid'),
    type: typeOf(tree, volume),
  }));
  const parts = childrenNamed(object, 'part').map((part) => ({
    id: tree.attribute(part, 'id') ?? '',
    type: typeOf(tree, part),
  }));
  return {
    volumes: volumes
      .map(({ first, last, type }) => ({ first, last, role: roleOf(type) }))
      .filter(({ role }) => role !== 'part'),
    partVolumes: volumes.filter(({ type }) => roleOf(type) === 'part').length,
    parts: new Map(parts.map(({ id, type }) => [id, roleOf(type)])),
    types: [...volumes, ...parts].map(({ type }) => type),
  };
}

/** The filament of every part of an object; a part without one has that of the object, else the first. */
function filamentsOf(tree: XmlTree, object: TreeElement): string[] {
  const own = (of: TreeElement): string | undefined => {
    const entry = childrenNamed(of, 'metadata').find((one) => tree.attribute(one, 'key') === 'extruder');
    const value = entry && tree.attribute(entry, 'value');
    return value && value !== '0' ? value : undefined;
  };
  const usual = own(object) ?? '1';
  const parts = [...childrenNamed(object, 'volume'), ...childrenNamed(object, 'part')];
  const printed = parts.filter((part) => roleOf(typeOf(tree, part)) === 'part');
  return printed.length === 0 ? [usual] : printed.map((part) => own(part) ?? usual);
}

/** The type, in the order in which slicers read it: first the attribute, then the metadata. */
function typeOf(tree: XmlTree, part: TreeElement): string {
  let type = tree.attribute(part, 'subtype') ?? '';
  for (const entry of childrenNamed(part, 'metadata')) {
    type = typeAfter(type, tree.attribute(entry, 'key') ?? '', tree.attribute(entry, 'value') ?? '');
  }
  return type;
}
