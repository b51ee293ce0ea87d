/**
 * Closing the last window while jobs are on their way keeps Fabdesk in the tray until they are done (Windows,
 * Linux). Without an icon that a person sees, or without such jobs, closing the window ends Fabdesk, and what
 * waits is sent by the next start. Either way nothing is lost. On macOS a program without a window is in the
 * dock, as usual there.
 */
import { z } from 'zod';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { App } from '../../app.ts';
import { jobsOnTheirWay } from '../jobs-on-their-way.ts';
import { showNotification } from './notification.ts';
import { readStored, store } from './stored.ts';

interface Options {
  /** Shows the icon. @returns whether a person can see it */
  readonly appears: () => Promise<boolean>;
  readonly hasWindow: () => boolean;
  readonly messages: () => Promise<Messages>;
  readonly show: () => void;
  readonly quit: () => void;
}

/** The person knows that Fabdesk can be in the tray. */
const knownName = 'background';
const knownSchema = z.object({ isKnown: z.literal(true) });

export class Background {
  readonly #client: App['client'];
  readonly #options: Options;
  #isDeciding = false;
  #stays = false;

  constructor({ client }: Pick<App, 'client'>, options: Options) {
    this.#client = client;
    this.#options = options;
    client.on('status', () => {
      if (this.#stays && !options.hasWindow()) void this.lastWindowClosed();
    });
  }

  /** Stays for what is on its way, or quits. */
  async lastWindowClosed(): Promise<void> {
    if (this.#isDeciding) return;
    this.#isDeciding = true;
    const count = await jobsOnTheirWay(this.#client);
    const isWanted = count > 0 && (await this.#isWanted());
    // An icon that cannot be shown is none.
    const stays = isWanted && (await this.#options.appears().catch(() => false));
    this.#isDeciding = false;
    // Meanwhile somebody may have opened one.
    if (this.#options.hasWindow()) return;
    if (!stays) this.#options.quit();
    else if (!this.#stays) await this.#sayOnce(count);
    this.#stays = stays;
  }

  async #isWanted(): Promise<boolean> {
    const settings = await this.#client.invoke('settings.get', {});
    return settings.ok && (settings.value.closeToTray ?? true);
  }

  async #sayOnce(count: number): Promise<void> {
    if (readStored(knownName, knownSchema)) return;
    store(knownName, { isKnown: true });
    const { t } = await this.#options.messages();
    const body = t('desktop.background', { count });
    showNotification({ title: t('desktop.background.title'), body }, this.#options.show);
  }
}
