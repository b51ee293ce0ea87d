/**
 * A part in the colours of its file: a colour for every corner, and pictures on its faces. Where the file
 * says nothing, the part keeps the colour of its material. Corners of one vertex can differ, so the triangles
 * share none here.
 */
import {
  BufferAttribute,
  BufferGeometry,
  type MeshStandardMaterial,
  RepeatWrapping,
  type Sphere,
  SRGBColorSpace,
  Texture,
} from 'three';
import type { MeshColours, TexturedFaces } from '../../src-shared/geometry/mesh/colours.ts';
import type { Drawing } from '../geometry/messages.ts';

export class OwnColours {
  readonly geometry: BufferGeometry;
  /** One for plain colours, then one for each picture. */
  readonly materials: readonly MeshStandardMaterial[];
  readonly #textures: readonly Texture[];

  /** `makeMaterial`: as the part's own; `onLoaded`: a picture can be drawn now. */
  constructor(
    drawing: Drawing,
    colours: MeshColours,
    sphere: Sphere,
    makeMaterial: () => MeshStandardMaterial,
    onLoaded: () => void,
  ) {
    const groups = groupFaces(drawing.indices.length / 3, colours.pictures);
    this.geometry = geometryOf(drawing, colours, groups);
    this.geometry.boundingSphere = sphere;
    this.#textures = (colours.pictures?.textures ?? []).map((picture) => textureOf(picture, onLoaded));
    this.materials = [null, ...this.#textures].map((texture) => paint(makeMaterial(), texture));
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of this.materials) material.dispose();
    for (const texture of this.#textures) texture.dispose();
  }
}

/** Faces by their picture: first those without one. */
function groupFaces(faces: number, pictures: TexturedFaces | null): readonly Uint32Array[] {
  const groups = Array.from({ length: 1 + (pictures?.textures.length ?? 0) }, (): number[] => []);
  for (let face = 0; face < faces; face++) groups[1 + (pictures?.textureOf[face] ?? -1)]!.push(face);
  return groups.map((group) => Uint32Array.from(group));
}

function geometryOf(
  { positions, indices }: Drawing,
  { corners, pictures }: MeshColours,
  groups: readonly Uint32Array[],
): BufferGeometry {
  const places = new Float32Array(indices.length * 3);
  const colours = new Uint8Array(indices.length * 4);
  const uvs = new Float32Array(pictures ? indices.length * 2 : 0);
  const geometry = new BufferGeometry();
  let at = 0;
  for (const [number, faces] of groups.entries()) {
    geometry.addGroup(at, faces.length * 3, number);
    for (const face of faces) {
      for (let corner = face * 3; corner < face * 3 + 3; corner++, at++) {
        const vertex = indices[corner]! * 3;
        places[at * 3] = positions[vertex]!;
        places[at * 3 + 1] = positions[vertex + 1]!;
        places[at * 3 + 2] = positions[vertex + 2]!;
        for (let i = 0; i < 4; i++) colours[at * 4 + i] = corners[corner * 4 + i]!;
        if (!pictures) continue;
        uvs[at * 2] = pictures.places[corner * 2]!;
        uvs[at * 2 + 1] = pictures.places[corner * 2 + 1]!;
      }
    }
  }
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('ownColour', new BufferAttribute(colours, 4, true));
  if (pictures) geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  return geometry;
}

function textureOf({ bytes, type }: TexturedFaces['textures'][number], onLoaded: () => void): Texture {
  const texture = new Texture();
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  // A bitmap is turned when it is made; the graphics card cannot do it later.
  texture.flipY = false;
  const picture = new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
  createImageBitmap(picture, { imageOrientation: 'flipY' }).then(
    (bitmap) => {
      texture.image = bitmap;
      texture.needsUpdate = true;
      onLoaded();
    },
    () => {
      // A picture that cannot be decoded leaves its faces in their plain colour.
    },
  );
  return texture;
}

/** Extends a part's material so that it takes the colour of the file where there is one. */
function paint(material: MeshStandardMaterial, texture: Texture | null): MeshStandardMaterial {
  const base = material.onBeforeCompile;
  if (texture) material.defines = { ...material.defines, OWN_PICTURE: '' };
  material.onBeforeCompile = (shader, renderer) => {
    base(shader, renderer);
    shader.uniforms['ownMap'] = { value: texture };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\nattribute vec4 ownColour;${passed}`)
      .replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>
own = ownColour;
#ifdef OWN_PICTURE
ownAt = uv;
#endif`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>${passed}\nuniform sampler2D ownMap;`)
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
vec3 painted = mix(own.rgb / 12.92, pow((own.rgb + 0.055) / 1.055, vec3(2.4)), step(0.04045, own.rgb));
#ifdef OWN_PICTURE
painted *= texture2D(ownMap, ownAt).rgb;
#endif
diffuseColor.rgb = mix(diffuseColor.rgb, painted, own.a);`,
      );
  };
  material.customProgramCacheKey = () => 'own-colours';
  return material;
}

/** From the corners to the pixels. */
const passed = `
varying vec4 own;
#ifdef OWN_PICTURE
varying vec2 ownAt;
#endif`;
