/**
 * What the parts of the plate have to do with each other: a file that was added may be a new version of one
 * of them, an assembly may hold others, and two may be equal under two names. Shapes are found out in the
 * background; nothing is changed here but what is asked (`versionOf`).
 */
import { SvelteMap } from 'svelte/reactivity';
import {
  type PartShape,
  type PartShapes,
  relateShapes,
  type ShapeRelation,
  scaleShape,
} from '../../../../src-shared/geometry/compare/part-shape.ts';
import { answerFor, evidenceFor, type KnownPart } from '../../../../src-shared/identity/earlier-version.ts';
import { originalOf, type PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import type { Bridge } from '../../../bridge/bridge.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import { onlyMesh } from '../../../geometry/drawn-mesh.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { Notices } from '../../../ui/notices.svelte.ts';
import type { ReadyModel } from '../files/ready-model.ts';
import type { Plate } from '../plate/plate.svelte.ts';

/** Larger parts are left out: their surface would take the processor for too long. */
const mostTriangles = 1_000_000;

/** The parts of Prepare that it works with. */
interface Surroundings {
  readonly app: { readonly bridge: Pick<Bridge, 'invoke'>; readonly notices: Pick<Notices, 'add'> };
  readonly plate: Pick<Plate, 'items' | 'nameOf' | 'fillIn'>;
}

export class AlikeParts {
  readonly #prepare: Surroundings;
  readonly #geometry: GeometryClient;
  /** By SHA-256. */
  readonly #shapes = new SvelteMap<string, PartShapes>();
  /** The names that the files themselves give to the parts; by SHA-256. */
  readonly #products = new Map<string, string | null>();
  readonly #asked = new Set<string>();
  /** Parts that this window has added, until it is known of what they are versions. */
  readonly #added = new Set<string>();
  /** Findings that a notice has said already. */
  readonly #noticed = new Set<string>();

  constructor(prepare: Surroundings, geometry: GeometryClient) {
    this.#prepare = prepare;
    this.#geometry = geometry;
  }

  /** A file was added, and perhaps is a version of another one. */
  add(id: string): void {
    this.#added.add(id);
  }

  /** The part of which this one may be a version; null if none is asked about. */
  earlierOf({ versionOf }: PlateItem): PlateItem | null {
    return this.#prepare.plate.items.find(({ id }) => id === versionOf) ?? null;
  }

  /** Null if one has no surface. @param factor file units of `old` in one of `next` */
  relate(old: WindowModel, next: WindowModel, factor: number): Promise<ShapeRelation | null> {
    const drawn = { old: onlyMesh(old.drawing), next: onlyMesh(next.drawing) };
    return this.#geometry.run('relate', { ...drawn, factor });
  }

  /** Call when parts are ready. */
  compare(parts: readonly ReadyModel[]): void {
    for (const part of parts) void this.#find(part);
    if (parts.length < 2 || !parts.every(({ item }) => this.#shapes.has(item.file.sha256))) return;
    const added = parts.filter(({ item }) => this.#added.delete(item.id));
    if (added.length > 0) void this.#askAbout(added, parts);
    this.#noticeAssemblies(parts);
    this.#noticeEqual(parts);
  }

  async #find({ item, model }: ReadyModel): Promise<void> {
    const { sha256 } = item.file;
    if (this.#asked.has(sha256)) return;
    this.#asked.add(sha256);
    this.#products.set(sha256, model.product);
    const nothing: PartShapes = { whole: null, bodies: [] };
    const question = { mesh: onlyMesh(model.drawing), shells: model.checks.shells };
    const found =
      model.measures.triangles > mostTriangles
        ? nothing
        : await this.#geometry.run('shapes', question).catch(() => nothing);
    this.#shapes.set(sha256, found);
  }

  async #askAbout(added: readonly ReadyModel[], parts: readonly ReadyModel[]): Promise<void> {
    const files = parts.map(({ item }) => originalOf(item));
    const places = await this.#prepare.app.bridge.invoke('files.places', {
      files: files.map(({ path, source }) => ({ path, source })),
    });
    const known = new Map(
      parts.map(({ item }, at): [string, KnownPart] => {
        const { name, sha256 } = files[at]!;
        const place = places.ok ? places.value[at]! : { path: null, source: null };
        return [item.id, { name, ...place, product: this.#products.get(sha256) ?? null }];
      }),
    );
    for (const { item } of added) {
      if (item.versionOf !== undefined) continue;
      const shape = this.#wholeOf(item);
      const earlier = parts.find(({ item: other }) => {
        if (other.id === item.id || other.file.sha256 === item.file.sha256) return false;
        const evidence = evidenceFor(known.get(item.id)!, known.get(other.id)!);
        const before = this.#wholeOf(other);
        const relation = shape && before && relateShapes(shape, before);
        return evidence !== null && answerFor({ evidence, shape: relation, isStillThere: true }) !== 'other';
      });
      if (earlier) this.#prepare.plate.fillIn(item.id, { versionOf: earlier.item.id });
    }
  }

  /** An assembly that holds at least two of the other parts. */
  #noticeAssemblies(parts: readonly ReadyModel[]): void {
    for (const { item } of parts) {
      const free = [...this.#bodiesOf(item)];
      if (free.length < 2) continue;
      const held = parts.filter(({ item: other }) => {
        const shape = other.id === item.id ? null : this.#wholeOf(other);
        const at = shape ? free.findIndex((body) => relateShapes(body, shape) === 'equal') : -1;
        if (at >= 0) free.splice(at, 1);
        return at >= 0;
      });
      if (held.length < 2) continue;
      const files = held.map((part) => this.#prepare.plate.nameOf(part.item));
      this.#notice(
        'warning',
        `${item.file.sha256} ${held.map((part) => part.item.file.sha256)}`,
        ref('prepare.alike.assembly', { file: item.file.name, count: held.length, files }),
      );
    }
  }

  #noticeEqual(parts: readonly ReadyModel[]): void {
    for (const [at, { item }] of parts.entries()) {
      for (const { item: other } of parts.slice(at + 1)) {
        if (item.file.name === other.file.name || item.versionOf === other.id || other.versionOf === item.id)
          continue;
        const [shape, second] = [this.#wholeOf(item), this.#wholeOf(other)];
        if (!shape || !second || relateShapes(shape, second) !== 'equal') continue;
        const names = { file: item.file.name, other: other.file.name };
        this.#notice('info', Object.values(names).toSorted().join('\n'), ref('prepare.alike.equal', names));
      }
    }
  }

  #notice(severity: 'info' | 'warning', key: string, message: MessageRef): void {
    if (this.#noticed.has(key)) return;
    this.#noticed.add(key);
    this.#prepare.app.notices.add({ severity, message });
  }

  /** As it is ordered, in metres. */
  #wholeOf(item: PlateItem): PartShape | null {
    const whole = this.#shapes.get(item.file.sha256)?.whole;
    return whole ? scaleShape(whole, metresPerUnit[item.unit] * item.scale) : null;
  }

  #bodiesOf(item: PlateItem): readonly PartShape[] {
    const metres = metresPerUnit[item.unit] * item.scale;
    return this.#shapes.get(item.file.sha256)?.bodies.map((body) => scaleShape(body, metres)) ?? [];
  }
}
