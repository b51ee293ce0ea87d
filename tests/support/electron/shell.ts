/** `shell`: the system's browser. */
import { scene } from './scene.ts';
import { show } from './show.ts';

class Shell implements Pick<Electron.Shell, 'openExternal'> {
  readonly opened: string[] = [];

  async openExternal(url: string) {
    if (!scene.hasBrowser) throw new Error('Failed to open');
    this.opened.push(url);
    show(`browser ${url}`);
  }
}

export const shell = new Shell();
