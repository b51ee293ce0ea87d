/**
 * Connects Prepare with what changes around it. Each effect has one purpose; the rules are in the modules
 * that they call.
 */
import { untrack } from 'svelte';
import { lateFindings } from '../checks/late-findings.ts';
import { FirstFiles } from '../files/first-files.svelte.ts';
import { firstMaterials } from '../materials/first-material.ts';
import { addedNotice } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';

/** Delay so that picture and prices come first and a changing number comes to rest, ms. */
const deepPause = 300;

/** How often the files of parts are checked for new versions, ms. */
const checkEvery = 2000;

/** Call while a component is created; ends with that component. */
export function keepInStep(prepare: Prepare): void {
  $effect(() => () => prepare.close());
  readModels(prepare);
  endPreviews(prepare);
  checkThoroughly(prepare);
  askPrices(prepare);
  fillIn(prepare);
  takeFiles(prepare);
  watchFiles(prepare);
  compareParts(prepare);
}

function readModels({ app, plate, modelCache, deep }: Prepare): void {
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
    untrack(() => deep.keep(hashes));
  });
}

function endPreviews({ made, plate }: Prepare): void {
  $effect(() => made.endOthers(plate.items));
}

function checkThoroughly(prepare: Prepare): void {
  const { deep } = prepare;
  const { intake } = prepare.taking;
  $effect(() => {
    const { unasked, deepQuestion } = prepare;
    // A large selected model is checked only on request, which goes on as long as it is selected.
    untrack(() => deep.yieldTo(deepQuestion ? [deepQuestion, ...unasked] : unasked));
    const next = deep.next(unasked, deepQuestion);
    const isAskedFor = deepQuestion !== null && deep.of(deepQuestion)?.state === 'running';
    if (!next || isAskedFor || intake.rows.some(({ error, does }) => !error && does !== 'copy')) return;
    const timer = setTimeout(() => void deep.start(next), deepPause);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    const { showsWalls, walls, deepQuestion } = prepare;
    if (showsWalls && walls && deepQuestion) untrack(() => void deep.drawMap(deepQuestion, walls));
  });
}

function askPrices(prepare: Prepare): void {
  const { app, plate, prices, estimates } = prepare;
  $effect(() => prices.want(prepare.ready?.geometry ?? null, prepare.ready?.item.id ?? null));
  $effect(() => estimates.want(prices.isAway ? (prepare.ready?.geometry ?? null) : null));
  $effect(() => {
    const parts = plate.items.flatMap((item) => prepare.readyOf(item)?.geometry ?? []);
    if (app.online) untrack(() => void prices.wantAll(parts));
  });
  // Once each time the service comes back; while it is reachable, the price cache retries by itself.
  $effect(() => {
    if (app.online) untrack(() => prices.serviceIsBack());
  });
  $effect(() => prices.useAccount(app.status?.account.id ?? null));
}

function fillIn(prepare: Prepare): void {
  const { app, plate } = prepare;
  $effect(() => {
    for (const { id, materialId } of firstMaterials(prepare))
      plate.fillIn(id, { materialId, materialBy: 'fabdesk' });
  });
  $effect(() => {
    for (const { id, facts } of lateFindings(prepare)) untrack(() => app.workspace.updateLine(id, { facts }));
  });
  $effect(() => {
    if (app.screen === 'cart') untrack(() => app.notices.withdraw(addedNotice));
  });
}

function compareParts(prepare: Prepare): void {
  const { alike, plate } = prepare;
  $effect(() => alike.compare(plate.items.flatMap((item) => prepare.readyOf(item) ?? [])));
}

function takeFiles(prepare: Prepare): void {
  const { app } = prepare;
  const first = new FirstFiles(prepare);
  // Before the sample is offered: a plate on which something is about to be is not empty.
  $effect(() => {
    if (app.workspace.loaded && app.workspace.left.length > 0) untrack(() => prepare.taking.left());
  });
  $effect(() => {
    void first.takeOpened();
    return app.bridge.on('opened', ({ failed }) => {
      for (const error of failed) app.notices.addError(error);
      void first.takeOpened();
    });
  });
  $effect(() => {
    if (first.wantsSample) untrack(() => void first.offerSample());
  });
}

/**
 * Checks for new versions regularly, and when the window gets the focus: the CAD program that exported a file
 * had it before.
 */
function watchFiles({ app, plate, live }: Prepare): void {
  $effect(() => {
    const check = () => {
      if (document.visibilityState !== 'visible' || !app.attached) return;
      const ordered = app.workspace.cart.flatMap(({ file, original }) => original ?? file ?? []);
      void live.check(plate.items, ordered);
    };
    const timer = setInterval(check, checkEvery);
    window.addEventListener('focus', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', check);
    };
  });
}
