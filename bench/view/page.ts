/**
 * The page of the view bench: the same torus in a plain three.js scene, and in Fabdesk's view with and
 * without its proxy. A frame begins with a turn of the camera and ends when the graphics have drawn
 * everything.
 */
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { GeometryClient } from '../../src-renderer/geometry/client.ts';
import { createWorker } from '../../src-renderer/geometry/create-worker.ts';
import type { Drawing, PartProxy } from '../../src-renderer/geometry/messages.ts';
import { readColours } from '../../src-renderer/viewer/colours.ts';
import { whenDrawn } from '../../src-renderer/viewer/pace.ts';
import { ViewScene } from '../../src-renderer/viewer/scene.ts';
import type { ViewPart } from '../../src-renderer/viewer/view.ts';
import '../../src-renderer/ui/tokens.css';
import { makeDisplacedTorus } from '../geometry/torus.ts';

export type Contestant = 'three.js' | 'without proxy' | 'with proxy';

export interface AtRest {
  /** ms from the last turn to the complete picture; null for what is complete in every frame. */
  readonly rest: number | null;
  /** The longest time, ms, in which the window could not react meanwhile. */
  readonly stall: number;
}

const [width, height] = [900, 600];

/** What turns a camera a little. */
interface View {
  readonly gl: WebGL2RenderingContext;
  /** Done once the picture is given to the graphics. */
  turn(): Promise<void>;
  isComplete(): boolean;
}

let view: View;

/**
 * Draws the first pictures, which load everything into the graphics. Returns ms to make the proxy, in the
 * worker.
 */
async function open(contestant: Contestant, triangles: number): Promise<number | null> {
  const mesh = makeDisplacedTorus(triangles);
  const drawing: Drawing = {
    positions: mesh.positions as Float32Array,
    indices: mesh.indices,
    origin: [0, 0, 0],
    edges: new Uint32Array(0),
    coarse: new Uint32Array(0),
  };
  const canvas = document.createElement('canvas');
  document.body.replaceChildren(canvas);
  let making: number | null = null;
  let proxy: PartProxy | null = null;
  if (contestant === 'with proxy' && triangles >= 150_000) {
    const client = new GeometryClient(createWorker);
    const begun = performance.now();
    proxy = await client.run('simplify', { mesh: drawing, triangles: 50_000 });
    making = performance.now() - begun;
    client.close();
  }
  view = contestant === 'three.js' ? plainView(canvas, drawing) : ourView(canvas, drawing, proxy);
  await turn(2);
  return making;
}

/** ms of every frame. */
async function turn(count: number): Promise<number[]> {
  const frames: number[] = [];
  for (let frame = 0; frame < count; frame++) {
    const begun = performance.now();
    await view.turn();
    await new Promise<void>((resolve) => whenDrawn(view.gl, () => resolve()));
    frames.push(performance.now() - begun);
  }
  return frames;
}

async function come(): Promise<AtRest> {
  const turned = performance.now();
  let [last, stall] = [turned, 0];
  while (!view.isComplete()) {
    await nextFrame();
    const now = performance.now();
    stall = Math.max(stall, now - last);
    last = now;
  }
  return { rest: last === turned ? null : last - turned, stall };
}

function ourView(canvas: HTMLCanvasElement, drawing: Drawing, proxy: PartProxy | null): View {
  let drawn = (): void => {};
  const scene = new ViewScene(canvas, readColours(document.body), {
    onDrawn: () => drawn(),
    onLost: () => {},
  });
  scene.still = true;
  scene.resize(width, height);
  scene.setPlate([200, 200, 100], 1);
  const part: ViewPart = {
    id: 'torus',
    shows: 'torus',
    drawing,
    proxy,
    bounds: { min: [-77, -77, -17], max: [77, 77, 17] },
    millimetresPerUnit: 1,
    at: [0, 0],
    selected: true,
  };
  scene.setParts([part]);
  scene.fit('torus', { view: 'iso', atOnce: true });
  return {
    gl: canvas.getContext('webgl2')!,
    turn: () =>
      new Promise((resolve) => {
        drawn = resolve;
        scene.orbit(0.02, 0);
      }),
    isComplete: () => !scene.isSimplified,
  };
}

function plainView(canvas: HTMLCanvasElement, { positions, indices }: Drawing): View {
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.setSize(width, height);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  const material = new MeshStandardMaterial({ flatShading: true, side: DoubleSide });
  const scene = new Scene();
  const light = new DirectionalLight(0xffffff, 2);
  light.position.set(1, -1, 2);
  scene.add(new Mesh(geometry, material), light, new AmbientLight(0xffffff, 0.5));
  const camera = new PerspectiveCamera(34, width / height, 1, 1000);
  camera.up.set(0, 0, 1);
  let angle = 0;
  return {
    gl: renderer.getContext() as WebGL2RenderingContext,
    async turn() {
      await nextFrame();
      angle += 0.02;
      camera.position.set(280 * Math.sin(angle), -280 * Math.cos(angle), 150);
      camera.lookAt(0, 0, 0);
      renderer.render(scene, camera);
    },
    isComplete: () => true,
  };
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const bench = { open, turn, come };

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
