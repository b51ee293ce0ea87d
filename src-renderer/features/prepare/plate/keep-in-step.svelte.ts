/**
 * What Prepare does automatically: reads the models on the plate, requests prices, selects a first material, accepts
 * files opened from outside, and offers the sample part on the first start.
 */
import { untrack } from 'svelte';
import type { CartLine } from '../../../../src-shared/ipc/cart-line.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { PartFacts } from '../../../../src-shared/order-gate/part-facts.ts';
import { firstOffer, listOffers, type Offer } from '../materials/offers.ts';
import { addedNotice, uploadScaleOf } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';
import type { Plate } from './plate.svelte.ts';

/** Delay so that picture and prices come first and a changing number comes to rest, ms. */
const deepPause = 700;

/** How often the files of parts are looked at, ms. */
const lookEvery = 2000;

/** Call while a component is created; ends with that component. */
export function keepInStep(prepare: Prepare): void {
  const { app, plate, modelCache, prices, intake } = prepare;
  /** Whether to show the sample is unknown until files opened from outside are known. */
  let openedTaken = $state(false);
  let sampleOffered = false;
  /** A window that is loaded again before the sample is stored offers it again. */
  const offerSample = async () => {
    await intake.addSample();
    await app.workspace.flush();
    await app.changeSettings({ sampleShown: true });
  };

  $effect(() => modelCache.prefer(plate.selected?.file.sha256 ?? null));
  $effect(() => {
    // Bytes that are still being copied are read once they are there.
    const files = plate.items
      .map(({ file }) => file)
      .filter(({ sha256 }) => !app.workspace.isCopying(sha256));
    untrack(() => {
      for (const file of files) void modelCache.load(file);
    });
  });
  $effect(() => {
    if (!app.workspace.loaded) return;
    const { hashes } = plate;
    modelCache.keep(hashes);
    untrack(() => prepare.deep.keep(hashes));
  });

  $effect(() => {
    const { unasked, deepQuestion, deep } = prepare;
    // A large selected model is checked only on request, which goes on as long as it is selected.
    untrack(() => deep.yieldTo(deepQuestion ? [deepQuestion, ...unasked] : unasked));
    const next = deep.next(unasked, deepQuestion);
    const isAskedFor = deepQuestion !== null && deep.of(deepQuestion)?.state === 'running';
    if (!next || isAskedFor || intake.rows.some((row) => !row.error)) return;
    const timer = setTimeout(() => void deep.start(next), deepPause);
    return () => clearTimeout(timer);
  });

  $effect(() => {
    const { showsWalls, walls, deepQuestion, deep } = prepare;
    if (showsWalls && walls && deepQuestion) untrack(() => void deep.drawMap(deepQuestion, walls));
  });

  $effect(() => prices.want(prepare.ready?.geometry ?? null, prepare.ready?.item.id ?? null));
  $effect(() => {
    const items = prepare.isTable ? prepare.plate.items : prepare.batch.items;
    const parts = items.flatMap((item) => prepare.readyOf(item)?.geometry ?? []);
    if (app.online) untrack(() => void prices.wantAll(parts));
  });
  $effect(() => prepare.estimates.want(prices.isAway ? (prepare.ready?.geometry ?? null) : null));
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
    if (!ready || !(prices.quote || prices.isAway) || !app.catalog) return;
    const { id, materialId, materialBy } = ready.item;
    const isRefused = materialBy === 'fabdesk' && prepare.chosen?.verdict.level === 'refused';
    if (materialId !== null && !isRefused) return;
    const first = firstMaterial(plate, prepare.offers, prices.isAway);
    if (first !== materialId) plate.fillIn(id, { materialId: first, materialBy: 'fabdesk' });
  });

  // In the table, parts begin with a material before anybody selects them.
  $effect(() => {
    const { catalog, settings } = app;
    if (!catalog || !prepare.isTable) return;
    for (const item of plate.items) {
      const ready = item.materialId === null ? prepare.readyOf(item) : null;
      const quote = ready && prices.peek(ready.geometry);
      if (!ready || !quote) continue;
      const part = { geometry: ready.geometry, facts: prepare.factsOf(ready) };
      const first = firstMaterial(plate, listOffers(catalog, part, quote, settings.displayUnit), false);
      if (first !== null) plate.fillIn(item.id, { materialId: first, materialBy: 'fabdesk' });
    }
  });

  // Passes later findings of the thorough check on to the parts in the cart.
  $effect(() => {
    for (const line of app.workspace.cart) {
      const facts = thoroughFactsOf(prepare, line);
      if (!facts) continue;
      // Whoever added it was certain of its unit.
      const now = {
        ...facts,
        hasColours: facts.hasColours ?? line.facts?.hasColours ?? null,
        possibleUnits: [],
      };
      if (JSON.stringify(line.facts) !== JSON.stringify(now)) {
        untrack(() => app.workspace.updateLine(line.id, { facts: now }));
      }
    }
  });

  // Before the sample is offered: a plate on which something is about to be is not empty.
  $effect(() => {
    if (app.workspace.loaded && app.workspace.left.length > 0) untrack(() => prepare.takeLeft());
  });
  $effect(() => {
    // Also files that were opened before this window existed.
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
      !sampleOffered &&
      app.settingsKnown &&
      app.workspace.loaded &&
      !app.settings.sampleShown &&
      app.jobs.length === 0;
    if (!isFirst || plate.items.length > 0 || app.workspace.cart.length > 0 || intake.rows.length > 0) return;
    sampleOffered = true;
    untrack(() => void offerSample());
  });

  $effect(() => {
    if (app.screen === 'cart') untrack(() => app.notices.withdraw(addedNotice));
  });

  $effect(() => {
    // Programs that export a file are in front while they do, and the window is looked at afterwards.
    const look = () => {
      if (document.visibilityState === 'visible' && app.attached) void lookForVersions(prepare);
    };
    const timer = setInterval(look, lookEvery);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
    };
  });

  $effect(() => () => prepare.close());
}

/**
 * The material that the person chose last, or the first offer; null if every one will be refused or has neither price nor
 * estimate.
 */
function firstMaterial(plate: Plate, offers: readonly Offer[], isAway: boolean): number | null {
  const used = plate.items.findLast((item) => item.materialBy === 'person')?.materialId ?? null;
  const usedOffer = offers.find((offer) => offer.material.materialId === used);
  const canBeAdded = usedOffer && (usedOffer.price !== null || isAway);
  if (canBeAdded && usedOffer.verdict.level !== 'refused') return used;
  return firstOffer(offers)?.material.materialId ?? null;
}

const lookForVersions = ({ app, plate, live }: Prepare): Promise<void> =>
  live.look(
    plate.items,
    app.workspace.cart.flatMap(({ file, original }) => original ?? file ?? []),
  );

/**
 * Facts of a finished thorough check of the file and size that the line orders; null if there is none. Of several such
 * parts, the selected one counts, then one in the material of the line.
 */
function thoroughFactsOf(prepare: Prepare, line: CartLine): PartFacts | null {
  const { plate, ready, facts, deepState } = prepare;
  const parts = plate.items.filter(
    (item) => item.file.sha256 === line.file?.sha256 && uploadScaleOf(item) === line.uploadScale,
  );
  // Also where a question had to stay open, as on parts too large to search for trapped powder.
  if (deepState?.state === 'done' && facts?.thorough && parts.some(({ id }) => id === ready?.item.id))
    return facts;
  const inMaterial = (item: PlateItem) => Number(item.materialId === line.materialId);
  for (const item of parts.toSorted((a, b) => inMaterial(b) - inMaterial(a))) {
    const other = prepare.readyOf(item);
    const found = other && prepare.factsOf(other);
    if (found?.thorough) return found;
  }
  return null;
}
