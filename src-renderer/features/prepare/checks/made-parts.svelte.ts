/** Parts that are made from those of the plate: repaired, hollowed, split, turned, or written as 3MF. */
import type { Orientation } from '../../../../src-shared/geometry/placement/orientation.ts';
import type { RestingSide } from '../../../../src-shared/geometry/placement/resting-sides.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import type { AppState } from '../../../app-state.svelte.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import { onlyMesh, withColours } from '../../../geometry/drawn-mesh.ts';
import type { DrawnMesh, MadeFile, Making, WindowModel, WorkerTasks } from '../../../geometry/messages.ts';
import type { ReadyModel } from '../files/ready-model.ts';
import { uploadScaleOf } from '../materials/order-line.ts';
import { MadeOffer, madeName } from './made-offer.svelte.ts';

/** Lengths in m. */
export interface HollowChoice {
  readonly wall: number;
  readonly hole: number;
  readonly holes: number;
}

/** The parts of Prepare that it works with. */
interface MakingParts {
  readonly app: AppState;
  readonly ready: ReadyModel | null;
  showsWalls: boolean;
  readonly mark: (finding: null) => void;
  readonly setOpen: (section: 'checks', open: boolean) => void;
}

export class MadeParts {
  readonly repair: MadeOffer<'repair'>;
  readonly hollow: MadeOffer<'hollow'>;
  readonly #prepare: MakingParts;
  readonly #geometry: GeometryClient;
  /** SHA-256 of the file about which a person is asked how to hollow it. */
  #hollowing = $state<string | null>(null);

  constructor(prepare: MakingParts, geometry: GeometryClient) {
    this.#prepare = prepare;
    this.#geometry = geometry;
    this.repair = new MadeOffer(geometry, 'repair');
    this.hollow = new MadeOffer(geometry, 'hollow');
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
    void this.repair.start(item.file.sha256, { ...making, hasColours, metresPerUnit, shownIn });
  }

  /** Asks how to hollow the part. */
  askHollow(): void {
    this.#prepare.mark(null);
    this.#prepare.showsWalls = false;
    this.repair.dismiss();
    this.#hollowing = this.#prepare.ready?.item.file.sha256 ?? null;
    this.#prepare.setOpen('checks', true);
  }

  get isHollowing(): boolean {
    const sha256 = this.#prepare.ready?.item.file.sha256;
    return sha256 !== undefined && (this.#hollowing === sha256 || this.hollow.of(sha256) !== null);
  }

  /** Lengths in m. Shows what it would change; nothing changes until the user accepts it. */
  startHollow({ wall, hole, holes }: HollowChoice): void {
    const { ready } = this.#prepare;
    if (!ready) return;
    const { item, model } = ready;
    const metres = uploadScaleOf(item);
    void this.hollow.start(item.file.sha256, {
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
    this.#hollowing = null;
  }

  /** The part that an offer would make of the selected one, while the view shows it. */
  get offered(): WindowModel | null {
    const sha256 = this.#prepare.ready?.item.file.sha256;
    if (sha256 === undefined) return null;
    for (const offer of [this.repair, this.hollow]) {
      const state = offer.of(sha256);
      if (state?.state === 'offered' && offer.isAfter) return state.result.model;
    }
    return null;
  }

  split(ready: ReadyModel, signal: AbortSignal): Promise<readonly MadeFile[]> {
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

/** A unit that nobody is sure of must not be stated in a file, where nothing would ask about it any more. */
const makingOf = (item: PlateItem | null, { unit, drawing }: WindowModel, name: string): Making => ({
  name,
  mesh: withColours(drawing),
  unit: unit ?? (item?.unitConfirmed ? item.unit : null),
});
