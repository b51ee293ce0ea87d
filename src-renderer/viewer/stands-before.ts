/** Whether a part stands between the camera and another one, by their boxes. */
import { Box3, type Camera, Raycaster, Vector2, Vector3 } from 'three';
import type { Bounds } from '../../src-shared/geometry/mesh/mesh.ts';
import { boxCorners, middleOf } from './handle-math.ts';

/** Neighbours on the plate often cover a corner; only what hides this share of the part stands before it. */
const leastHidden = 1 / 3;

export function standsBefore(box: Bounds, hidden: Bounds, camera: Camera): boolean {
  const before = new Box3(new Vector3(...box.min), new Vector3(...box.max));
  const caster = new Raycaster();
  const points = pointsOf(hidden);
  const covered = points.filter((point) => {
    const { x, y } = point.clone().project(camera);
    caster.setFromCamera(new Vector2(x, y), camera);
    const { ray } = caster;
    if (before.containsPoint(ray.origin)) return true;
    const met = ray.intersectBox(before, new Vector3());
    return met !== null && met.distanceTo(ray.origin) < point.distanceTo(ray.origin) * (1 - 1e-6);
  });
  return covered.length >= points.length * leastHidden;
}

/** The middle of the box, and points near its corners. */
function pointsOf(box: Bounds): readonly Vector3[] {
  const middle = new Vector3(...middleOf(box));
  return [middle, ...boxCorners(box).map((corner) => new Vector3(...corner).lerp(middle, 0.1))];
}
