/**
 * The camera: orbit, pan and zoom with mouse, touch and keyboard, standard views, flights, perspective and
 * parallel projection. Knows no parts; the scene says what to frame.
 */
import { OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Bounds, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { boxCorners, middleOf } from './handle-math.ts';
import type { StandardView, ViewAxes } from './view.ts';

const fieldOfView = 34;
const flightTime = 320;
const slope = Math.tan(((fieldOfView / 2) * Math.PI) / 180);
const almostUp = Math.PI / 2 - 1e-4;

/** Azimuth (0 is the front, to the right is positive) and elevation, radians. */
const directions: Readonly<Record<StandardView, readonly [azimuth: number, elevation: number]>> = {
  iso: [0.62, 0.5],
  top: [0, almostUp],
  bottom: [0, -almostUp],
  front: [0, 0],
  back: [Math.PI, 0],
  left: [-Math.PI / 2, 0],
  right: [Math.PI / 2, 0],
};

interface Pose {
  target: Vector3;
  azimuth: number;
  elevation: number;
  /** Distance from the target as in perspective, mm. */
  distance: number;
}

export class CameraRig {
  readonly #controls: OrbitControls;
  readonly #perspective = new PerspectiveCamera(fieldOfView, 1, 0.1, 10_000);
  readonly #parallel = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10_000);
  #isParallel = false;
  #aspect = 1;
  /** Radius of everything around the plate's centre, mm. */
  #reach = 500;
  #flight: { from: Pose; to: Pose; start: number } | null = null;
  /** Flights and sliding are only for people who want motion. */
  #still = false;

  constructor(element: HTMLElement, onChange: () => void) {
    for (const camera of [this.#perspective, this.#parallel]) camera.up.set(0, 0, 1);
    this.#perspective.position.set(300, -400, 250);
    const controls = new OrbitControls(this.#perspective, element);
    controls.zoomToCursor = true;
    // orbit-drag.ts orbits about the point under the cursor instead.
    controls.enableRotate = false;
    controls.dampingFactor = 0.18;
    controls.screenSpacePanning = true;
    controls.minDistance = 0.05;
    controls.maxDistance = 20_000;
    controls.addEventListener('start', () => {
      this.#flight = null;
    });
    controls.addEventListener('change', onChange);
    this.#controls = controls;
    this.still = false;
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.#isParallel ? this.#parallel : this.#perspective;
  }
  get isParallel(): boolean {
    return this.#isParallel;
  }
  set still(still: boolean) {
    this.#still = still;
    this.#controls.enableDamping = !still;
  }
  get distance(): number {
    return this.#pose().distance;
  }

  resize(width: number, height: number): void {
    this.#aspect = width / Math.max(1, height);
    this.#perspective.aspect = this.#aspect;
    this.#perspective.updateProjectionMatrix();
    this.#parallel.left = -this.#aspect;
    this.#parallel.right = this.#aspect;
    this.#parallel.updateProjectionMatrix();
  }

  setReach(radius: number): void {
    this.#reach = Math.max(1, radius);
  }

  /** Advances a flight and sliding. True while they continue. */
  update(now: number): boolean {
    const flight = this.#flight;
    if (flight) {
      const share = Math.min(1, (now - flight.start) / flightTime);
      this.#setPose(between(flight.from, flight.to, easeInOut(share)));
      if (share >= 1) this.#flight = null;
    }
    const slides = this.#controls.update();
    this.#setDepth();
    return this.#flight !== null || slides;
  }

  setView(view: StandardView): void {
    const [azimuth, elevation] = directions[view];
    this.#flyTo({ ...this.#goal(), azimuth, elevation });
  }

  /** `margin` 1 touches the border of the picture. Without a view the direction stays. */
  frame(centre: Vector3, radius: number, margin = 1.15, view?: StandardView, atOnce = false): void {
    const half = Math.atan(slope * Math.min(1, this.#aspect));
    const distance = (Math.max(radius, 0.05) * margin) / Math.sin(half);
    const goal = this.#goal();
    const [azimuth, elevation] = view ? directions[view] : [goal.azimuth, goal.elevation];
    this.#flyTo({ target: centre.clone(), azimuth, elevation, distance }, atOnce);
  }

  /** Radians. */
  orbit(right: number, up: number): void {
    const goal = this.#goal();
    const elevation = Math.max(-almostUp, Math.min(almostUp, goal.elevation + up));
    this.#flyTo({ ...goal, azimuth: goal.azimuth + right, elevation });
  }

  /** Radians, at once; about what is in the middle of the picture if `pivot` is null. */
  orbitAbout(pivot: Vector3 | null, right: number, up: number): void {
    this.#flight = null;
    const pose = this.#pose();
    const elevation = Math.max(-almostUp, Math.min(almostUp, pose.elevation + up));
    const target = pose.target.clone();
    if (pivot) {
      target
        .sub(pivot)
        .applyAxisAngle(screenAxes(pose).x, pose.elevation - elevation)
        .applyAxisAngle(new Vector3(0, 0, 1), right)
        .add(pivot);
    }
    this.#setPose({ ...pose, target, azimuth: pose.azimuth + right, elevation });
    this.#controls.update();
    this.#controls.dispatchEvent({ type: 'change' } as never);
  }

  /** Whether the middle of a box and most of its corners are in the picture, or will be after the flight. */
  sees(box: Bounds): boolean {
    const goal = this.#goal();
    const { x, y } = screenAxes(goal);
    const away = directionOf(goal);
    const isIn = (at: Vector): boolean => {
      const from = new Vector3(...at).sub(goal.target);
      const depth = this.#isParallel ? goal.distance : goal.distance - from.dot(away);
      const [right, up] = [Math.abs(from.dot(x)), Math.abs(from.dot(y))];
      return up < slope * depth && right < slope * depth * this.#aspect;
    };
    const corners = boxCorners(box);
    return isIn(middleOf(box)) && corners.filter(isIn).length > corners.length / 2;
  }

  /** As fractions of the picture's height. */
  pan(right: number, up: number): void {
    const goal = this.#goal();
    const { x, y } = screenAxes(goal);
    const height = 2 * slope * goal.distance;
    const target = goal.target
      .clone()
      .addScaledVector(x, right * height)
      .addScaledVector(y, up * height);
    this.#flyTo({ ...goal, target });
  }

  zoom(factor: number): void {
    const goal = this.#goal();
    this.#flyTo({ ...goal, distance: Math.min(20_000, Math.max(0.05, goal.distance / factor)) });
  }

  /** Follows something that was moved, mm. */
  shift(x: number, y: number): void {
    const by = new Vector3(x, y, 0);
    this.#flight?.from.target.add(by);
    this.#flight?.to.target.add(by);
    this.#controls.target.add(by);
    this.camera.position.add(by);
    this.#controls.update();
  }

  toggleParallel(): void {
    const pose = this.#pose();
    this.#isParallel = !this.#isParallel;
    this.#controls.object = this.camera;
    this.#setPose(pose);
    this.#controls.update();
  }

  /** mm of the world in one pixel of a picture of this height, at a distance from the camera. */
  lengthPerPixel(distance: number, height: number): number {
    return this.#isParallel ? 2 / this.#parallel.zoom / height : (2 * slope * distance) / height;
  }

  axes(): ViewAxes {
    const inverse = this.camera.quaternion.clone().invert();
    const turn = (x: number, y: number, z: number) => {
      const axis = new Vector3(x, y, z).applyQuaternion(inverse);
      return [axis.x, axis.y, axis.z] as const;
    };
    return { x: turn(1, 0, 0), y: turn(0, 1, 0), z: turn(0, 0, 1) };
  }

  dispose(): void {
    this.#controls.dispose();
  }

  /** Where the camera is going, so that quick key presses add up. */
  #goal(): Pose {
    return this.#flight?.to ?? this.#pose();
  }

  #flyTo(pose: Pose, atOnce = false): void {
    if (this.#still || atOnce) {
      this.#flight = null;
      this.#setPose(pose);
      this.#controls.update();
      this.#controls.dispatchEvent({ type: 'change' } as never);
      return;
    }
    this.#flight = { from: this.#pose(), to: pose, start: performance.now() };
    this.#controls.dispatchEvent({ type: 'change' } as never);
  }

  #pose(): Pose {
    const { target } = this.#controls;
    const offset = this.camera.position.clone().sub(target);
    const length = offset.length() || 1;
    return {
      target: target.clone(),
      azimuth: Math.atan2(offset.x, -offset.y),
      elevation: Math.asin(Math.max(-1, Math.min(1, offset.z / length))),
      distance: this.#isParallel ? 1 / this.#parallel.zoom / slope : length,
    };
  }

  #setPose(pose: Pose): void {
    const direction = directionOf(pose);
    this.#controls.target.copy(pose.target);
    // A parallel camera sees the same from anywhere along its line; from far out it clips nothing.
    const away = this.#isParallel ? this.#parallelDistance(pose) : pose.distance;
    this.camera.position.copy(pose.target).addScaledVector(direction, away);
    if (this.#isParallel) {
      this.#parallel.zoom = 1 / (pose.distance * slope);
      this.#parallel.updateProjectionMatrix();
    }
    this.camera.lookAt(pose.target);
    this.#setDepth();
  }

  #parallelDistance({ target }: Pose): number {
    return 2 * (this.#reach + target.length()) + 10;
  }

  /** Near and far closely around everything, so that depth stays precise from rings to helmets. */
  #setDepth(): void {
    const { camera } = this;
    const away = camera.position.length();
    const far = away + this.#reach * 1.1;
    const near = Math.max(far / 20_000, away - this.#reach * 1.1);
    if (camera.near === near && camera.far === far) return;
    camera.near = near;
    camera.far = far;
    camera.updateProjectionMatrix();
  }
}

function directionOf({ azimuth, elevation }: Pose): Vector3 {
  const level = Math.cos(elevation);
  return new Vector3(level * Math.sin(azimuth), -level * Math.cos(azimuth), Math.sin(elevation));
}

/** The picture's right and up directions in the world. */
function screenAxes(pose: Pose): { x: Vector3; y: Vector3 } {
  const x = new Vector3(Math.cos(pose.azimuth), Math.sin(pose.azimuth), 0);
  return { x, y: directionOf(pose).cross(x) };
}

function between(from: Pose, to: Pose, share: number): Pose {
  let turn = (to.azimuth - from.azimuth) % (2 * Math.PI);
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  return {
    target: from.target.clone().lerp(to.target, share),
    azimuth: from.azimuth + turn * share,
    elevation: from.elevation + (to.elevation - from.elevation) * share,
    distance: from.distance * (to.distance / from.distance) ** share,
  };
}

const easeInOut = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);
