/**
 * Large parts on graphics that draw them slowly: their proxies while the camera moves, and everything at
 * rest, in slices between which the window can react. Where the graphics are fast enough, it does nothing.
 */
import { type Camera, type Scene, Vector2, type WebGLRenderer } from 'three';
import { HeavyImage } from './heavy-image.ts';
import type { Slice } from './heavy-slice.ts';
import { drawsInSoftware, Pace, whenDrawn } from './pace.ts';
import type { PartMesh } from './part-mesh.ts';

/** A picture that takes longer, ms, is not drawn at once. */
const slow = 45;
/** A slice should take about this, ms, if it has more than the fewest triangles that are worth one. */
const short = 35;
const fewest = 60_000;
/** Everything is drawn after the camera has rested for this time, ms. */
const rest = 180;

/** The content of a picture: a state of the parts, through a camera. */
interface View {
  readonly revision: number;
  /** The camera's matrices. */
  readonly numbers: readonly number[];
}

/**
 * Whether two pictures are the same. The camera is computed anew for each, so that its last digits differ.
 */
const areSame = (one: View | null, other: View): boolean =>
  one !== null &&
  one.revision === other.revision &&
  one.numbers.every((number, i) => {
    const there = other.numbers[i] ?? Number.NaN;
    return Math.abs(number - there) <= 1e-9 * (1 + Math.abs(number));
  });

/** A picture of the large parts that is being drawn. */
interface Work {
  readonly view: View;
  readonly left: Slice[];
  isBegun: boolean;
}

export class HeavyParts {
  readonly image = new HeavyImage();
  /** A processor draws instead of a graphics card. */
  readonly isSoftware: boolean;
  readonly #renderer: WebGLRenderer;
  readonly #scene: Scene;
  readonly #parts: () => Iterable<PartMesh>;
  readonly #onReady: () => void;
  readonly #pace: Pace;
  /** Triangles of a slice. */
  #size: number;
  /** The content of the finished image. */
  #shown: View | null = null;
  #wanted: View | null = null;
  #revision = 0;
  #areProxies = false;
  /** The graphics had too little memory for everything. */
  #onlyProxies = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopWaiting: (() => void) | null = null;

  /** `onReady`: a better picture can be drawn. */
  constructor(renderer: WebGLRenderer, scene: Scene, parts: () => Iterable<PartMesh>, onReady: () => void) {
    this.#renderer = renderer;
    this.#scene = scene;
    this.#parts = parts;
    this.#onReady = onReady;
    this.isSoftware = drawsInSoftware(this.#gl);
    this.#pace = new Pace(this.isSoftware);
    this.#size = Math.max(fewest, this.#pace.trianglesIn(short));
    scene.add(this.image.mesh);
  }

  /** The last picture shows proxies. */
  get areProxies(): boolean {
    return this.#areProxies;
  }

  /** The last picture shows proxies, and `onReady` follows. */
  get willBeReady(): boolean {
    return this.#areProxies && !this.#onlyProxies;
  }

  /** The appearance of parts changes from now on. */
  change(): void {
    this.#revision++;
  }

  /**
   * The graphics have lost everything, mostly since they had too little memory: large parts stay simplified.
   */
  loseContext(): void {
    this.#stop();
    this.#shown = null;
    this.#onlyProxies = [...this.#parts()].some((part) => part.hasProxy);
  }

  /** Before every picture: what each large part shows in it. */
  prepare(camera: Camera): void {
    const heavy = [...this.#parts()].filter((part) => part.hasProxy);
    const triangles = heavy.reduce((sum, part) => sum + part.triangles, 0);
    const isSlow = this.#onlyProxies || this.#pace.timeFor(triangles) > slow;
    const numbers = [...camera.matrixWorld.elements, ...camera.projectionMatrix.elements];
    const view = { revision: this.#revision, numbers };
    const isReady = isSlow && areSame(this.#shown, view);
    this.image.mesh.visible = isReady;
    // Those that others shine through are never in the image.
    for (const part of heavy) part.setLevel(!isSlow ? 'all' : isReady && part.isSolid ? 'none' : 'proxy');
    this.#areProxies = isSlow && !isReady && heavy.length > 0;
    if (!isSlow) {
      this.#stop();
      if (heavy.length > 0) this.#measure(triangles);
    } else if (!isReady && !areSame(this.#wanted, view) && !this.#onlyProxies) {
      this.#stop();
      this.#wanted = view;
      const left = heavy.filter((part) => part.isSolid).map((part) => part.wholeSlice);
      this.#timer = setTimeout(() => this.#drawNext(camera, { view, left, isBegun: false }), rest);
    }
  }

  dispose(): void {
    this.#stop();
    this.image.mesh.removeFromParent();
    this.image.dispose();
  }

  get #gl(): WebGL2RenderingContext {
    return this.#renderer.getContext() as WebGL2RenderingContext;
  }

  #drawNext(camera: Camera, work: Work): void {
    const slice = work.left.shift();
    if (!slice) {
      this.#shown = work.view;
      this.#onReady();
      return;
    }
    const count = Math.min(slice.count, this.#size);
    if (count < slice.count)
      work.left.unshift({ ...slice, first: slice.first + count, count: slice.count - count });
    const { x, y } = this.#renderer.getDrawingBufferSize(new Vector2());
    this.image.draw(this.#renderer, this.#scene, camera, { ...slice, count }, !work.isBegun, [x, y]);
    work.isBegun = true;
    this.#stopWaiting = whenDrawn(this.#gl, (time) => {
      this.#stopWaiting = null;
      this.#pace.note(count, time);
      if (time < short / 2) this.#size *= 2;
      else if (time > short * 2) this.#size = Math.max(fewest, this.#size / 2);
      this.#drawNext(camera, work);
    });
  }

  /** Learns from the picture that is drawn now. */
  #measure(triangles: number): void {
    if (this.#stopWaiting) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#stopWaiting = whenDrawn(this.#gl, (time) => {
        this.#stopWaiting = null;
        this.#pace.note(triangles, time);
      });
    }, 0);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#wanted = null;
  }
}
