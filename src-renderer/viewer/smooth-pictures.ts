/**
 * Draws pictures with smooth edges. Without a graphics card, smooth edges take most of the time of a picture.
 * There, pictures that follow each other quickly, as while the camera moves, have none until it rests.
 */
import {
  type Camera,
  Mesh,
  NoBlending,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { asCanvas } from './as-canvas.ts';

/**
 * Pictures that begin within this time of each other, ms, follow each other quickly. One with smooth edges
 * may take as long.
 */
const soon = 450;
/** Edges are smooth once nothing has changed for this time, ms. */
const rest = 250;

export class SmoothPictures {
  readonly #renderer: WebGLRenderer;
  readonly #isSlow: boolean;
  readonly #onRest: () => void;
  readonly #target = asCanvas(new WebGLRenderTarget(1, 1, { stencilBuffer: true, samples: 4 }));
  /** Shows the target as the whole picture. */
  readonly #copy: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #size = new Vector2();
  #triangles = 0;
  #last = Number.NEGATIVE_INFINITY;
  #isAtRest = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onRest`: a picture with smooth edges should be drawn. */
  constructor(renderer: WebGLRenderer, isSlow: boolean, onRest: () => void) {
    this.#renderer = renderer;
    this.#isSlow = isSlow;
    this.#onRest = onRest;
    const material = new ShaderMaterial({
      uniforms: { map: { value: this.#target.texture } },
      vertexShader:
        'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }',
      fragmentShader:
        'uniform sampler2D map; varying vec2 at; void main() { gl_FragColor = texture2D(map, at); }',
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    this.#copy = new Mesh(new PlaneGeometry(1, 1), material);
    this.#copy.frustumCulled = false;
  }

  /** In the last picture. */
  get triangles(): number {
    return this.#triangles;
  }

  /** `willBeBetter`: another picture comes at rest by itself. */
  draw(scene: Scene, camera: Camera, willBeBetter: boolean): void {
    const now = performance.now();
    const isQuick = this.#isSlow && !this.#isAtRest && now - this.#last < soon;
    this.#last = now;
    this.#isAtRest = false;
    clearTimeout(this.#timer);
    if (isQuick) {
      this.#draw(scene, camera);
      if (willBeBetter) return;
      this.#timer = setTimeout(() => {
        this.#isAtRest = true;
        this.#onRest();
      }, rest);
      return;
    }
    const { x, y } = this.#renderer.getDrawingBufferSize(this.#size);
    this.#target.setSize(x, y);
    this.#renderer.setRenderTarget(this.#target);
    this.#draw(scene, camera);
    this.#renderer.setRenderTarget(null);
    this.#renderer.render(this.#copy, camera);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#target.dispose();
    this.#copy.geometry.dispose();
    this.#copy.material.dispose();
  }

  #draw(scene: Scene, camera: Camera): void {
    this.#renderer.render(scene, camera);
    this.#triangles = this.#renderer.info.render.triangles;
  }
}
