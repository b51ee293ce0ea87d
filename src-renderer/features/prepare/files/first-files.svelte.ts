/**
 * The files with which a window begins: those opened from outside or, at the first start, the sample part.
 */
import type { Prepare } from '../prepare.svelte.ts';

export class FirstFiles {
  readonly #prepare: Prepare;
  /** Whether the plate stays empty is unknown until files opened from outside are known. */
  #openedTaken = $state(false);
  #sampleOffered = false;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  /** Also those that were opened before this window existed. */
  async takeOpened(): Promise<void> {
    const opened = await this.#prepare.app.bridge.invoke('app.takeOpened', {});
    if (opened.ok) for (const file of opened.value) this.#prepare.taking.spooled(file);
    this.#openedTaken = true;
  }

  /** There is no part and no job, none is on its way, and the sample was never shown. */
  get wantsSample(): boolean {
    const { app, plate, taking } = this.#prepare;
    return (
      this.#openedTaken &&
      app.settingsKnown &&
      app.workspace.loaded &&
      !app.settings.sampleShown &&
      [app.jobs, plate.items, app.workspace.cart, taking.intake.rows].every(({ length }) => length === 0)
    );
  }

  /** Once. A window that is loaded again before the sample is stored offers it again. */
  async offerSample(): Promise<void> {
    if (this.#sampleOffered) return;
    this.#sampleOffered = true;
    const { app, taking } = this.#prepare;
    await taking.intake.addSample();
    await app.workspace.flush();
    await app.changeSettings({ sampleShown: true });
  }
}
