/**
 * The picture: plate, parts, marks and light, drawn only when something changed. `Viewer.svelte` loads it
 * late, and three.js with it. It knows neither Svelte nor the application.
 */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Ray,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { flatFaceAt } from '../../src-shared/geometry/dimension/face-at.ts';
import type { FoundFeature } from '../../src-shared/geometry/dimension/feature.ts';
import { sideOf } from '../../src-shared/geometry/dimension/side-of.ts';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { dot, minus } from '../../src-shared/geometry/mesh/vectors.ts';
import { CameraRig } from './camera-rig.ts';
import { ContactShadow } from './contact-shadow.ts';
import { CrossedFaces } from './crossed-faces.ts';
import { findFeature, findHit, type Hit } from './finder.ts';
import type { HandleChange } from './handle-math.ts';
import { HeavyParts } from './heavy-parts.ts';
import { heavyLayer } from './heavy-slice.ts';
import { HighlightMesh } from './highlight-mesh.ts';
import { inWorld } from './in-world.ts';
import { OrbitDrag } from './orbit-drag.ts';
import { boxOf, diagonalOf } from './part-box.ts';
import { PartMesh } from './part-mesh.ts';
import { PlateMesh } from './plate-mesh.ts';
import { protrusionsOf, spareShare } from './protrusion.ts';
import { rangeAlong, SectionMesh } from './section-mesh.ts';
import { SmoothPictures } from './smooth-pictures.ts';
import { standsBefore } from './stands-before.ts';
import type {
  LaidFace,
  MarkedFaces,
  MeasuredFeature,
  SectionFacts,
  StandardView,
  ViewAxes,
  ViewColours,
  ViewHighlight,
  ViewPart,
  ViewPick,
  ViewSection,
} from './view.ts';

export interface SceneEvents {
  /** Called after every drawn frame, for the overlays. */
  readonly onDrawn: (axes: ViewAxes) => void;
  /** The graphics context was lost (true) or restored (false). */
  readonly onLost: (lost: boolean) => void;
  /** The section was cut anew; null: there is none. */
  readonly onSection?: (facts: SectionFacts | null) => void;
}

export class ViewScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #rig: CameraRig;
  readonly #drag: OrbitDrag;
  readonly #plate = new PlateMesh();
  readonly #crossed = new CrossedFaces();
  readonly #partsGroup = new Group();
  readonly #shadow = new ContactShadow();
  readonly #lamps = new Group();
  readonly #parts = new Map<string, PartMesh>();
  readonly #events: SceneEvents;
  readonly #volume = {
    low: { value: new Vector3(-1e9, -1e9, -1e9) },
    high: { value: new Vector3(1e9, 1e9, 1e9) },
    bad: { value: new Color() },
    inside: { value: new Color() },
  };
  #colours: ViewColours;
  #plateSize: Vector | null = null;
  #mark: { mesh: HighlightMesh; wanted: ViewHighlight } | null = null;
  #section: SectionMesh | null = null;
  #wantedSection: ViewSection | null = null;
  /** Marked faces of what is being measured. */
  #measured: HighlightMesh[] = [];
  #measuredFeatures: readonly MarkedFaces[] = [];
  #frame = 0;
  readonly #heavy: HeavyParts;
  readonly #pictures: SmoothPictures;
  #isXray = false;
  #shadowIsOld = true;
  #throwsShadow = false;
  #lost = false;

  /** Throws if the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, colours: ViewColours, events: SceneEvents) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: false, alpha: true, stencil: true });
    this.#renderer.setClearAlpha(0);
    this.#renderer.autoClear = true;
    this.#renderer.localClippingEnabled = true;
    this.#events = events;
    this.#colours = colours;
    this.#rig = new CameraRig(canvas, () => this.invalidate());
    this.#drag = new OrbitDrag(canvas, {
      pivotAt: (x, y) => {
        const hit = this.#hit(x, y);
        return hit ? hit.part.group.localToWorld(new Vector3(...hit.point)) : null;
      },
      orbit: (pivot, right, up) => this.#rig.orbitAbout(pivot, right, up),
    });
    this.#heavy = new HeavyParts(
      this.#renderer,
      this.#scene,
      () => this.#parts.values(),
      () => this.invalidate(),
    );
    this.#pictures = new SmoothPictures(this.#renderer, this.#heavy.isSoftware, () => this.invalidate());
    this.#lightUp();
    this.#scene.add(this.#plate.group, this.#crossed.group, this.#partsGroup, this.#shadow.mesh, this.#lamps);
    this.setColours(colours);
    canvas.addEventListener('webglcontextlost', this.#loseContext);
    canvas.addEventListener('webglcontextrestored', this.#regainContext);
  }

  get isParallel(): boolean {
    return this.#rig.isParallel;
  }

  /** Large parts are drawn simplified until the camera rests, because the graphics are slow. */
  get isSimplified(): boolean {
    return this.#heavy.areProxies;
  }

  /** There is no graphics card that could draw. */
  get isSoftware(): boolean {
    return this.#heavy.isSoftware;
  }

  /** In the last picture. */
  get triangles(): number {
    return this.#pictures.triangles;
  }

  /** Shows a part as a change would leave it, until that is done or given up (null). */
  preview(partId: string, change: HandleChange | null): void {
    this.#parts.get(partId)?.preview(change);
    this.#shadowIsOld = true;
    this.#changeParts();
  }

  /**
   * Where the line of sight through a point of the canvas meets a plane of the world; null if it sees its
   * edge.
   */
  onPlane(at: Vector, normal: Vector, x: number, y: number): Vector | null {
    const ray = this.#ray(x, y);
    const slope = dot(ray.direction.toArray(), normal);
    if (Math.abs(slope) < 0.15) return null;
    const away = dot(minus(at, ray.origin.toArray()), normal) / slope;
    return ray.at(away, new Vector3()).toArray();
  }

  /** Lets people see through the selected part. */
  set isXray(isXray: boolean) {
    this.#isXray = isXray;
    for (const part of this.#parts.values()) part.setXray(isXray);
    this.#changeParts();
  }

  set still(still: boolean) {
    this.#rig.still = still;
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.#renderer.setSize(width, height, false);
    this.#rig.resize(width, height);
    this.#heavy.change();
    this.#mark?.mesh.setResolution(width, height);
    // Drawn at once: a resized canvas is empty until then.
    this.#draw();
  }

  setColours(colours: ViewColours): void {
    this.#colours = colours;
    this.#volume.bad.value.set(colours.bad);
    this.#volume.inside.value.set(colours.inside);
    this.#plate.setColours(colours);
    this.#crossed.setColour(colours.bad);
    this.#shadow.setColour(colours.shadow);
    for (const part of this.#parts.values()) part.setColours(colours);
    if (this.#mark) this.setHighlight(this.#mark.wanted);
    this.setMeasured(this.#measuredFeatures);
    this.setSection(this.#wantedSection);
    this.#changeParts();
  }

  /** `size` in mm, or null for an endless plate; `unit` mm of the grid's unit. */
  setPlate(size: Vector | null, unit: number): void {
    this.#plateSize = size;
    this.#plate.group.visible = size !== null;
    if (size) {
      this.#plate.setSize(size, unit);
      const spare = Math.max(...size) * spareShare;
      this.#volume.low.value.set(-size[0] / 2 - spare, -size[1] / 2 - spare, -spare - 1e-4);
      this.#volume.high.value.set(size[0] / 2 + spare, size[1] / 2 + spare, size[2] + spare);
    } else {
      this.#volume.low.value.setScalar(-1e9);
      this.#volume.high.value.setScalar(1e9);
    }
    this.#measureReach();
    this.#markCrossed();
    this.#changeParts();
  }

  setParts(parts: readonly ViewPart[]): void {
    const wanted = new Set(parts.map((part) => part.id));
    for (const [id, mesh] of this.#parts) {
      if (wanted.has(id)) continue;
      this.#removePart(id, mesh);
    }
    for (const part of parts) {
      let mesh = this.#parts.get(part.id);
      if (mesh && mesh.part.drawing !== part.drawing) {
        this.#removePart(part.id, mesh);
        mesh = undefined;
      }
      if (mesh) mesh.place(part);
      else {
        mesh = new PartMesh(part, this.#volume, () => this.invalidate());
        this.#parts.set(part.id, mesh);
        this.#partsGroup.add(mesh.group);
      }
      mesh.setColours(this.#colours);
      mesh.setXray(this.#isXray);
    }
    this.#shadowIsOld = true;
    this.#measureReach();
    this.#markCrossed();
    if (this.#mark) this.setHighlight(this.#mark.wanted);
    this.setMeasured(this.#measuredFeatures);
    this.setSection(this.#wantedSection);
    this.#changeParts();
  }

  /** Cuts the selected part, and shows it alone: others could stand before the cut. */
  setSection(wanted: ViewSection | null): void {
    this.#wantedSection = wanted;
    const had = this.#section !== null;
    this.#section?.dispose();
    this.#section = null;
    const part = wanted && [...this.#parts.values()].find(({ part: { selected } }) => selected);
    if (wanted && part) this.#section = new SectionMesh(part, wanted, this.#colours.edge);
    this.#showAlone(this.#section?.part ?? null);
    if (had || this.#section) {
      this.#events.onSection?.(this.#section?.facts ?? null);
      this.#heavy.change();
    }
    this.invalidate();
  }

  /** Null: all parts are shown. A cut that is dragged leaves the shadow as it is. */
  #showAlone(part: PartMesh | null): void {
    for (const { group } of this.#parts.values()) {
      const isShown = part === null || group === part.group;
      if (group.visible === isShown) continue;
      group.visible = isShown;
      this.#shadowIsOld = true;
    }
  }

  /** Where the handle of the section is, mm; null without a section. */
  get sectionMiddle(): Vector | null {
    return this.#section?.middle ?? null;
  }

  /** Marks faces that a tool is about; points and edges are drawn over the picture. */
  setMeasured(features: readonly MarkedFaces[]): void {
    this.#measuredFeatures = features;
    for (const mesh of this.#measured.splice(0)) {
      mesh.group.removeFromParent();
      mesh.dispose();
    }
    for (const { partId, faces } of features) {
      const part = this.#parts.get(partId);
      if (!part || faces.length === 0) continue;
      const mark = { partId, edges: [], faces, sphere: null };
      const mesh = new HighlightMesh(mark, part.part.drawing, this.#colours.measured, 0.55);
      part.group.add(mesh.group);
      this.#measured.push(mesh);
    }
    this.invalidate();
  }

  setHighlight(highlight: ViewHighlight | null): void {
    if (this.#mark) {
      this.#mark.mesh.group.removeFromParent();
      this.#mark.mesh.dispose();
      this.#mark = null;
    }
    const part = highlight && this.#parts.get(highlight.partId);
    if (highlight && part) {
      const mesh = new HighlightMesh(highlight, part.part.drawing, this.#colours.highlight);
      const size = this.#renderer.getSize(new Vector2());
      mesh.setResolution(size.x, size.y);
      part.group.add(mesh.group);
      this.#mark = { mesh, wanted: highlight };
    }
    this.invalidate();
  }

  setView(view: StandardView): void {
    this.#rig.setView(view);
  }

  toggleParallel(): void {
    this.#rig.toggleParallel();
    this.invalidate();
  }

  orbit(right: number, up: number): void {
    this.#rig.orbit(right, up);
  }

  pan(right: number, up: number): void {
    this.#rig.pan(right, up);
  }

  zoom(factor: number): void {
    this.#rig.zoom(factor);
  }

  /** Brings the part into the picture; without an id all parts, without parts the plate. */
  fit(partId: string | null, options: { view?: StandardView; atOnce?: boolean; margin?: number } = {}): void {
    const one = partId === null ? undefined : this.#parts.get(partId);
    const boxes = one ? [boxOf(one.part)] : [...this.#parts.values()].map(({ part }) => boxOf(part));
    const { view, atOnce = false, margin = 1.15 } = options;
    if (boxes.length === 0) {
      const [x, y, z] = this.#plateSize ?? [200, 200, 100];
      this.#rig.frame(new Vector3(0, 0, z / 8), Math.hypot(x, y) / 2, 1.02, view, atOnce);
      return;
    }
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    for (const { min, max } of boxes) {
      low.min(new Vector3(...min));
      high.max(new Vector3(...max));
    }
    const centre = low.clone().add(high).multiplyScalar(0.5);
    this.#rig.frame(centre, low.distanceTo(high) / 2, margin, view, atOnce);
  }

  /** Whether most of the part is in the picture. */
  sees(partId: string): boolean {
    const part = this.#parts.get(partId);
    return part !== undefined && this.#rig.sees(boxOf(part.part));
  }

  /** Moves the camera along, so that what was in view stays at its place in the picture. */
  follow(x: number, y: number): void {
    this.#rig.shift(x, y);
    this.invalidate();
  }

  /** Flies to a place of a part, given in its file units. */
  flyTo(partId: string, sphere: { centre: Vector; radius: number }): void {
    const part = this.#parts.get(partId);
    if (!part) return;
    const { origin } = part.part.drawing;
    const at = new Vector3(...sphere.centre).sub(new Vector3(...origin));
    const scale = part.part.millimetresPerUnit;
    // A single edge has almost no size, so some of its surroundings must be visible too.
    const least = diagonalOf(boxOf(part.part)) * 0.06;
    this.#rig.frame(part.group.localToWorld(at), Math.max(sphere.radius * scale, least), 1.5);
  }

  /** The part under a point of the canvas (CSS pixels from its corner); null for the plate or nothing. */
  pick(x: number, y: number): ViewPick | null {
    const hit = this.#hit(x, y);
    return hit && { partId: hit.part.part.id, point: hit.point, normal: hit.normal };
  }

  /** The feature to measure under a point of the canvas; corners and edges win within `reach` CSS pixels. */
  feature(x: number, y: number, reach = 9): MeasuredFeature | null {
    const hit = this.#hit(x, y);
    if (!hit) return null;
    const { part, face, point } = hit;
    const perPixel = this.#rig.lengthPerPixel(hit.distance, this.#renderer.getSize(new Vector2()).y);
    const found: FoundFeature = findFeature(
      hit,
      this.#section,
      (reach * perPixel) / part.part.millimetresPerUnit,
    );
    return { ...inWorld(found, part), partId: part.part.id, wall: face < 0 ? null : { face, point } };
  }

  /** The flat face under a point of the canvas. */
  flatFace(x: number, y: number): LaidFace | null {
    const hit = this.#hit(x, y);
    if (!hit || hit.face < 0) return null;
    const { feature, faces } = flatFaceAt(hit.part.part.drawing, hit.face, hit.point);
    return { partId: hit.part.part.id, normal: feature.normal, faces };
  }

  /** The faces that would touch the plate if a part lay on this side. */
  sideOf(partId: string, normal: Vector): LaidFace | null {
    const part = this.#parts.get(partId)?.part;
    return part ? { partId, normal, faces: sideOf(part.drawing, normal) } : null;
  }

  /** A section along the face under a point of the canvas, just inside it; null beside the selected part. */
  cutAt(x: number, y: number): ViewSection | null {
    const hit = this.#hit(x, y);
    if (!hit?.part.part.selected) return null;
    const { drawing, millimetresPerUnit } = hit.part.part;
    const { normal } = hit;
    const { low, high } = rangeAlong(drawing.positions, normal);
    const at = normal[0] * hit.point[0] + normal[1] * hit.point[1] + normal[2] * hit.point[2] - low;
    return { normal, distance: (at - (high - low) * 0.02) * millimetresPerUnit };
  }

  /** Thickness of the wall where a feature was met, mm; null where there is none. */
  async wallOf({ partId, wall }: MeasuredFeature): Promise<number | null> {
    const part = this.#parts.get(partId)?.part;
    if (!part || !wall) return null;
    const { wallAt } = await import('../../src-shared/geometry/dimension/wall-at.ts');
    const thickness = await wallAt(part.drawing, wall.face, wall.point);
    return thickness === null ? null : thickness * part.millimetresPerUnit;
  }

  /** Points of the world on the canvas, CSS pixels; null behind the camera. */
  project(points: readonly Vector[]): ([x: number, y: number] | null)[] {
    const size = this.#renderer.getSize(new Vector2());
    const { camera } = this.#rig;
    return points.map((point) => {
      const at = new Vector3(...point).project(camera);
      return at.z > 1 ? null : [((at.x + 1) / 2) * size.x, ((1 - at.y) / 2) * size.y];
    });
  }

  /**
   * How far along a line of the world (`direction` of length 1) the point lies that is nearest to the cursor,
   * mm.
   */
  along(from: Vector, direction: Vector, x: number, y: number): number {
    const ray = this.#ray(x, y);
    const [line, view] = [new Vector3(...direction), ray.direction];
    const gap = new Vector3(...from).sub(ray.origin);
    const slope = line.dot(view);
    return (slope * view.dot(gap) - line.dot(gap)) / Math.max(1e-6, 1 - slope * slope);
  }

  #hit(x: number, y: number): Hit | null {
    const parts = this.#section ? [this.#section.part] : this.#parts.values();
    return findHit(this.#ray(x, y), parts, this.#section);
  }

  #ray(x: number, y: number): Ray {
    const size = this.#renderer.getSize(new Vector2());
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((x / size.x) * 2 - 1, 1 - (y / size.y) * 2), this.#rig.camera);
    return caster.ray;
  }

  invalidate(): void {
    if (this.#frame !== 0 || this.#lost) return;
    this.#frame = requestAnimationFrame(this.#animate);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#heavy.dispose();
    this.#pictures.dispose();
    const canvas = this.#renderer.domElement;
    canvas.removeEventListener('webglcontextlost', this.#loseContext);
    canvas.removeEventListener('webglcontextrestored', this.#regainContext);
    this.setHighlight(null);
    this.setMeasured([]);
    this.setSection(null);
    for (const [id, mesh] of this.#parts) this.#removePart(id, mesh);
    this.#plate.dispose();
    this.#crossed.dispose();
    this.#shadow.dispose();
    this.#drag.dispose();
    this.#rig.dispose();
    this.#renderer.dispose();
    // Browsers allow few contexts; the next viewer may need this one before garbage collection.
    this.#renderer.forceContextLoss();
    cancelAnimationFrame(this.#frame);
    this.#lost = true;
  }

  #animate = (): void => {
    this.#frame = 0;
    const moves = this.#rig.update(performance.now());
    this.#draw();
    if (moves) this.invalidate();
  };

  #draw(): void {
    if (this.#lost) return;
    if (this.#shadowIsOld) this.#drawShadow();
    // From below, the shadow would lie between the camera and the part.
    this.#shadow.mesh.visible = this.#throwsShadow && this.#rig.camera.position.z > 0;
    this.#lamps.quaternion.copy(this.#rig.camera.quaternion);
    this.#rig.camera.updateMatrixWorld();
    this.#fadeWhatHides();
    this.#heavy.prepare(this.#rig.camera);
    this.#pictures.draw(this.#scene, this.#rig.camera, this.#heavy.willBeReady);
    this.#events.onDrawn(this.#rig.axes());
  }

  /** The selected part can be seen wherever it is; what is cut stands alone anyway. */
  #fadeWhatHides(): void {
    const { camera } = this.#rig;
    const all = [...this.#parts.values()];
    const chosen = this.#section ? undefined : all.find(({ part }) => part.selected);
    const hidden = chosen && boxOf(chosen.part);
    const changed = all.map((mesh) => {
      const { part } = mesh;
      const canHide = hidden !== undefined && mesh !== chosen && part.isAmong !== true;
      return mesh.setBefore(canHide && standsBefore(boxOf(part), hidden, camera));
    });
    if (changed.includes(true)) this.#heavy.change();
  }

  /** The appearance of large parts has changed. */
  #changeParts(): void {
    this.#heavy.change();
    this.invalidate();
  }

  #drawShadow(): void {
    this.#shadowIsOld = false;
    const solid = [...this.#parts.values()].filter(({ part }) => !part.isGhost);
    const boxes = solid.map(({ part }) => boxOf(part));
    this.#throwsShadow = boxes.length > 0 && this.#plateSize !== null;
    if (!this.#throwsShadow) return;
    // A blurred shadow does not need a million triangles.
    for (const part of this.#parts.values()) part.setLevel('proxy');
    this.#shadow.draw(this.#renderer, this.#partsGroup, {
      minX: Math.min(...boxes.map((box) => box.min[0])),
      maxX: Math.max(...boxes.map((box) => box.max[0])),
      minY: Math.min(...boxes.map((box) => box.min[1])),
      maxY: Math.max(...boxes.map((box) => box.max[1])),
      height: Math.max(...boxes.map((box) => box.max[2])),
    });
  }

  #removePart(id: string, mesh: PartMesh): void {
    if (this.#section?.part === mesh) {
      this.#section.dispose();
      this.#section = null;
    }
    mesh.group.removeFromParent();
    mesh.dispose();
    this.#parts.delete(id);
  }

  #markCrossed(): void {
    const size = this.#plateSize;
    const solid = [...this.#parts.values()].filter(({ part }) => !part.isGhost);
    const crossed = size ? solid.flatMap(({ part }) => protrusionsOf(boxOf(part), size)) : [];
    this.#crossed.show(crossed, size ?? [0, 0, 0]);
  }

  #measureReach(): void {
    let reach = this.#plateSize ? Math.hypot(...this.#plateSize) : 10;
    for (const { part } of this.#parts.values()) {
      const { min, max } = boxOf(part);
      reach = Math.max(reach, Math.hypot(...min), Math.hypot(...max));
    }
    this.#rig.setReach(reach);
  }

  /** A light over the viewer's left shoulder, a weaker one from the right, and light from sky and plate. */
  #lightUp(): void {
    const key = new DirectionalLight(0xffffff, 2.1);
    key.position.set(-0.5, 0.75, 1);
    const fill = new DirectionalLight(0xffffff, 0.7);
    fill.position.set(0.9, 0.1, 0.5);
    const rim = new DirectionalLight(0xffffff, 0.5);
    rim.position.set(0.2, 0.6, -1);
    this.#lamps.add(key, key.target, fill, fill.target, rim, rim.target);
    const sky = new HemisphereLight(0xffffff, 0x8a8f98, 1.1);
    sky.position.set(0, 0, 1);
    const ambient = new AmbientLight(0xffffff, 0.25);
    for (const light of [key, fill, rim, sky, ambient]) light.layers.enable(heavyLayer);
    this.#scene.add(sky, ambient);
  }

  #loseContext = (event: Event): void => {
    event.preventDefault();
    this.#lost = true;
    this.#heavy.loseContext();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#events.onLost(true);
  };

  #regainContext = (): void => {
    this.#lost = false;
    this.#shadowIsOld = true;
    this.#events.onLost(false);
    this.invalidate();
  };
}
