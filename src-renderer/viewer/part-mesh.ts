/**
 * One part for the graphics card: the measured arrays themselves, flat shading, and its sharp edges. The
 * shader colours what is outside the printer's volume and the inner sides of faces.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  type Plane,
  Sphere,
  Vector3,
} from 'three';
import type { PartProxy } from '../geometry/messages.ts';
import { shadowLayer } from './contact-shadow.ts';
import { axisDirection, type HandleChange, middleOf } from './handle-math.ts';
import { heavyLayer, type Slice } from './heavy-slice.ts';
import { OwnColours } from './own-colours.ts';
import { boxOf, diagonalOf, middleInDrawing } from './part-box.ts';
import type { ViewColours, ViewPart, ViewWalls } from './view.ts';
import { shadeWalls, wallGeometry } from './wall-shade.ts';

/** Shared by all parts: outside this box, a part is coloured as bad. */
export interface VolumeUniforms {
  readonly low: { value: Vector3 };
  readonly high: { value: Vector3 };
  readonly bad: { value: Color };
  readonly inside: { value: Color };
}

/** How much of a large part is drawn. */
export type Level = 'all' | 'proxy' | 'none';

export class PartMesh {
  readonly group = new Group();
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial | MeshStandardMaterial[]>;
  readonly #full: BufferGeometry;
  readonly #coarse: BufferGeometry | null;
  #proxy: { of: PartProxy; geometry: BufferGeometry } | null = null;
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #volume: VolumeUniforms;
  readonly #plain: MeshStandardMaterial;
  #part: ViewPart;
  #walls: { of: ViewWalls; geometry: BufferGeometry; material: MeshStandardMaterial } | null = null;
  #own: OwnColours | null = null;
  readonly #onLoaded: () => void;
  #level: Level = 'all';
  #preview: HandleChange | null = null;
  #isXray = false;
  #isBefore = false;
  /** Whether what is outside the printer's volume is marked. */
  readonly #marksOutside = { value: true };
  #clip: Plane[] | null = null;

  /** `onLoaded`: it can be drawn with a picture that was loaded meanwhile. */
  constructor(part: ViewPart, volume: VolumeUniforms, onLoaded: () => void) {
    this.#onLoaded = onLoaded;
    this.#part = part;
    const { positions, indices, edges, coarse } = part.drawing;
    const position = new BufferAttribute(positions, 3);
    const sphere = sphereOf(part);
    this.#full = shape(position, indices, sphere);
    this.#coarse = coarse.length > 0 ? shape(position, coarse, sphere) : null;
    this.#volume = volume;
    this.#plain = partMaterial(volume, this.#marksOutside);
    this.mesh = new Mesh(this.#full, this.#plain);
    this.mesh.userData['partId'] = part.id;
    this.mesh.layers.enable(shadowLayer);
    this.#lines = new LineSegments(
      shape(position, edges, sphere),
      new LineBasicMaterial({ transparent: true, opacity: 0.32, depthWrite: false }),
    );
    this.#lines.visible = edges.length > 0;
    this.group.add(this.mesh, this.#lines);
    this.place(part);
  }

  get part(): ViewPart {
    return this.#part;
  }

  /** Same arrays, perhaps another place, size, selection or colouring. */
  place(part: ViewPart): void {
    this.#part = part;
    this.#setWalls(part.walls ?? null);
    this.#setOwnColours(part.showsOwnColours ?? false);
    this.#setProxy(part.proxy ?? null);
    this.#marksOutside.value = !part.isGhost;
    if (part.isGhost) this.mesh.layers.disable(shadowLayer);
    else this.mesh.layers.enable(shadowLayer);
    const scale = part.millimetresPerUnit;
    const [x, y] = middleInDrawing(part);
    this.group.scale.setScalar(scale);
    this.group.position.set(
      part.at[0] - x * scale,
      part.at[1] - y * scale,
      -(part.bounds.min[2] - part.drawing.origin[2]) * scale,
    );
    this.group.quaternion.identity();
    this.#applyPreview();
    this.group.updateMatrixWorld(true);
    this.#fade();
  }

  /** As this change would leave it; null: as it is. */
  preview(change: HandleChange | null): void {
    this.#preview = change;
    this.place(this.#part);
  }

  #applyPreview(): void {
    const change = this.#preview;
    if (!change) return;
    const { position, quaternion, scale } = this.group;
    const box = boxOf(this.#part);
    if (change.kind === 'scale') {
      // It grows from the plate.
      const foot = new Vector3(this.#part.at[0], this.#part.at[1], 0);
      position.sub(foot).multiplyScalar(change.factor).add(foot);
      scale.multiplyScalar(change.factor);
      return;
    }
    const middle = new Vector3(...middleOf(box));
    quaternion.setFromAxisAngle(new Vector3(...axisDirection(change.axis)), (change.degrees * Math.PI) / 180);
    position.sub(middle).applyQuaternion(quaternion).add(middle);
  }

  setColours(colours: ViewColours): void {
    const { color } = this.#part;
    const selected = this.#part.selected || this.#part.isAmong === true;
    const usual = new Color(selected ? colours.part : colours.partOther);
    // Selected parts show their material; the others show the theme's colour, so that the selection stays
    // visible.
    this.#plain.color = color === undefined ? usual : usual.lerp(new Color(color), selected ? 0.9 : 0.4);
    for (const material of this.#own?.materials ?? []) material.color = this.#plain.color;
    this.#lines.material.color = new Color(colours.edge);
  }

  /** The colour of its faces, before light. */
  get colour(): Color {
    return this.#plain.color;
  }

  /** Planes of the world that cut it; null for none. */
  setClip(planes: Plane[] | null): void {
    this.#clip = planes;
    for (const material of [...this.#materials, this.#lines.material]) {
      material.clippingPlanes = planes;
      material.needsUpdate = true;
    }
  }

  /** It can be drawn simplified. */
  get hasProxy(): boolean {
    return this.#proxy !== null || this.#coarse !== null;
  }

  /** Nothing shines through it. */
  get isSolid(): boolean {
    return !this.#plain.transparent;
  }

  /** The triangles that it draws at rest. */
  get triangles(): number {
    return this.wholeSlice.count;
  }

  get wholeSlice(): Slice {
    const { index, attributes } = this.#atRest;
    return { part: this, first: 0, count: (index ?? attributes['position']!).count / 3 };
  }

  /** Takes effect if it has a simplified mesh. */
  setLevel(level: Level): void {
    if (this.#level === level) return;
    this.#level = level;
    this.#dress();
  }

  /** For the slices of a picture. */
  showOnly(first: number, count: number, draw: () => void): void {
    const before = this.#level;
    this.setLevel('all');
    this.mesh.layers.enable(heavyLayer);
    this.mesh.geometry.setDrawRange(first * 3, count * 3);
    draw();
    this.mesh.geometry.setDrawRange(0, Infinity);
    this.mesh.layers.disable(heavyLayer);
    this.setLevel(before);
  }

  /** Takes effect while the part is selected. */
  setXray(isXray: boolean): void {
    this.#isXray = isXray;
    this.#fade();
  }

  /** Fades while the selected part would be hidden behind it. False: it was so already. */
  setBefore(isBefore: boolean): boolean {
    if (this.#isBefore === isBefore) return false;
    this.#isBefore = isBefore;
    this.#fade();
    return true;
  }

  /** The colour of its faces. */
  get #materials(): readonly MeshStandardMaterial[] {
    return [this.#plain, ...(this.#walls ? [this.#walls.material] : []), ...(this.#own?.materials ?? [])];
  }

  #setOwnColours(wanted: boolean): void {
    const { drawing } = this.#part;
    if (wanted === (this.#own !== null) || !drawing.colours) return;
    this.#own?.dispose();
    this.#own = wanted
      ? new OwnColours(
          drawing,
          drawing.colours,
          sphereOf(this.#part),
          () => partMaterial(this.#volume, this.#marksOutside),
          this.#onLoaded,
        )
      : null;
    for (const material of this.#own?.materials ?? []) material.clippingPlanes = this.#clip;
    this.#dress();
  }

  #fade(): void {
    const seesThrough = this.#isXray && this.#part.selected;
    const opacity = this.#isBefore ? 0.12 : seesThrough ? 0.28 : this.#part.isGhost ? 0.4 : 1;
    this.#lines.material.opacity = this.#isBefore ? 0.12 : 0.32;
    for (const material of this.#materials) {
      if (material.opacity === opacity) continue;
      material.opacity = opacity;
      material.transparent = opacity < 1;
      // What lies behind a wall shows only if the wall hides nothing.
      material.depthWrite = !seesThrough && !this.#isBefore;
      material.needsUpdate = true;
    }
  }

  #setWalls(wanted: ViewWalls | null): void {
    if (wanted === (this.#walls?.of ?? null)) return;
    this.#walls?.geometry.dispose();
    this.#walls?.material.dispose();
    this.#walls = wanted && {
      of: wanted,
      geometry: wallGeometry(wanted, sphereOf(this.#part)),
      material: shadeWalls(partMaterial(this.#volume, this.#marksOutside), wanted),
    };
    if (this.#walls) this.#walls.material.clippingPlanes = this.#clip;
    this.#fade();
    this.#dress();
  }

  #setProxy(wanted: PartProxy | null): void {
    if (wanted === (this.#proxy?.of ?? null)) return;
    this.#proxy?.geometry.dispose();
    this.#proxy = wanted && {
      of: wanted,
      geometry: shape(new BufferAttribute(wanted.positions, 3), wanted.indices, sphereOf(this.#part)),
    };
    this.#dress();
  }

  get #atRest(): BufferGeometry {
    return this.#walls?.geometry ?? this.#own?.geometry ?? this.#full;
  }

  #dress(): void {
    const simplified = this.#proxy?.geometry ?? this.#coarse;
    const light = this.#level === 'proxy' ? simplified : null;
    const own = light || this.#walls ? null : this.#own;
    this.mesh.visible = this.#level !== 'none';
    this.mesh.geometry = light ?? this.#atRest;
    this.mesh.material = own ? [...own.materials] : ((light ? null : this.#walls?.material) ?? this.#plain);
    this.#lines.visible = !light && this.#part.drawing.edges.length > 0;
  }

  dispose(): void {
    this.#setWalls(null);
    this.#setProxy(null);
    this.#own?.dispose();
    this.#full.dispose();
    this.#coarse?.dispose();
    this.#lines.geometry.dispose();
    this.#plain.dispose();
    this.#lines.material.dispose();
  }
}

function shape(position: BufferAttribute, indices: Uint32Array, sphere: Sphere): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', position);
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.boundingSphere = sphere;
  return geometry;
}

const sphereOf = (part: ViewPart): Sphere =>
  new Sphere(new Vector3(...middleInDrawing(part)), diagonalOf(part.bounds) / 2);

function partMaterial(volume: VolumeUniforms, marksOutside: { value: boolean }): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    flatShading: true,
    side: DoubleSide,
    roughness: 0.62,
    metalness: 0,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['volumeLow'] = volume.low;
    shader.uniforms['volumeHigh'] = volume.high;
    shader.uniforms['marksOutside'] = marksOutside;
    shader.uniforms['badColour'] = volume.bad;
    shader.uniforms['insideColour'] = volume.inside;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 plateAt;')
      .replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\nplateAt = (modelMatrix * vec4(transformed, 1.0)).xyz;',
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
varying vec3 plateAt;
uniform vec3 volumeLow;
uniform vec3 volumeHigh;
uniform bool marksOutside;
uniform vec3 badColour;
uniform vec3 insideColour;`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
bool isOutside = any(lessThan(plateAt, volumeLow)) || any(greaterThan(plateAt, volumeHigh));
// Hatched, so that colour alone does not carry the meaning.
bool isHatch = fract((gl_FragCoord.x + gl_FragCoord.y) / 10.0) < 0.22;
if (marksOutside && isOutside) diffuseColor.rgb = isHatch ? badColour * 0.45 : badColour;
if (!gl_FrontFacing) diffuseColor.rgb = mix(diffuseColor.rgb, insideColour, 0.75);`,
      );
  };
  return material;
}
