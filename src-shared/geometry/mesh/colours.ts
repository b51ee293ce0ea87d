/**
 * The colours that a file paints on its faces, corner by corner, so that welding corners to vertices changes
 * nothing: two faces of one vertex may differ. Steps that keep the order of the faces keep the arrays; steps
 * that select, join or flip faces use the functions below; others use transfer-colours.ts.
 */

/** A picture, as the file has it. */
export interface Texture {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg';
}

export interface MeshColours {
  /**
   * Red, green, blue and opacity (sRGB, 0 to 255) for each of the three corners of each triangle. Opacity 0
   * means that the file says nothing; where there is a texture, its colour is multiplied by this one.
   */
  readonly corners: Uint8Array;
  /** Null if the file paints with plain colours only. */
  readonly pictures: TexturedFaces | null;
}

export interface TexturedFaces {
  readonly textures: readonly Texture[];
  /** Per triangle the number of its texture, or -1. */
  readonly textureOf: Int16Array;
  /** u, v per corner: 0,0 at the lower left of the picture, which repeats beyond 1. */
  readonly places: Float32Array;
}

/** How much a file is coloured; for people, programs and the order gate. */
export interface ColourSummary {
  /** Number of different plain colours, at most `mostCounted`. One may cover all or only some faces. */
  readonly colours: number;
  readonly textures: number;
  /** More than one colour, counting faces without any, or a texture: a single material would lose it. */
  readonly isColoured: boolean;
}

/** Scans have a colour at every vertex; counting stops here. */
export const mostCounted = 1000;

/** A colour as one number: opacity in the highest byte, red in the lowest. Never 0, which means none. */
export const packColour = (red: number, green: number, blue: number, opacity = 255): number =>
  (clamp(red) | (clamp(green) << 8) | (clamp(blue) << 16) | (Math.max(1, clamp(opacity)) << 24)) >>> 0;

/** Not-a-number is black. */
const clamp = (value: number): number => Math.min(255, Math.max(0, Math.round(value))) || 0;

/** A value of linear light, 0 to 1, as a byte of sRGB (IEC 61966-2-1). */
export const fromLinear = (value: number): number =>
  255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

export function summariseColours({ corners, pictures }: MeshColours): ColourSummary {
  const words = wordsOf(corners);
  const seen = new Set<number>();
  let [last, bare] = [0, 0];
  for (let i = 0; i < words.length && seen.size < mostCounted; i++) {
    const word = words[i]!;
    if (pictures !== null && pictures.textureOf[(i - (i % 3)) / 3]! >= 0) continue;
    if (word === 0) bare = 1;
    else if (word !== last) {
      seen.add(word);
      last = word;
    }
  }
  const textures = new Set(pictures?.textureOf.filter((texture) => texture >= 0)).size;
  return { colours: seen.size, textures, isColoured: textures > 0 || seen.size + bare > 1 };
}

/** The colours of the listed faces, in that order. */
export function pickColours({ corners, pictures }: MeshColours, faces: ArrayLike<number>): MeshColours {
  const words = wordsOf(corners);
  const picked = new Uint32Array(faces.length * 3);
  const places = new Float32Array(pictures === null ? 0 : faces.length * 6);
  const textureOf = new Int16Array(pictures === null ? 0 : faces.length);
  for (let i = 0; i < faces.length; i++) {
    const face = faces[i]!;
    picked.set(words.subarray(face * 3, face * 3 + 3), i * 3);
    if (pictures === null) continue;
    textureOf[i] = pictures.textureOf[face]!;
    places.set(pictures.places.subarray(face * 6, face * 6 + 6), i * 6);
  }
  return { corners: bytesOf(picked), pictures: pictures && { ...pictures, textureOf, places } };
}

/** The colours of faces whose second and third corner change places. */
export function flipColours(
  { corners, pictures }: MeshColours,
  isFlipped: (face: number) => boolean = () => true,
): MeshColours {
  const words = wordsOf(corners).slice();
  const places = pictures?.places.slice();
  for (let face = 0; face < words.length / 3; face++) {
    if (!isFlipped(face)) continue;
    const [second, third] = [words[face * 3 + 1]!, words[face * 3 + 2]!];
    words[face * 3 + 1] = third;
    words[face * 3 + 2] = second;
    const own = places?.slice(face * 6 + 2, face * 6 + 6);
    if (own) places?.set([own[2]!, own[3]!, own[0]!, own[1]!], face * 6 + 2);
  }
  return { corners: bytesOf(words), pictures: pictures && { ...pictures, places: places! } };
}

/** The part of a mesh that matters here; `mesh.ts` has the whole. */
interface Coloured {
  readonly indices: Uint32Array;
  readonly colours?: MeshColours;
}

/** The colours of all meshes one after the other; absent if none of them has any. */
export function joinColours(meshes: readonly Coloured[]): Pick<Coloured, 'colours'> {
  if (meshes.every(({ colours }) => colours === undefined)) return {};
  const faces = meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const corners = new Uint8Array(faces * 12);
  const textures = [...new Set(meshes.flatMap(({ colours }) => colours?.pictures?.textures ?? []))];
  const isPlain = textures.length === 0;
  const textureOf = new Int16Array(isPlain ? 0 : faces).fill(-1);
  const places = new Float32Array(isPlain ? 0 : faces * 6);
  let first = 0;
  for (const { indices, colours } of meshes) {
    if (colours) corners.set(colours.corners, first * 12);
    const pictures = colours?.pictures;
    if (pictures) {
      places.set(pictures.places, first * 6);
      const numbers = pictures.textures.map((texture) => textures.indexOf(texture));
      for (const [face, own] of pictures.textureOf.entries()) textureOf[first + face] = numbers[own] ?? -1;
    }
    first += indices.length / 3;
  }
  return { colours: { corners, pictures: isPlain ? null : { textures, textureOf, places } } };
}

/** The four bytes of every corner as one number, as `packColour` makes them on every machine. */
export const wordsOf = (corners: Uint8Array): Uint32Array =>
  corners.byteOffset % 4 === 0
    ? new Uint32Array(corners.buffer, corners.byteOffset, corners.length / 4)
    : new Uint32Array(corners.slice().buffer);

export const bytesOf = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
