/**
 * The soft shadow of parts on the plate. Drawn once after parts or sizes change, never while the camera
 * moves: the parts seen from below, darker the lower they are, blurred twice.
 */
import {
  Color,
  type Group,
  HalfFloatType,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const resolution = 256;

/** Only objects in this layer cast a shadow: parts do, lines and marks do not. */
export const shadowLayer = 1;

export class ContactShadow {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #targets = [
    new WebGLRenderTarget(resolution, resolution, { type: HalfFloatType }),
    new WebGLRenderTarget(resolution, resolution, { type: HalfFloatType }),
  ] as const;
  readonly #camera = new OrthographicCamera();
  readonly #depth = new MeshDepthMaterial();
  readonly #blurScene = new Scene();
  readonly #blurCamera = new OrthographicCamera();
  readonly #blur = new ShaderMaterial({
    uniforms: { map: { value: null as Texture | null }, step: { value: new Vector2() } },
    vertexShader:
      'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }',
    fragmentShader: `
uniform sampler2D map;
uniform vec2 step;
varying vec2 at;
void main() {
  float sum = 0.0;
  float weights = 0.0;
  for (int i = -8; i <= 8; i++) {
    float weight = exp(-float(i * i) / 24.0);
    sum += texture2D(map, at + step * float(i)).a * weight;
    weights += weight;
  }
  gl_FragColor = vec4(0.0, 0.0, 0.0, sum / weights);
}`,
    depthTest: false,
    depthWrite: false,
  });

  constructor() {
    this.mesh = new Mesh(
      new PlaneGeometry(1, 1),
      new MeshBasicMaterial({ map: this.#targets[0].texture, transparent: true, depthWrite: false }),
    );
    this.mesh.renderOrder = -1;
    // Dark at the bottom, transparent at the top.
    this.#depth.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        'gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );',
        'gl_FragColor = vec4(0.0, 0.0, 0.0, (1.0 - fragCoordZ) * 0.62);',
      );
    };
    this.#depth.side = 2;
    this.#camera.layers.set(shadowLayer);
    const quad = new Mesh(new PlaneGeometry(1, 1), this.#blur);
    quad.frustumCulled = false;
    this.#blurScene.add(quad);
  }

  setColour(colour: string): void {
    // The texture stores the shape in alpha; its colour is set here.
    this.mesh.material.color = new Color(colour);
  }

  /** `parts` contains only what casts the shadow. Box in mm. */
  draw(
    renderer: WebGLRenderer,
    parts: Group,
    box: { minX: number; maxX: number; minY: number; maxY: number; height: number },
  ): void {
    const [width, depth] = [box.maxX - box.minX, box.maxY - box.minY];
    const margin = Math.max(width, depth) * 0.3 + 1;
    const half = Math.max(width, depth) / 2 + margin;
    const [x, y] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
    const reach = Math.max(0.5, Math.min(box.height, Math.max(width, depth) * 0.6));
    Object.assign(this.#camera, { left: -half, right: half, top: half, bottom: -half, near: 0, far: reach });
    this.#camera.position.set(x, y, 0);
    this.#camera.up.set(0, 1, 0);
    this.#camera.lookAt(x, y, 1);
    this.#camera.updateProjectionMatrix();
    // Seen from below, left and right are swapped.
    this.mesh.scale.set(-2 * half, 2 * half, 1);
    this.mesh.position.set(x, y, half * 0.0005);
    this.mesh.material.side = 2;

    const scene = new Scene();
    scene.overrideMaterial = this.#depth;
    const parent = parts.parent;
    scene.add(parts);
    const clear = renderer.getClearAlpha();
    renderer.setClearAlpha(0);
    const [first, second] = this.#targets;
    this.#render(renderer, scene, this.#camera, first);
    for (const spread of [1.6, 0.8]) {
      this.#blurInto(renderer, first, second, new Vector2(spread / resolution, 0));
      this.#blurInto(renderer, second, first, new Vector2(0, spread / resolution));
    }
    renderer.setRenderTarget(null);
    renderer.setClearAlpha(clear);
    parent?.add(parts);
  }

  dispose(): void {
    for (const target of this.#targets) target.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#depth.dispose();
    this.#blur.dispose();
  }

  #blurInto(renderer: WebGLRenderer, from: WebGLRenderTarget, to: WebGLRenderTarget, step: Vector2): void {
    this.#blur.uniforms['map']!.value = from.texture;
    this.#blur.uniforms['step']!.value = step;
    this.#render(renderer, this.#blurScene, this.#blurCamera, to);
  }

  #render(
    renderer: WebGLRenderer,
    scene: Scene,
    camera: OrthographicCamera,
    target: WebGLRenderTarget,
  ): void {
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, camera);
  }
}
