/** Files of CAD programs that Fabdesk cannot read, and how each program exports a part for it. */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';

/** The sentence for each way to export; `foreignFormat` where several programs write the format. */
type Way = 'foreignSaveAs' | 'foreignExport' | 'foreignCadFormat' | 'foreignRender' | 'foreignFormat';

interface Program {
  readonly name: string;
  readonly endings: readonly string[];
  readonly way: Way;
  readonly format: 'STEP' | '3MF' | 'STL';
}

const programs: readonly Program[] = [
  { name: 'SolidWorks', endings: ['sldprt', 'sldasm'], way: 'foreignSaveAs', format: 'STEP' },
  { name: 'CATIA', endings: ['catpart', 'catproduct'], way: 'foreignSaveAs', format: 'STEP' },
  { name: 'Solid Edge', endings: ['par', 'psm'], way: 'foreignSaveAs', format: 'STEP' },
  { name: 'Inventor', endings: ['ipt', 'iam'], way: 'foreignCadFormat', format: 'STEP' },
  { name: 'Fusion', endings: ['f3d', 'f3z'], way: 'foreignExport', format: 'STEP' },
  { name: 'Rhino', endings: ['3dm'], way: 'foreignExport', format: 'STEP' },
  { name: 'SketchUp', endings: ['skp'], way: 'foreignExport', format: 'STL' },
  { name: 'Blender', endings: ['blend'], way: 'foreignExport', format: 'STL' },
  { name: 'Maya', endings: ['ma', 'mb'], way: 'foreignExport', format: 'STL' },
  { name: 'OpenSCAD', endings: ['scad'], way: 'foreignRender', format: '3MF' },
  { name: 'PRT', endings: ['prt', 'asm'], way: 'foreignFormat', format: 'STEP' },
  { name: 'DWG', endings: ['dwg', 'dxf'], way: 'foreignFormat', format: 'STL' },
  { name: 'ACIS', endings: ['sat', 'sab'], way: 'foreignFormat', format: 'STEP' },
  { name: 'Parasolid', endings: ['x_t', 'x_b'], way: 'foreignFormat', format: 'STEP' },
  { name: 'JT', endings: ['jt'], way: 'foreignFormat', format: 'STEP' },
  { name: 'USD', endings: ['usd', 'usda', 'usdc', 'usdz'], way: 'foreignFormat', format: 'STL' },
  { name: 'FBX', endings: ['fbx'], way: 'foreignFormat', format: 'STL' },
];

const byEnding = new Map(
  programs.flatMap((program) => program.endings.map((ending) => [ending, program] as const)),
);

/** The advice instead of opening such a file; null for other endings. @param ending without the dot */
export function exportAdvice(ending: string): GeometryText | null {
  const program = byEnding.get(ending.toLowerCase());
  return program === undefined
    ? null
    : ref(`geometry.${program.way}`, { name: program.name, format: program.format });
}
