/**
 * Prepare as a whole: the plate with its models, what is known about each part, and prices. Taking files
 * (files/taking), adding to the cart (materials/adding) and making new parts (checks/made-parts) are beside
 * it. Lives as long as the window, since files can be dropped on every screen; the screen only shows it.
 */

import { createContext } from 'svelte';
import type { CatalogMaterial } from '../../../src-shared/api/materials.ts';
import type { DeepCheck } from '../../../src-shared/geometry/checks/deep-check.ts';
import type { ThicknessMap } from '../../../src-shared/geometry/checks/thickness.ts';
import type { Finding } from '../../../src-shared/geometry/geometry.ts';
import { priceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import { mostPieces } from '../../../src-shared/ipc/apply-ops.ts';
import { originalOf, type PlateItem } from '../../../src-shared/ipc/plate-item.ts';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { escapeHoleOf } from '../../../src-shared/order-gate/escape-hole.ts';
import { partFacts } from '../../../src-shared/order-gate/facts-of-checks.ts';
import { type Process, technologyOf } from '../../../src-shared/order-gate/gate-material.ts';
import type { PartFacts } from '../../../src-shared/order-gate/part-facts.ts';
import { processOf } from '../../../src-shared/order-gate/process-of.ts';
import { mostUnasked, usualWallLimit } from '../../../src-shared/order-gate/unasked-check.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { GeometryClient } from '../../geometry/client.ts';
import { createWorker } from '../../geometry/create-worker.ts';
import type { WindowModel } from '../../geometry/messages.ts';
import { Proxies } from '../../geometry/proxies.svelte.ts';
import { formatPercent } from '../../ui/format.ts';
import { Batch } from './batch/batch.svelte.ts';
import {
  type DeepFacts,
  DeepInspector,
  type DeepQuestion,
  type DeepState,
} from './checks/deep-checks.svelte.ts';
import { MadeParts } from './checks/made-parts.svelte.ts';
import { type Marked, Marks } from './checks/marks.svelte.ts';
import { type CachedModel, ModelCache } from './files/model-cache.svelte.ts';
import { doubtsOf, type ReadyModel } from './files/ready-model.ts';
import { Taking } from './files/taking.svelte.ts';
import { UnitChoice } from './files/unit-choice.svelte.ts';
import { AlikeParts } from './identity/alike-parts.svelte.ts';
import { LiveFiles } from './live/live-files.svelte.ts';
import { Adding } from './materials/adding.svelte.ts';
import { EstimateCache } from './materials/estimates.svelte.ts';
import { listOffers, type Offer } from './materials/offers.ts';
import { addedNotice, uploadScaleOf } from './materials/order-line.ts';
import { PriceCache } from './materials/prices.svelte.ts';
import type { Step } from './plate/history.svelte.ts';
import { Plate } from './plate/plate.svelte.ts';

/** Answers that depend on the size of the part and on the limits of its material. */
const sizedChecks: readonly DeepCheck['kind'][] = ['trapped-powder', 'tiny-parts', 'thin-walls', 'thin-pins'];

export type PanelSection = 'size' | 'checks' | 'filter' | 'finishes' | 'table';

export class Prepare {
  readonly app: AppState;
  readonly plate: Plate;
  readonly modelCache: ModelCache;
  readonly taking: Taking;
  readonly prices: PriceCache;
  readonly estimates: EstimateCache;
  readonly #geometry = new GeometryClient(createWorker, {
    onPicture: (picture) => this.app.pictures.keep(picture),
  });
  readonly deep = new DeepInspector();
  readonly made = new MadeParts(this, this.#geometry);
  readonly marks = new Marks();
  /** Files that were exported again. */
  readonly live: LiveFiles;
  /** Simplified meshes of large parts, for the view. */
  readonly proxies = new Proxies(this.#geometry);
  /** Parts that are selected together. */
  readonly batch = new Batch(this);
  readonly units: UnitChoice;
  readonly adding = new Adding(this);
  readonly alike = new AlikeParts(this, this.#geometry);
  /** Whether the price against scale is shown. */
  showsCurve = $state(false);
  /** Whether the materials for several parts show where each part fails. */
  showsMatrix = $state(false);
  /** Whether the view colours the part by its walls. */
  showsWalls = $state(false);

  readonly ready: ReadyModel | null = $derived.by(() => this.readyOf(this.plate.selected));
  /** The question of the thorough check about the selected model. */
  readonly deepQuestion: DeepQuestion | null = $derived.by(() => this.ready && this.#questionOf(this.ready));
  /**
   * What thorough checks find out without being asked: the selected part comes first, then the others of the
   * plate.
   */
  readonly unasked: readonly DeepQuestion[] = $derived.by(() => {
    const others = this.plate.items.map((item) => this.readyOf(item));
    return [this.ready, ...others].flatMap((ready) =>
      ready && ready.model.measures.triangles <= mostUnasked ? this.#questionOf(ready) : [],
    );
  });
  readonly deepState: DeepState | null = $derived.by(
    () => this.deepQuestion && this.deep.of(this.deepQuestion),
  );
  /** The latest thorough answers. While a new check runs, only those that hold at any size. */
  readonly deepResults: readonly DeepCheck[] = $derived.by(() => {
    const { deepState, deepQuestion } = this;
    if (deepState?.state === 'done') return deepState.checks.results;
    if (!deepQuestion) return [];
    const known = this.deep.resultsOf(deepQuestion);
    if (known) return known;
    const earlier = this.deep.earlier(deepQuestion)?.results ?? [];
    return earlier.filter(({ kind }) => !sizedChecks.includes(kind));
  });
  /** Measured walls of the selected model; null until they are known for this size and limit. */
  readonly walls: ThicknessMap | null = $derived(
    this.deepState?.state === 'done' ? this.deepState.checks.thickness : null,
  );
  /** Everything that is known about the selected part, for the order gate. */
  readonly facts: PartFacts | null = $derived.by(() => this.ready && this.factsOf(this.ready));
  readonly offers: readonly Offer[] = $derived.by(() => (this.ready ? this.offersOf(this.ready) : []));
  readonly chosen: Offer | null = $derived.by(
    () => this.offers.find((offer) => offer.material.materialId === this.plate.selected?.materialId) ?? null,
  );
  constructor(app: AppState) {
    this.app = app;
    this.#geometry.warmUp();
    this.plate = new Plate(app.workspace);
    this.modelCache = new ModelCache(app.bridge, this.#geometry);
    this.live = new LiveFiles(
      app.originals,
      this.modelCache,
      async (model, { name }, orientation) => (await this.made.turn(null, model, name, orientation)).model,
    );
    this.prices = new PriceCache(app.bridge);
    this.estimates = new EstimateCache(app.bridge);
    this.units = new UnitChoice(app, this.plate, () => this.ready);
    app.workspace.onLoss((sha256) => this.plate.history.forget(sha256));
    this.taking = new Taking(this, this.#geometry);
  }

  /** All facts about any part of the plate, whether it is selected or not. */
  factsOf(ready: ReadyModel): PartFacts {
    return this.#factsWith(ready, this.deep.factsOf(this.#questionOf(ready)));
  }

  #factsWith(ready: ReadyModel, thorough: DeepFacts | null): PartFacts {
    const { item, model } = ready;
    const earlier = this.alike.earlierOf(item);
    return partFacts({
      checks: model.checks,
      thorough,
      metresPerUnit: uploadScaleOf(item),
      hasColours: model.colours?.isColoured ?? false,
      possibleUnits: this.units.possibleOf(item, model),
      doubts: doubtsOf(ready),
      versionOf: earlier ? this.plate.nameOf(earlier) : undefined,
    });
  }

  /** Whether the verdict on a part waits for its thorough check. */
  isChecking(ready: ReadyModel): boolean {
    const question = this.#questionOf(ready);
    if (this.deep.factsOf(question)) return false;
    const state = this.deep.of(question);
    return state ? state.state === 'running' : ready.model.measures.triangles <= mostUnasked;
  }

  /**
   * A part in every material, or in these, with price and verdict: for list, button, table and several parts
   * alike. `isQuick`: by what reading the file found alone.
   */
  offersOf(
    ready: ReadyModel,
    { materials, isQuick = false }: { materials?: readonly CatalogMaterial[]; isQuick?: boolean } = {},
  ): readonly Offer[] {
    const { catalog, settings } = this.app;
    if (!catalog) return [];
    const { geometry, item } = ready;
    const isSelected = item.id === this.plate.selected?.id;
    const earlier = isSelected && this.prices.isAsking ? this.prices.earlier : null;
    const part = isQuick
      ? { geometry, facts: this.#factsWith(ready, null) }
      : { geometry, facts: this.factsOf(ready), isChecking: this.isChecking(ready) };
    return listOffers(
      materials ? { ...catalog, materials } : catalog,
      part,
      this.prices.peek(geometry) ?? earlier,
      settings.displayUnit,
      isSelected ? this.estimates.known : null,
    );
  }

  #questionOf({ item, model }: ReadyModel): DeepQuestion {
    return {
      sha256: item.file.sha256,
      shape: originalOf(item).sha256,
      drawing: model.drawing,
      minWall: this.#wallLimitOf(item),
      escapeHole: this.#escapeHoleOf(item),
      metresPerUnit: uploadScaleOf(item),
      shownIn: this.app.settings.displayUnit,
    };
  }

  /** Thinnest wall that counts as good, m: the user's limit, or else that of the material's printer. */
  get wallLimit(): number {
    return this.#wallLimitOf(this.plate.selected);
  }
  #wallLimitOf(item: PlateItem | null): number {
    return this.app.settings.wallLimit ?? this.#processOf(item)?.material.minimumWall ?? usualWallLimit;
  }

  /**
   * How wide an opening must be in the technology of the chosen material, m; null if nothing has to get out.
   */
  get escapeHole(): number | null {
    return this.#escapeHoleOf(this.plate.selected);
  }
  #escapeHoleOf(item: PlateItem | null): number | null {
    const process = this.#processOf(item);
    return escapeHoleOf(process && technologyOf(process));
  }

  /**
   * From the catalogue and not from the offer, whose verdict depends on it. Null for a part without a
   * material.
   */
  #processOf(item: Pick<PlateItem, 'materialId'> | null): Process | null {
    const { catalog } = this.app;
    const material = catalog?.materials.find(({ materialId }) => materialId === item?.materialId);
    return catalog && material ? processOf(material, catalog.printers) : null;
  }

  /** The colour of the item's material according to the service. A high-contrast theme keeps its own. */
  colorOf({ materialId }: PlateItem): string | undefined {
    if (this.app.settings.theme === 'high-contrast') return undefined;
    return this.app.catalog?.materials.find((material) => material.materialId === materialId)?.look
      ?.baseColor;
  }

  /** The finding that is marked on the selected model, while it is one of those that are listed. */
  get marked(): Marked | null {
    const { ready, deepResults } = this;
    const marked = this.marks.of(ready?.item.id);
    const isListed =
      marked &&
      (ready?.model.checks.findings.includes(marked.finding) ||
        deepResults.some(({ finding }) => finding === marked.finding));
    return isListed ? marked : null;
  }
  mark(finding: Finding | null): void {
    if (finding && this.ready) this.marks.set(this.ready.item.id, finding, this.ready.model.drawing);
    else this.marks.clear();
  }

  /** Whether a section of the panel is open; `usual` until someone opened or closed it. */
  isOpen(section: PanelSection, usual: boolean): boolean {
    return this.app.settings.openSections?.[section] ?? usual;
  }
  setOpen(section: PanelSection, open: boolean): void {
    const { openSections } = this.app.settings;
    void this.app.changeSettings({ openSections: { ...openSections, [section]: open } });
  }

  /** The plate is shown as a table in place of the view. */
  get isTable(): boolean {
    return this.isOpen('table', false) && this.plate.items.length > 0;
  }

  modelOf(item: PlateItem | null): CachedModel | undefined {
    return item ? this.modelCache.get(item.file.sha256) : undefined;
  }

  readyOf(item: PlateItem | null): ReadyModel | null {
    const shelved = this.modelOf(item);
    return item && shelved?.state === 'ready' ? this.readyWith(item, shelved.model) : null;
  }

  /** The part with another model than that of its file. */
  readyWith(item: PlateItem, model: WindowModel): ReadyModel | null {
    if (!model.measures.bounds) return null;
    const scale = uploadScaleOf(item);
    const sides = sizeOf(model.measures.bounds);
    return {
      item,
      model,
      size: [sides[0] * scale, sides[1] * scale, sides[2] * scale],
      geometry: priceGeometry(model.measures, scale),
    };
  }

  changeScale(scale: number): void {
    const item = this.plate.selected;
    if (!item || !(scale > 0) || !Number.isFinite(scale)) return;
    // What was added was of another size.
    this.app.notices.withdraw(addedNotice);
    this.plate.change(
      item.id,
      { scale },
      ref('prepare.step.scale', { file: item.file.name, scale: formatPercent(scale, 2) }),
      'scale',
    );
  }

  changeQuantity(quantity: number): void {
    if (this.plate.selected) this.changeQuantityOf(this.plate.selected.id, quantity);
  }
  changeQuantityOf(id: string, quantity: number): void {
    const item = this.plate.items.find((candidate) => candidate.id === id);
    const pieces = Math.min(mostPieces, Math.max(1, Math.round(quantity)));
    if (!item || pieces === item.quantity) return;
    this.plate.change(
      item.id,
      { quantity: pieces },
      ref('prepare.step.quantity', { quantity: pieces, file: item.file.name }),
      'quantity',
    );
  }

  chooseMaterial(materialId: number): void {
    if (this.plate.selected) this.chooseMaterialOf(this.plate.selected.id, materialId);
  }
  chooseMaterialOf(id: string, materialId: number): void {
    const item = this.plate.items.find((candidate) => candidate.id === id);
    if (!item) return;
    const material = this.app.material(materialId)?.title ?? ref('prepare.anotherMaterial');
    const step = ref('prepare.step.material', { material, file: item.file.name });
    this.plate.change(id, { materialId, materialBy: 'person' }, step, 'material');
    this.rememberMaterial(materialId);
  }

  /** Parts that come later begin with it. */
  rememberMaterial(materialId: number): void {
    const lastMaterial = this.app.material(materialId)?.title;
    if (lastMaterial !== undefined && lastMaterial !== this.app.settings.lastMaterial)
      void this.app.changeSettings({ lastMaterial });
  }

  remove(id: string): void {
    const item = this.plate.items.find((candidate) => candidate.id === id);
    if (!item) return;
    const name = this.plate.nameOf(item);
    this.plate.remove(id);
    this.saySo('info', ref('prepare.removed', { file: name }));
  }

  /** Says what the newest step did, with a button that undoes it. */
  saySo(severity: 'info' | 'ok', message: MessageRef): void {
    const step = this.plate.history.newest;
    this.app.notices.add({
      severity,
      message,
      action: { label: ref('ui.undo'), run: () => this.undo(step) },
    });
  }

  /** `only`: undoes this step, and none of the later ones. */
  undo(only: Step | null = null): void {
    const step = only ? this.plate.undoOnly(only) : this.plate.undo();
    if (step) this.app.notices.add({ severity: 'info', message: ref('prepare.undone', { step }) });
  }

  redo(): void {
    const step = this.plate.redo();
    if (step) this.app.notices.add({ severity: 'info', message: ref('prepare.redone', { step }) });
  }

  /** Stops everything that runs. */
  close(): void {
    this.prices.close();
    this.deep.close();
    this.#geometry.close();
  }
}

const [getPrepare, setPrepare] = createContext<Prepare>();

export { getPrepare, setPrepare };
