/** Which view a picture begins with, and what moves the camera later. */
import { expect, it } from 'vitest';
import { CameraFollows } from '../../../src-renderer/viewer/camera-follows.ts';
import type { ViewScene } from '../../../src-renderer/viewer/scene.ts';
import type { StandardView, ViewPart } from '../../../src-renderer/viewer/view.ts';

const part = {
  id: 'part',
  at: [0, 0],
  bounds: { min: [0, 0, 0], max: [10, 10, 10] },
  millimetresPerUnit: 1,
  selected: true,
} as unknown as ViewPart;

/** The views to which a scene was turned; the scene draws nothing. */
function begin() {
  const views: (StandardView | undefined)[] = [];
  const scene = {
    fit: (_: string | null, { view }: { view?: StandardView }) => void views.push(view),
    setView: (view: StandardView) => void views.push(view),
    follow: () => {},
  } as unknown as ViewScene;
  return { camera: new CameraFollows(), scene, views };
}

it('A picture begins with the view that was chosen before it, also if its part comes later.', () => {
  const { camera, scene, views } = begin();
  camera.turnTo(null, 'top');
  camera.follow(scene, [], true);
  camera.follow(scene, [part], true);
  expect(views).toEqual(['top', 'top']);
});

it('A view that is chosen later is the last one, and the choice is not kept for another picture.', () => {
  const { camera, scene, views } = begin();
  camera.turnTo(null, 'top');
  camera.turnTo(scene, 'front');
  camera.follow(scene, [part], true);
  camera.startAnew();
  camera.follow(scene, [part], true);
  expect(views).toEqual(['front', 'iso', 'iso']);
});

it('New parts bring all into view, and choosing one that is in the picture moves nothing.', () => {
  const framed: (string | null)[] = [];
  const hidden = new Set(['second', 'third']);
  const scene = {
    fit: (id: string | null) => void framed.push(id),
    sees: (id: string) => !hidden.has(id),
    follow: () => {},
  } as unknown as ViewScene;
  const camera = new CameraFollows();
  const parts = (ids: readonly string[], selected: string) =>
    ids.map((id) => ({ ...part, id, selected: id === selected }) as unknown as ViewPart);
  camera.follow(scene, parts(['first'], 'first'), true);
  expect(framed).toEqual(['first']);
  camera.follow(scene, parts(['first', 'second', 'third'], 'third'), true);
  expect(framed).toEqual(['first', null]);
  hidden.clear();
  for (const id of ['first', 'second', 'third'])
    camera.follow(scene, parts(['first', 'second', 'third'], id), true);
  expect(framed).toEqual(['first', null]);
  // What the person has moved out of the picture comes back when it is chosen.
  hidden.add('first');
  camera.follow(scene, parts(['first', 'second', 'third'], 'first'), true);
  expect(framed).toEqual(['first', null, 'first']);
});
