/**
 * The circumstances of a start: what the operating system does before the program is ready, and what is
 * installed. A test gives them to the process as JSON in ELECTRON_STAND_IN; without it (in unit tests) the
 * usual ones hold.
 */
import type { Rectangle } from 'electron';
import type { Target } from './chromium/chromium-page.ts';

export interface Scene {
  /** Files with which macOS starts the program, before `ready`. */
  readonly openFiles: readonly string[];
  /** Links with which macOS starts the program, before `ready`. */
  readonly openUrls: readonly string[];
  /** Arguments of further starts that come as soon as the program is ready. */
  readonly secondInstances: readonly (readonly string[])[];
  readonly isPackaged: boolean;
  /** The part of the only display that the task bar leaves free. */
  readonly workArea: Rectangle;
  /** The system refuses drags out of the window. */
  readonly refusesDrags: boolean;
  /** False: no program on this computer opens links. */
  readonly hasBrowser: boolean;
  /** The page that shows the window; null for one in a thread of this process, which draws nothing. */
  readonly chromium: Target | null;
}

const usual: Scene = {
  openFiles: [],
  openUrls: [],
  secondInstances: [],
  isPackaged: false,
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  refusesDrags: false,
  hasBrowser: true,
  chromium: null,
};

const given = process.env.ELECTRON_STAND_IN;

/** Whether a test runs the host as a process of its own. */
export const isProgram = given !== undefined;

/** Unit tests may change it. */
export const scene: { -readonly [K in keyof Scene]: Scene[K] } = {
  ...usual,
  ...(given === undefined ? {} : (JSON.parse(given) as Partial<Scene>)),
};

export const resetScene = () => Object.assign(scene, usual);
