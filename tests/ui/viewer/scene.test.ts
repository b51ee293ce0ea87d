import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Drawing } from '../../../src-renderer/geometry/messages.ts';
import { readColours } from '../../../src-renderer/viewer/colours.ts';
import { ViewScene } from '../../../src-renderer/viewer/scene.ts';
import type { ViewAxes, ViewPart } from '../../../src-renderer/viewer/view.ts';
import '../../../src-renderer/ui/tokens.css';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { makeBox, makeTorus } from '../../fixtures/geometry/solids.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { openWindow } from '../../support/window.ts';

const [width, height] = [400, 300];
let scene: ViewScene | null = null;
let canvas: HTMLCanvasElement;
let axes: ViewAxes | null = null;
let lost: boolean[] = [];
let draws = 0;
let onDraw = (): void => {};

function makeScene(): ViewScene {
  canvas = document.createElement('canvas');
  document.body.append(canvas);
  lost = [];
  scene = new ViewScene(canvas, readColours(document.body), {
    onDrawn: (seen) => {
      axes = seen;
      draws += 1;
      onDraw();
    },
    onLost: (now) => lost.push(now),
  });
  scene.still = true;
  scene.resize(width, height);
  scene.setPlate([200, 200, 100], 1);
  return scene;
}

afterEach(() => {
  onDraw = () => {};
  scene?.dispose();
  scene = null;
  canvas?.remove();
});

function drawingOf({ positions, indices }: Mesh): Drawing {
  const none = new Uint32Array(0);
  return { positions: Float32Array.from(positions), indices, origin: [0, 0, 0], edges: none, coarse: none };
}

const part = (id: string, at: [number, number], size = 20): ViewPart => {
  const drawing = drawingOf(makeBox([0, 0, 0], [size, size, size]));
  return {
    id,
    shows: id,
    drawing,
    bounds: { min: [0, 0, 0], max: [size, size, size] },
    millimetresPerUnit: 1,
    at,
    selected: true,
  };
};

/** Red, green, blue, opacity; `up` pixels above the middle. */
function middlePixel(view: ViewScene, up = 0): Uint8Array {
  // Draws at once, and the picture is read before it goes to the screen.
  view.resize(width, height);
  const found = new Uint8Array(4);
  const gl = canvas.getContext('webgl2')!;
  gl.readPixels(width / 2, height / 2 + up, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, found);
  return found;
}

/** A PNG. */
async function twoHalves(upper: string, lower: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = new OffscreenCanvas(8, 8);
  const context = picture.getContext('2d')!;
  for (const [at, colour] of [upper, lower].entries()) {
    context.fillStyle = colour;
    context.fillRect(0, at * 4, 8, 4);
  }
  return new Uint8Array(await (await picture.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

describe('the scene', () => {
  it('The scene brings the part into the middle of the picture and finds it there.', async () => {
    const view = makeScene();
    view.setParts([part('a', [-60, 0]), part('b', [60, 40])]);
    for (const id of ['a', 'b']) {
      view.fit(id, { view: 'top' });
      await frame();
      expect(view.pick(width / 2, height / 2)?.partId).toBe(id);
      expect(view.pick(3, 3)?.partId).not.toBe(id);
    }
  });

  it('The standard views look along the axes.', async () => {
    const view = makeScene();
    view.setParts([part('a', [0, 0])]);
    const towardsEye = { top: 'z', front: '-y', back: 'y', right: 'x', left: '-x', bottom: '-z' } as const;
    for (const [name, axis] of Object.entries(towardsEye)) {
      view.setView(name as keyof typeof towardsEye);
      await frame();
      const letter = axis.replace('-', '') as 'x' | 'y' | 'z';
      expect(axes?.[letter][2]).toBeCloseTo(axis.startsWith('-') ? -1 : 1, 2);
    }
  });

  it('The parallel projection shows the same part.', async () => {
    const view = makeScene();
    view.setParts([part('a', [30, 30])]);
    view.fit('a', { view: 'top' });
    await frame();
    const half = (() => {
      let x = width / 2;
      while (x < width && view.pick(x, height / 2)?.partId === 'a') x++;
      return x - width / 2;
    })();
    view.toggleParallel();
    await frame();
    expect(view.isParallel).toBe(true);
    expect(view.pick(width / 2, height / 2)?.partId).toBe('a');
    // The top of the part is nearer to the camera, so perspective draws it a little larger.
    expect(view.pick(width / 2 + half * 0.7, height / 2)?.partId).toBe('a');
    expect(view.pick(width / 2 + half * 1.2, height / 2)).toBeNull();
  });

  it('The camera flies to a place, and edges and faces are marked.', async () => {
    const view = makeScene();
    view.setParts([part('a', [0, 0], 100)]);
    view.setView('top');
    view.setHighlight({ partId: 'a', edges: [0, 0, 100, 100, 0, 100], faces: [2, 3], sphere: null });
    view.flyTo('a', { centre: [100, 100, 100], radius: 1 });
    await frame();
    // From the corner view, one side of the middle is the part and the other is not.
    expect(view.pick(width / 2 - 30, height / 2 + 30)?.partId).toBe('a');
    expect(view.pick(width / 2 + 30, height / 2 - 30)).toBeNull();
  });

  it('A drag orbits about the point that was grabbed, which stays under the cursor.', async () => {
    const view = makeScene();
    view.setParts([part('a', [40, 10]), part('b', [-30, -20])]);
    view.fit(null, { view: 'iso' });
    await frame();
    const grabbed = [40, 10, 20] as const;
    for (const isParallel of [false, true]) {
      if (isParallel) view.toggleParallel();
      await frame();
      const [x, y] = view.project([grabbed])[0]!;
      expect(view.pick(x, y)?.partId).toBe('a');
      const before = axes!;
      await userEvent.dragAndDrop(canvas, canvas, {
        sourcePosition: { x: Math.round(x), y: Math.round(y) },
        targetPosition: { x: Math.round(x) + 50, y: Math.round(y) + 20 },
      });
      await frame();
      // To the right by a sixth of a turn: the front has come from the left.
      const turned = Math.atan2(axes!.x[2], -axes!.y[2]) - Math.atan2(before.x[2], -before.y[2]);
      expect(turned).toBeCloseTo((-50 / height) * 2 * Math.PI, 1);
      const after = view.project([grabbed])[0]!;
      // The cursor grabs whole pixels.
      expect(Math.hypot(after[0] - x, after[1] - y)).toBeLessThan(2);
    }
  });

  it('A part that is seen through, or belongs to another printer, hides nothing and is not marked as too large.', () => {
    const view = makeScene();
    view.setPlate([60, 60, 60], 1);
    const pixel = (shown: ViewPart): Uint8Array => {
      view.setParts([shown]);
      view.fit('a', { view: 'top' });
      return middlePixel(view);
    };
    const outside = part('a', [200, 0]);
    const [red, , blue, opacity] = pixel(outside);
    expect(opacity).toBe(255);
    expect(red).toBeGreaterThan(blue!);
    const ghost = pixel({ ...outside, isGhost: true });
    expect(ghost[3]).toBeLessThan(255);
    expect(ghost[0]).toBeLessThanOrEqual(ghost[2]!);
    view.isXray = true;
    expect(pixel(outside)[3]).toBeLessThan(255);
    expect(pixel({ ...outside, selected: false })[3]).toBe(255);
    view.isXray = false;
    expect(pixel(outside)[3]).toBe(255);
  });

  it('A part shows the colours of its file, and where the file says nothing that of its material.', async () => {
    const view = makeScene();
    view.setPlate(null, 1);
    const plain = part('a', [0, 0]);
    const corners = new Uint8Array(plain.drawing.indices.length * 4);
    const red = { ...plain, drawing: { ...plain.drawing, colours: { corners, pictures: null } } };
    const show = (shown: ViewPart): Uint8Array => {
      view.setParts([shown]);
      view.fit('a', { view: 'top' });
      return middlePixel(view);
    };
    const usual = show(plain);
    expect(show({ ...red, showsOwnColours: true })).toEqual(usual);
    for (let at = 0; at < corners.length; at += 4) corners.set([220, 20, 20, 255], at);
    const [r, g, b] = show({ ...red, drawing: { ...red.drawing }, showsOwnColours: true });
    expect(r! - g!).toBeGreaterThan(80);
    expect(r! - b!).toBeGreaterThan(80);
    expect(show({ ...red, showsOwnColours: false })).toEqual(usual);
  });

  it('A picture of the file is drawn the right way up on the faces that it belongs to.', async () => {
    const view = makeScene();
    view.setPlate(null, 1);
    const plain = part('a', [0, 0]);
    const { positions, indices } = plain.drawing;
    // From above: the lower half of the picture green, the upper half red, over the whole part.
    const places = Float32Array.from(
      [...indices].flatMap((vertex) => [positions[vertex * 3]! / 20, positions[vertex * 3 + 1]! / 20]),
    );
    const textureOf = new Int16Array(indices.length / 3);
    const corners = new Uint8Array(indices.length * 4).fill(255);
    const textures = [{ bytes: await twoHalves('rgb(230 0 0)', 'rgb(0 200 0)'), type: 'image/png' as const }];
    const colours = { corners, pictures: { textures, textureOf, places } };
    view.setParts([{ ...plain, drawing: { ...plain.drawing, colours }, showsOwnColours: true }]);
    view.fit('a', { view: 'top' });
    await vi.waitFor(() => {
      const upper = middlePixel(view, 30);
      expect(upper[0]! - upper[1]!).toBeGreaterThan(60);
    });
    const lower = middlePixel(view, -30);
    expect(lower[1]! - lower[0]!).toBeGreaterThan(60);
  });

  it('The scene draws nothing while nothing changes.', async () => {
    const view = makeScene();
    view.setParts([part('a', [0, 0])]);
    // The last picture has smooth edges and comes a little later.
    await new Promise((resolve) => setTimeout(resolve, 800));
    axes = null;
    await frame();
    await frame();
    expect(axes).toBeNull();
    view.setView('top');
    await frame();
    expect(axes).not.toBeNull();
  });

  it('A large part is drawn completely once the camera rests, wherever that is, and then nothing more is drawn.', {
    tags: 'release',
  }, async () => {
    const view = makeScene();
    const drawing = drawingOf(makeTorus(20, 8, 500, 250));
    const proxy = { positions: drawing.positions, indices: drawing.indices.slice(0, 60_000) };
    const bounds = { min: [-28, -28, -8], max: [28, 28, 8] } as const;
    view.setParts([{ ...part('a', [0, 0]), drawing, proxy, bounds }]);
    view.fit('a', { view: 'iso', atOnce: true });
    for (let turn = 0; turn < 12; turn++) {
      for (let step = 0; step < 3; step++) {
        view.orbit(0.137, turn % 2 === 0 ? 0.03 : -0.03);
        await frame();
      }
      await expect.poll(() => view.isSimplified, { interval: 20 }).toBe(false);
    }
    await new Promise((resolve) => setTimeout(resolve, 600));
    const drawn = draws;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(draws).toBe(drawn);
  });

  it('Without a graphics card, edges are smooth at rest, and not while the camera moves.', async () => {
    const view = makeScene();
    expect(view.isSoftware).toBe(true);
    view.setPlate(null, 1);
    view.setParts([part('a', [0, 0])]);
    view.fit('a', { view: 'iso', atOnce: true });
    const colours: number[] = [];
    onDraw = () => {
      const gl = canvas.getContext('webgl2')!;
      const pixels = new Uint32Array(width * height);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(pixels.buffer));
      colours.push(new Set(pixels).size);
    };
    for (let step = 0; step < 6; step++) {
      view.orbit(0.02, 0);
      await frame();
    }
    const moving = colours.at(-1)!;
    await expect.poll(() => colours.at(-1)!).toBeGreaterThan(moving * 1.5);
  });

  it('The scene reports a lost graphics context and draws again when it is restored.', async () => {
    const view = makeScene();
    view.setParts([part('a', [0, 0])]);
    await frame();
    const context = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    context?.loseContext();
    await vi.waitFor(() => expect(lost).toEqual([true]));
    axes = null;
    context?.restoreContext();
    await vi.waitFor(() => expect(lost).toEqual([true, false]));
    await vi.waitFor(() => expect(axes).not.toBeNull());
  });
});

describe('without WebGL', () => {
  it('Without WebGL the window says so, and sizes, checks, prices and ordering still work.', async () => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      ...rest: unknown[]
    ) {
      if (kind.startsWith('webgl')) return null;
      return Reflect.apply(original, this, [kind, ...rest]);
    } as typeof original;
    const bridge = createPlateDouble();
    const shown = await openWindow(bridge, 'prepare');
    try {
      await expect.element(page.getByText(/No 3D view: WebGL 2 is off or missing/)).toBeVisible();
      dropFiles(document.body, [fileOf('bracket.stl', boxStl(40, 20, 10))]);
      const button = page.getByRole('button', { name: /^Add 1 to order/ });
      await expect.element(button).toMatchTextContent(/\$\d/);
      await button.click();
      await vi.waitFor(() => expect(bridge.workspace.cart).toHaveLength(1));
    } finally {
      HTMLCanvasElement.prototype.getContext = original;
      await shown.close();
    }
  });
});
