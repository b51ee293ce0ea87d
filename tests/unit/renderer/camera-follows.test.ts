/** Which view a picture begins with. */
import { expect, it } from 'vitest';
import { CameraFollows } from '../../../src-renderer/viewer/camera-follows.ts';
import type { ViewScene } from '../../../src-renderer/viewer/scene.ts';
import type { StandardView, ViewPart } from '../../../src-renderer/viewer/view.ts';

const part = {
  id: 'part',
  at: [0, 0],
  bounds: { min: [0, 0, 0], max: [10, 10, 10] },
  millimetresPerUnit: 1,
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
  camera.follow(scene, null, true);
  camera.follow(scene, part, true);
  expect(views).toEqual(['top', 'top']);
});

it('A view that is chosen later is the last one, and the choice is not kept for another picture.', () => {
  const { camera, scene, views } = begin();
  camera.turnTo(null, 'top');
  camera.turnTo(scene, 'front');
  camera.follow(scene, part, true);
  camera.startAnew();
  camera.follow(scene, part, true);
  expect(views).toEqual(['front', 'iso', 'iso']);
});
