/**
 * A picture of the large parts with its depth. It is drawn in slices, none of which keeps the graphics busy
 * for long, and then stands for these parts in every picture from the same place: marks and lines are drawn
 * into it as if the parts were there.
 */
import {
  type Camera,
  DepthTexture,
  Mesh,
  NoBlending,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { asCanvas } from './as-canvas.ts';
import { heavyLayer, type Slice } from './heavy-slice.ts';

export class HeavyImage {
  /** Covers the whole picture. */
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #target = asCanvas(new WebGLRenderTarget(1, 1, { depthTexture: new DepthTexture(1, 1) }));

  constructor() {
    const material = new ShaderMaterial({
      uniforms: { map: { value: this.#target.texture }, depths: { value: this.#target.depthTexture } },
      vertexShader:
        'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }',
      fragmentShader: `
uniform sampler2D map;
uniform sampler2D depths;
varying vec2 at;
void main() {
  gl_FragColor = texture2D(map, at);
  if (gl_FragColor.a < 0.5) discard;
  gl_FragDepth = texture2D(depths, at).x;
}`,
      blending: NoBlending,
      toneMapped: false,
    });
    this.mesh = new Mesh(new PlaneGeometry(1, 1), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
    this.mesh.visible = false;
  }

  /** Adds some triangles to the picture, which is empty before the first slice. Size in pixels. */
  draw(
    renderer: WebGLRenderer,
    scene: Scene,
    camera: Camera,
    { part, first, count }: Slice,
    isFirst: boolean,
    [width, height]: readonly [number, number],
  ): void {
    if (isFirst) this.#target.setSize(width, height);
    camera.layers.set(heavyLayer);
    renderer.autoClear = isFirst;
    renderer.setRenderTarget(this.#target);
    part.showOnly(first, count, () => renderer.render(scene, camera));
    renderer.setRenderTarget(null);
    renderer.autoClear = true;
    camera.layers.set(0);
  }

  dispose(): void {
    this.#target.dispose();
    this.#target.depthTexture?.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
