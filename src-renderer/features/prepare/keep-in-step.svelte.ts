/**
 * What Prepare does automatically: reads the models on the plate, requests prices, selects a first material, accepts
 * files opened from outside, and offers the sample part on the first start.
 */
import { untrack } from 'svelte';
import { firstOffer } from './offers.ts';
import { addedNotice, type Prepare } from './prepare.svelte.ts';

/** Models up to this many triangles are checked thoroughly without being asked. */
export const mostByItself = 300_000;
/** Delay so that picture and prices come first, and a changing number settles, ms. */
const deepPause = 700;

/** Call while a component is created; lasts until that component goes. */
export function keepInStep(prepare: Prepare): void {
  const { app, plate, modelCache, prices, intake } = prepare;
  /** Whether the sample is wanted is unknown until files opened from outside are known. */
  let openedTaken = $state(false);

  $effect(() => {
    const { items } = plate;
    untrack(() => {
      for (const item of items) void modelCache.load(item.file);
    });
  });
  $effect(() => {
    if (!app.workspace.loaded) return;
    const { hashes } = plate;
    modelCache.keep(hashes);
    untrack(() => prepare.deep.keep(hashes));
  });

  $effect(() => {
    const { ready, deepQuestion, deepState, deep } = prepare;
    untrack(() => deep.yieldTo(ready?.item.file.sha256 ?? null));
    const isLight = (ready?.model.measures.triangles ?? Infinity) <= mostByItself;
    if (!deepQuestion || deepState || !isLight || intake.rows.some((row) => !row.error)) return;
    const timer = setTimeout(() => void deep.start(deepQuestion), deepPause);
    return () => clearTimeout(timer);
  });

  $effect(() => prices.want(prepare.ready?.geometry ?? null));
  // Once each time the service comes back; while it is reachable, the price cache retries by itself.
  $effect(() => {
    if (!app.online) return;
    untrack(() => {
      if (prices.quote?.source === 'cached' || prices.error) prices.refresh();
    });
  });
  let account: string | null = null;
  $effect(() => {
    const now = app.status?.account.id ?? null;
    if (account !== null && now !== account) prices.forget();
    account = now;
  });

  $effect(() => {
    const { ready } = prepare;
    if (!ready || ready.item.materialId !== null || !prices.quote) return;
    const materialId = firstMaterial(prepare);
    if (materialId !== null) plate.fillIn(ready.item.id, { materialId });
  });

  $effect(() => {
    // Also what was opened before this window was there.
    const takeOpened = async () => {
      const opened = await app.bridge.invoke('app.takeOpened', {});
      if (opened.ok) for (const file of opened.value) prepare.takeSpooled(file);
      openedTaken = true;
    };
    void takeOpened();
    return app.bridge.on('opened', () => void takeOpened());
  });
  $effect(() => {
    const isFirst =
      openedTaken &&
      app.settingsKnown &&
      app.workspace.loaded &&
      !app.settings.sampleShown &&
      app.jobs.length === 0;
    if (!isFirst || plate.items.length > 0 || app.workspace.cart.length > 0 || intake.rows.length > 0) return;
    void app.changeSettings({ sampleShown: true });
    void intake.addSample();
  });

  $effect(() => {
    if (app.screen === 'cart') untrack(() => app.notices.withdraw(addedNotice));
  });

  $effect(() => () => prepare.close());
}

/** The material of the last model, or the first offer; null while neither is known. */
function firstMaterial({ plate, offers }: Prepare): number | null {
  const used = plate.items.findLast((item) => item.materialId !== null)?.materialId ?? null;
  const usedOffer = offers.find((offer) => offer.material.materialId === used);
  if (usedOffer?.fits && usedOffer.price !== null) return used;
  return firstOffer(offers)?.material.materialId ?? null;
}
