/**
 * A part coloured by the thickness of its walls. Every face has one value, so corners are not shared. Walls below the
 * limit are also hatched, since colour alone must not carry the meaning.
 */
import { BufferAttribute, BufferGeometry, Color, type MeshStandardMaterial, type Sphere } from 'three';
import type { Drawing } from '../geometry/messages.ts';
import { cividis } from './cividis.ts';
import type { ViewWalls } from './view.ts';

/** The value of a face whose wall was not met. */
const unknown = -1;

export function wallGeometry(
  { positions, indices }: Drawing,
  { faces, most }: ViewWalls,
  sphere: Sphere,
): BufferGeometry {
  const corners = new Float32Array(indices.length * 3);
  const ratios = new Float32Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const at = indices[i]! * 3;
    corners[i * 3] = positions[at]!;
    corners[i * 3 + 1] = positions[at + 1]!;
    corners[i * 3 + 2] = positions[at + 2]!;
    const wall = faces[(i - (i % 3)) / 3]!;
    ratios[i] = wall >= 0 ? wall / most : unknown;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  geometry.setAttribute('wallRatio', new BufferAttribute(ratios, 1));
  geometry.boundingSphere = sphere;
  return geometry;
}

/** Extends a part's material so that it colours by `wallRatio`. */
export function shadeWalls(material: MeshStandardMaterial, { limit, most }: ViewWalls): MeshStandardMaterial {
  const base = material.onBeforeCompile;
  const stops = cividis.map((colour) => new Color(colour));
  material.onBeforeCompile = (shader, renderer) => {
    base(shader, renderer);
    shader.uniforms['wallStops'] = { value: stops };
    shader.uniforms['wallLimit'] = { value: limit / most };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float wallRatio;\nvarying float wall;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nwall = wallRatio;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>\nvarying float wall;\nuniform float wallLimit;\nuniform vec3 wallStops[${stops.length}];`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
if (wall > -0.5) {
  float along = clamp(wall, 0.0, 1.0) * ${(stops.length - 1).toFixed(1)};
  int stop = int(min(floor(along), ${(stops.length - 2).toFixed(1)}));
  diffuseColor.rgb = mix(wallStops[stop], wallStops[stop + 1], along - float(stop));
  if (wall < wallLimit && fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) < 0.3) diffuseColor.rgb = vec3(1.0);
} else diffuseColor.rgb = vec3(0.32);`,
      )
      // Enough shading to see the shape, but not so much that a colour no longer matches the legend.
      .replace(
        '#include <opaque_fragment>',
        'outgoingLight = mix(outgoingLight, diffuseColor.rgb, 0.65);\n#include <opaque_fragment>',
      );
  };
  material.customProgramCacheKey = () => 'walls';
  return material;
}
