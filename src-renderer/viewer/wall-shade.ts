/**
 * A part coloured by the thickness of its walls, on triangles of its own (geometry/wall-drawing.ts). Walls
 * below the limit are also hatched, since colour alone must not carry the meaning.
 */
import { BufferAttribute, BufferGeometry, Color, type MeshStandardMaterial, type Sphere } from 'three';
import { cividis } from './cividis.ts';
import type { ViewWalls } from './view.ts';

export function wallGeometry({ drawing, most }: ViewWalls, sphere: Sphere): BufferGeometry {
  const { positions, thickness, isKnown } = drawing;
  const walls = new Float32Array(thickness.length * 2);
  for (let i = 0; i < thickness.length; i++) {
    walls[i * 2] = thickness[i]! / most;
    walls[i * 2 + 1] = isKnown[i]!;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('wallOfCorner', new BufferAttribute(walls, 2));
  geometry.boundingSphere = sphere;
  return geometry;
}

/**
 * Extends a part's material so that it colours by `wallOfCorner`: the share of the scale, and whether it is
 * known.
 */
export function shadeWalls(material: MeshStandardMaterial, { limit, most }: ViewWalls): MeshStandardMaterial {
  const base = material.onBeforeCompile;
  const stops = cividis.map((colour) => new Color(colour));
  material.onBeforeCompile = (shader, renderer) => {
    base(shader, renderer);
    shader.uniforms['wallStops'] = { value: stops };
    shader.uniforms['wallLimit'] = { value: limit / most };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute vec2 wallOfCorner;\nvarying vec2 wall;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nwall = wallOfCorner;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>\nvarying vec2 wall;\nuniform float wallLimit;\nuniform vec3 wallStops[${stops.length}];`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
if (wall.y > 0.5) {
  float along = clamp(wall.x, 0.0, 1.0) * ${(stops.length - 1).toFixed(1)};
  int stop = int(min(floor(along), ${(stops.length - 2).toFixed(1)}));
  diffuseColor.rgb = mix(wallStops[stop], wallStops[stop + 1], along - float(stop));
  if (wall.x < wallLimit && fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) < 0.3) diffuseColor.rgb = vec3(1.0);
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
