/** A feature of a drawing as it stands on the plate, mm. Parts are only moved and scaled evenly there. */
import { Vector3 } from 'three';
import type { Feature, FoundFeature } from '../../src-shared/geometry/dimension/feature.ts';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { PartMesh } from './part-mesh.ts';

export function inWorld(found: FoundFeature, { group, part }: PartMesh): FoundFeature {
  const scale = part.millimetresPerUnit;
  const place = (at: Vector): Vector => group.localToWorld(new Vector3(...at)).toArray();
  const path: number[] = [];
  for (let i = 0; i < found.path.length; i += 3) {
    path.push(...place([found.path[i]!, found.path[i + 1]!, found.path[i + 2]!]));
  }
  return { ...found, feature: placed(found.feature, place, scale), at: place(found.at), path };
}

function placed(feature: Feature, place: (at: Vector) => Vector, scale: number): Feature {
  switch (feature.kind) {
    case 'point':
      return { ...feature, at: place(feature.at) };
    case 'line':
      return { ...feature, from: place(feature.from), to: place(feature.to) };
    case 'circle':
      return { ...feature, centre: place(feature.centre), radius: feature.radius * scale };
    case 'plane':
      return { ...feature, at: place(feature.at), area: feature.area * scale * scale };
    case 'cylinder':
      return { ...feature, at: place(feature.at), radius: feature.radius * scale };
  }
}
