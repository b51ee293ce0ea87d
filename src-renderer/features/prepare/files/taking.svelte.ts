/**
 * Takes the files that a person hands over: parts lists are read for what they say about others, the intake
 * reads the models, and each finished one gets its place on the plate, in the order in which they came.
 */
import { isPartsList } from '../../../../src-shared/csv/is-parts-list.ts';
import type { OpenedFile } from '../../../../src-shared/ipc/opened-file.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { type LengthUnit, metresPerUnit } from '../../../../src-shared/units/units.ts';
import type { AppState } from '../../../app-state.svelte.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import { t } from '../../../ui/language.svelte.ts';
import type { AlikeParts } from '../identity/alike-parts.svelte.ts';
import { mostItems, type Plate } from '../plate/plate.svelte.ts';
import { Intake, type NewPart, type PlannedPart } from './intake.svelte.ts';
import type { ModelCache } from './model-cache.svelte.ts';
import type { RefusedRows } from './parts-lists.ts';
import type { UnitChoice } from './unit-choice.svelte.ts';

/** How long a first file waits for the catalogue, whose printers are evidence for its unit, ms. */
const catalogPatience = 2000;

/** The parts of Prepare that it works with. */
interface TakingParts {
  readonly app: AppState;
  readonly plate: Plate;
  readonly units: UnitChoice;
  readonly modelCache: ModelCache;
  readonly alike: Pick<AlikeParts, 'add'>;
}

export class Taking {
  readonly #prepare: TakingParts;
  readonly intake: Intake;
  /** The order in which models were added, by id; they keep it in whichever order they finish reading. */
  readonly #turns = new Map<string, number>();
  /** Rows of parts lists that were not taken, until a person has seen them. */
  refusedRows = $state.raw<readonly RefusedRows[]>([]);

  constructor(prepare: TakingParts, geometry: GeometryClient) {
    this.#prepare = prepare;
    this.intake = new Intake({
      bridge: prepare.app.bridge,
      workspace: prepare.app.workspace,
      geometry,
      modelCache: prepare.modelCache,
      place: (...arrived) => this.#place(...arrived),
      changed: (...file) => this.#tellChanged(...file),
    });
  }

  /** `stays`: keeps the current screen and only shows a notice. */
  files(
    files: readonly File[],
    { stays = false, paths = new Map() }: { stays?: boolean; paths?: ReadonlyMap<File, string> } = {},
  ): void {
    const lists = files.filter(({ name }) => isPartsList(name));
    const given = files.filter(({ name }) => !isPartsList(name));
    // Said once, before they are read. The last place is never refused here: the file may be there already.
    const reading = this.intake.rows.filter(({ error }) => error === null).length;
    const models = given.slice(0, Math.max(1, mostItems - this.#prepare.plate.items.length - reading));
    const count = given.length - models.length;
    if (count > 0)
      this.#prepare.app.notices.add({
        severity: 'warning',
        message: ref('prepare.plateFullFor', { most: mostItems, count }),
      });
    if (lists.length === 0) this.intake.addFiles(models);
    else void this.#takeLists(lists, models, paths);
    const taken = models.length > 0 ? models : lists;
    this.#showTaken(
      taken.map(({ name }) => name),
      stays,
    );
  }

  async #takeLists(
    lists: readonly File[],
    models: readonly File[],
    paths: ReadonlyMap<File, string>,
  ): Promise<void> {
    const { app, plate } = this.#prepare;
    // Most people never drop one.
    const { readLists } = await import('./parts-lists.ts');
    await Promise.race([app.catalogAnswered, new Promise((resolve) => setTimeout(resolve, catalogPatience))]);
    const { listed, leftOut, refused } = await readLists(
      { lists, models, paths },
      app.catalog?.materials ?? [],
      mostItems - plate.items.length,
    );
    this.intake.addFiles(
      models.filter((model) => !leftOut.has(model)),
      listed,
    );
    this.refusedRows = [...this.refusedRows, ...refused];
  }

  paths(paths: readonly string[], { stays = false } = {}): void {
    for (const path of paths) this.intake.addPath(path);
    this.#showTaken(paths, stays);
  }
  /** Files on which a window was working when it was closed. */
  left(): void {
    const { workspace, notices } = this.#prepare.app;
    for (const left of workspace.left) {
      const { id, name, sha256, isAgain } = left;
      if (this.intake.addLeft(left)) {
        workspace.arrived(id);
        continue;
      }
      // Without parts and lines, the person has removed it.
      if (sha256 === undefined || workspace.names(sha256)) {
        const why = isAgain ? 'prepare.leftTwice' : 'prepare.leftUncopied';
        const message = ref(this.#isOrdered(sha256) ? `${why}Ordered` : why, { file: name });
        notices.add({ severity: 'warning', message });
      }
      if (sha256 === undefined) workspace.arrived(id);
      else workspace.lose(id, sha256);
    }
  }

  #isOrdered(sha256: string | undefined): boolean {
    return (
      sha256 !== undefined && this.#prepare.app.workspace.cart.some(({ file }) => file?.sha256 === sha256)
    );
  }
  spooled(file: OpenedFile): void {
    this.intake.addSpooled(file);
    this.#prepare.app.navigate('prepare');
  }

  #showTaken(names: readonly string[], stays: boolean): void {
    if (!stays) {
      this.#prepare.app.navigate('prepare');
      return;
    }
    const files = (names.length === 1 && names[0]) || ref('prepare.files', { count: names.length });
    this.#prepare.app.notices.add({ severity: 'info', message: ref('prepare.tookFiles', { files }) });
  }

  #tellChanged({ name }: SpooledFile, before: string): void {
    if (this.#isOrdered(before))
      this.#prepare.app.notices.add({
        severity: 'warning',
        message: ref('prepare.leftChanged', { file: name }),
      });
  }

  async #place(
    file: SpooledFile,
    model: WindowModel,
    known: LengthUnit | null,
    turn: number,
    planned: readonly PlannedPart[],
    placing?: () => void,
  ): Promise<readonly string[]> {
    const { app, plate, units, modelCache, alike } = this.#prepare;
    await app.workspace.answered;
    await Promise.race([app.catalogAnswered, new Promise((resolve) => setTimeout(resolve, catalogPatience))]);
    const isPlaced = ({ id }: PlannedPart) => plate.items.some((item) => item.id === id);
    const added = planned.filter((part) => !isPlaced(part)).slice(0, mostItems - plate.items.length);
    const taken = planned.filter((part) => isPlaced(part) || added.includes(part));
    if (taken.length === 0) {
      throw new CodedError('plate-full', t('prepare.plateFull', { most: mostItems }));
    }
    const [best] = units.propose({ file }, model);
    const unit = known ?? best?.unit ?? 'mm';
    const isCertain = known !== null || (best?.likely === true && unit === model.assumedUnit);
    const isNewest = [...this.#turns.values()].every((other) => other < turn);
    // In one step with the plate: the cache drops models that are on no plate.
    placing?.();
    app.originals.forget(file);
    modelCache.put(file.sha256, model);
    return taken.map((part) => {
      const now = plate.items.find(({ id }) => id === part.id) ?? part;
      const item: PlateItem =
        'unitConfirmed' in now ? { ...now, file } : itemOf(file, now, unit, isCertain, known === null);
      this.#turns.set(item.id, turn);
      if (now === part) alike.add(item.id);
      const later = plate.items.findIndex(({ id }) => (this.#turns.get(id) ?? 0) > turn);
      plate.add(item, isNewest, later < 0 ? plate.items.length : later);
      return item.id;
    });
  }
}

function itemOf(
  file: SpooledFile,
  { unit: listed, scale = 1, uploadScale, ...part }: NewPart,
  proposed: LengthUnit,
  isCertain: boolean,
  countsList: boolean,
): PlateItem {
  // What the file itself states counts before the list.
  const unit = (countsList && listed) || proposed;
  return {
    id: crypto.randomUUID(),
    file,
    unit,
    scale: uploadScale === undefined ? scale : Number((uploadScale / metresPerUnit[unit]).toPrecision(12)),
    ...part,
    unitConfirmed: isCertain || listed !== undefined,
  };
}
