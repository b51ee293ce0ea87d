/** Parts that are made from those of the plate: repaired, hollowed, split, turned, or written as 3MF. */
import type { Orientation } from '../../../../src-shared/geometry/placement/orientation.ts';
import type { RestingSide } from '../../../../src-shared/geometry/placement/resting-sides.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { type LengthUnit, metresPerUnit } from '../../../../src-shared/units/units.ts';
import type { AppState } from '../../../app-state.svelte.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import { onlyMesh, withColours } from '../../../geometry/drawn-mesh.ts';
import type { DrawnMesh, Making, WindowModel, WorkerTasks } from '../../../geometry/messages.ts';
import { madeName } from '../files/made-part.ts';
import { partValueOf, type ReadyModel } from '../files/ready-model.ts';
import type { LiveFiles, NewVersion } from '../live/live-files.svelte.ts';
import { withVersion } from '../live/with-version.ts';
import { uploadScaleOf } from '../materials/order-line.ts';
import { type MakingTask, Preview, type PreviewState, type PreviewTask } from './preview.svelte.ts';

/** Lengths in m. */
export interface HollowChoice {
  readonly wall: number;
  readonly hole: number;
  readonly holes: number;
}

/** The shape that the view shows in place of the selected part. */
interface Previewed {
  /** The part with the other shape. */
  readonly ready: ReadyModel;
  readonly task: PreviewTask;
  /** The part value to which it belongs. */
  readonly about: string;
}

/** The parts of Prepare that it works with. */
interface MakingParts {
  readonly app: AppState;
  readonly ready: ReadyModel | null;
  readonly batch: { readonly isOpen: boolean };
  readonly live: Pick<LiveFiles, 'versionFor'>;
  readonly readyWith: (item: PlateItem, model: WindowModel) => ReadyModel | null;
  showsWalls: boolean;
  readonly mark: (finding: null) => void;
  readonly setOpen: (section: 'checks', open: boolean) => void;
}

export class MadeParts {
  readonly repair: Preview<'repair'>;
  readonly hollow: Preview<'hollow'>;
  /** With the version of its file that was exported last. */
  readonly compare: Preview<'compare'>;
  readonly #prepare: MakingParts;
  readonly #geometry: GeometryClient;
  /** The part, and SHA-256 of its file, about which a person is asked how to hollow it. */
  #hollowing = $state<string | null>(null);
  /**
   * The other shape of the selected part, for as long as the view shows it. A card beside the view says so,
   * and where there is none, the view shows the part.
   */
  readonly previewed: Previewed | null = $derived.by(() => {
    const { ready, batch, live } = this.#prepare;
    if (!ready || batch.isOpen) return null;
    const { item } = ready;
    const about = partValueOf(item);
    for (const task of ['repair', 'hollow'] as const) {
      const state: PreviewState<MakingTask> | null = this[task].of(about);
      const model = state?.state === 'done' && this[task].isAfter ? state.result.model : null;
      const shown = model && this.#prepare.readyWith(item, model);
      if (shown) return { ready: shown, task, about };
    }
    const version = live.versionFor(item);
    if (!version?.model || !this.compare.isAfter || !this.comparedWith(item, version)) return null;
    const shown = this.#prepare.readyWith(withVersion(item, ready.model, version), version.model);
    return shown && { ready: shown, task: 'compare', about: comparisonOf(item, version) };
  });

  constructor(prepare: MakingParts, geometry: GeometryClient) {
    this.#prepare = prepare;
    this.#geometry = geometry;
    this.repair = new Preview(geometry, 'repair');
    this.hollow = new Preview(geometry, 'hollow');
    this.compare = new Preview(geometry, 'compare');
  }

  /** Shows what repair would change; nothing changes until the user accepts it. */
  startRepair(): void {
    const { ready } = this.#prepare;
    if (!ready) return;
    this.dismissOffers();
    this.#prepare.mark(null);
    this.#prepare.showsWalls = false;
    const { item, model } = ready;
    const making = makingOf(item, model, madeName(item.file.name, 'repair'));
    const hasColours = model.colours?.isColoured ?? false;
    const metresPerUnit = uploadScaleOf(item);
    const shownIn = this.#prepare.app.settings.displayUnit;
    void this.repair.start(partValueOf(item), { ...making, hasColours, metresPerUnit, shownIn });
  }

  /** Asks how to hollow the part. */
  askHollow(): void {
    this.#prepare.mark(null);
    this.#prepare.showsWalls = false;
    this.dismissOffers();
    this.#hollowing = this.#prepare.ready && hollowingOf(this.#prepare.ready);
    this.#prepare.setOpen('checks', true);
  }

  get isHollowing(): boolean {
    const { ready } = this.#prepare;
    return ready !== null && this.#hollowing === hollowingOf(ready);
  }

  /** Lengths in m. Shows what it would change; nothing changes until the user accepts it. */
  startHollow({ wall, hole, holes }: HollowChoice): void {
    const { ready } = this.#prepare;
    if (!ready) return;
    const { item, model } = ready;
    const metres = uploadScaleOf(item);
    void this.hollow.start(partValueOf(item), {
      ...makingOf(item, model, madeName(item.file.name, 'hollow')),
      hasColours: model.colours?.isColoured ?? false,
      wall: wall / metres,
      holeDiameter: hole / metres,
      holes,
    });
  }

  dismissOffers(): void {
    this.repair.dismiss();
    this.hollow.dismiss();
    this.compare.dismiss();
    this.#hollowing = null;
  }

  /** Ends what was made of a part, or compared with it, that is no more on the plate as it was. */
  endOthers(items: readonly PlateItem[]): void {
    const abouts = new Set(
      items.flatMap((item) => {
        const version = this.#prepare.live.versionFor(item);
        return [partValueOf(item), ...(version ? [comparisonOf(item, version)] : [])];
      }),
    );
    for (const preview of [this.repair, this.hollow, this.compare]) preview.keepFor(abouts);
  }

  comparedWith(item: PlateItem, version: NewVersion): PreviewState<'compare'> | null {
    return this.compare.of(comparisonOf(item, version));
  }

  startCompare(before: ReadyModel, after: ReadyModel, version: NewVersion): void {
    this.dismissOffers();
    this.#prepare.mark(null);
    void this.compare.start(comparisonOf(before.item, version), {
      old: onlyMesh(before.model.drawing),
      next: onlyMesh(after.model.drawing),
      factor: metresPerUnit[after.item.unit] / metresPerUnit[before.item.unit],
      areSolid: before.model.checks.watertight && after.model.checks.watertight,
    });
  }

  split(ready: ReadyModel, signal: AbortSignal): Promise<WorkerTasks['split']['out']> {
    return this.#geometry.run('split', makingOf(ready.item, ready.model, ready.item.file.name), { signal });
  }

  /** `item`: whose unit the made file states, if it is certain. */
  turn(
    item: PlateItem | null,
    model: WindowModel,
    name: string,
    orientation: Orientation,
  ): Promise<WorkerTasks['turn']['out']> {
    return this.#geometry.run('turn', { ...makingOf(item, model, name), orientation });
  }

  /** The sides on which a part can lie, in file units. */
  restingSides(mesh: DrawnMesh): Promise<readonly RestingSide[]> {
    return this.#geometry.run('resting-sides', { mesh: onlyMesh(mesh) });
  }

  write3mf(mesh: DrawnMesh, unit: LengthUnit, title: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#geometry.run('write-3mf', { mesh: onlyMesh(mesh), unit, title });
  }
}

const comparisonOf = (item: PlateItem, { file }: NewVersion): string => `${partValueOf(item)} ${file.sha256}`;

/** The question stays when the size changes; what was made for the other size does not. */
const hollowingOf = ({ item }: ReadyModel): string => `${item.id} ${item.file.sha256}`;

/** A unit that nobody is sure of must not be stated in a file, where nothing would ask about it any more. */
const makingOf = (item: PlateItem | null, { unit, drawing }: WindowModel, name: string): Making => ({
  name,
  mesh: withColours(drawing),
  unit: unit ?? (item?.unitConfirmed ? item.unit : null),
});
