/** `screen`: one display. */
import { readiness } from './readiness.ts';
import { scene } from './scene.ts';

export const screen = {
  getDisplayMatching() {
    readiness.mustBeReady("The 'screen' module can't be used before the app 'ready' event");
    return { workArea: scene.workArea } as Electron.Display;
  },
} satisfies Pick<Electron.Screen, 'getDisplayMatching'>;
