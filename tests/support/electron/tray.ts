/** `Tray` and `nativeImage`: what a person sees in the system tray, and can choose there. */
import { EventEmitter } from 'node:events';
import type { StandInMenu } from './menu.ts';
import { readiness } from './readiness.ts';
import { show } from './show.ts';

class StandInImage implements Pick<Electron.NativeImage, 'addRepresentation' | 'isEmpty'> {
  readonly sizes: number[] = [];

  addRepresentation({ buffer, width = 0 }: Electron.AddRepresentationOptions) {
    if (buffer?.toString('latin1', 1, 4) !== 'PNG') throw new Error('this is no PNG');
    this.sizes.push(width);
  }

  isEmpty() {
    return this.sizes.length === 0;
  }
}

export const nativeImage = {
  createEmpty: () => new StandInImage() as unknown as Electron.NativeImage,
} satisfies Pick<typeof Electron.nativeImage, 'createEmpty'>;

type Used = 'destroy' | 'setContextMenu' | 'setToolTip';

export class Tray extends EventEmitter implements Pick<Electron.Tray, Used> {
  static shown: Tray | null = null;
  tip = '';
  menu: StandInMenu | null = null;

  constructor(image: Electron.NativeImage | string) {
    super();
    readiness.mustBeReady('Cannot create Tray before app is ready');
    if (typeof image === 'string' || image.isEmpty()) throw new Error('an icon without a picture');
    Tray.shown = this;
    show('tray');
  }

  setToolTip(tip: string) {
    this.tip = tip;
  }

  setContextMenu(menu: Electron.Menu | null) {
    this.menu = menu as StandInMenu | null;
    show(`tray ${this.tip}`);
  }

  destroy() {
    Tray.shown = null;
    show('no tray');
  }
}
