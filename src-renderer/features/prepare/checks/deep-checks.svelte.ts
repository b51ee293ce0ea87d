/**
 * Runs the thorough checks of the models on the plate, one at a time, in their own worker, so that reading a
 * file never waits for them. keep-in-step starts them for models of usual size, the selected one first; for
 * larger ones the user does.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { DeepCheck, DeepChecks } from '../../../../src-shared/geometry/checks/deep-check.ts';
import type { ThicknessMap } from '../../../../src-shared/geometry/checks/thickness.ts';
import type { MeasuredWalls } from '../../../../src-shared/order-gate/facts-of-checks.ts';
import { type AppError, isAbort, toAppError } from '../../../../src-shared/result.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { GeometryClient } from '../../../geometry/client.ts';
import { createWorker } from '../../../geometry/create-worker.ts';
import type { Drawing, WallDrawing } from '../../../geometry/messages.ts';

/** All that the answers depend on. */
export interface DeepQuestion {
  readonly sha256: string;
  /** SHA-256 of the file from which this one was turned, or of this one: turning changes no verdict. */
  readonly shape: string;
  readonly drawing: Drawing;
  /** m. */
  readonly minWall: number;
  /** m; null if nothing has to get out of cavities. */
  readonly escapeHole: number | null;
  readonly metresPerUnit: number;
  readonly shownIn: LengthUnit;
}

export type DeepState =
  | { readonly state: 'running'; readonly fraction: number }
  | { readonly state: 'done'; readonly checks: DeepChecks }
  | { readonly state: 'stopped' }
  | { readonly state: 'failed'; readonly error: AppError };

const keyOf = ({ sha256, minWall, metresPerUnit, shownIn, escapeHole }: DeepQuestion): string =>
  [sha256, minWall, metresPerUnit, shownIn, escapeHole].join(' ');

const factsKeyOf = ({ shape, minWall, metresPerUnit, escapeHole }: DeepQuestion): string =>
  [shape, minWall, metresPerUnit, escapeHole].join(' ');

/** The part of an answer that the order gate needs: small, so it is held for every model. */
export type DeepFacts = Pick<DeepChecks, 'results' | 'cavities'> & {
  readonly thickness: MeasuredWalls | null;
  /** SHA-256 of the file on whose surface the places of its findings are. */
  readonly of: string;
  /** The unit in which its texts state lengths. */
  readonly shownIn: LengthUnit;
};

/** Results cached per model, so that undo and repeated choices need no new check. */
const mostAnswers = 4;
/** Facts that are held per model. */
const mostFacts = 64;
/** Models with whole answers, which contain every measured point of their walls: some megabytes each. */
const mostModels = 12;

export class DeepInspector {
  readonly #geometry: GeometryClient;
  readonly #states = new SvelteMap<string, DeepState>();
  readonly #facts = new SvelteMap<string, DeepFacts>();
  #running: { key: string; abort: AbortController } | null = null;
  /** The last map that was drawn; null while it is being drawn. Large, so there is only one. */
  #map = $state.raw<{ readonly of: ThicknessMap; readonly drawing: WallDrawing | null } | null>(null);

  constructor(geometry = new GeometryClient(createWorker, { most: 1 })) {
    this.#geometry = geometry;
  }

  of(question: DeepQuestion): DeepState | null {
    return this.#states.get(keyOf(question)) ?? null;
  }

  /** Stays known when the whole answer was dropped to save memory. */
  factsOf(question: DeepQuestion): DeepFacts | null {
    return this.#facts.get(factsKeyOf(question)) ?? null;
  }

  /** The results of these facts; without places where those are on the part in another orientation. */
  resultsOf(question: DeepQuestion): readonly DeepCheck[] | null {
    const facts = this.factsOf(question);
    if (!facts || facts.of === question.sha256) return facts?.results ?? null;
    return facts.results.map(({ finding, ...result }) => ({
      ...result,
      finding: finding && { ...finding, edges: [], faces: [], sphere: null },
    }));
  }

  /** Results for the same model at another size or limit. */
  earlier({ shape }: DeepQuestion): DeepFacts | null {
    return [...this.#facts].findLast(([key]) => key.startsWith(shape))?.[1] ?? null;
  }

  /**
   * The first of the questions that is to be checked now; null if there is none, or if an earlier one is
   * running. Facts are enough, except for the part that is `shown`.
   */
  next(questions: readonly DeepQuestion[], shown: DeepQuestion | null): DeepQuestion | null {
    const shownKey = shown && keyOf(shown);
    for (const question of questions) {
      const state = this.of(question);
      if (state?.state === 'running') return null;
      const isKnown = this.factsOf(question)?.shownIn === question.shownIn;
      if (!state && (keyOf(question) === shownKey || !isKnown)) return question;
    }
    return null;
  }

  /** The picture of measured walls; null until it is drawn. */
  mapOf(walls: ThicknessMap): WallDrawing | null {
    return this.#map?.of === walls ? this.#map.drawing : null;
  }

  /** Draws the walls that were measured for this question. */
  async drawMap({ drawing }: DeepQuestion, walls: ThicknessMap): Promise<void> {
    if (this.#map?.of === walls) return;
    this.#map = { of: walls, drawing: null };
    const { positions, indices, origin } = drawing;
    const { points, spacing } = walls;
    try {
      const map = await this.#geometry.run('draw-walls', {
        mesh: { positions, indices, origin },
        points,
        spacing,
      });
      if (this.#map?.of === walls) this.#map = { of: walls, drawing: map };
    } catch {
      // The numbers are there, only the picture is not; it can be asked for again.
      if (this.#map?.of === walls) this.#map = null;
    }
  }

  /** Replaces a running check. */
  async start(question: DeepQuestion): Promise<void> {
    const key = keyOf(question);
    if (this.#running?.key === key) return;
    this.#give();
    const abort = new AbortController();
    this.#running = { key, abort };
    this.#states.set(key, { state: 'running', fraction: 0 });
    const { drawing, minWall, escapeHole, metresPerUnit, shownIn } = question;
    const { positions, indices, origin } = drawing;
    try {
      const checks = await this.#geometry.run(
        'check-deeper',
        { mesh: { positions, indices, origin }, minWall, escapeHole, metresPerUnit, shownIn },
        {
          signal: abort.signal,
          onProgress: (fraction) => {
            if (!abort.signal.aborted) this.#states.set(key, { state: 'running', fraction });
          },
        },
      );
      this.#states.set(key, { state: 'done', checks });
      const known = this.factsOf(question);
      // A turned part keeps the facts of its original, whose edges were measured without rounding.
      if (known?.shownIn !== shownIn) this.#facts.set(factsKeyOf(question), factsIn(checks, question));
      this.#forgetOld(question);
    } catch (thrown) {
      if (!isAbort(thrown)) this.#states.set(key, { state: 'failed', error: toAppError(thrown) });
    } finally {
      if (this.#running?.abort === abort) this.#running = null;
    }
  }

  /** The user stopped it, so it does not restart automatically. */
  stop(question: DeepQuestion): void {
    const key = keyOf(question);
    if (this.#running?.key !== key) return;
    this.#give();
    this.#states.set(key, { state: 'stopped' });
  }

  /** Stops a check of any other question; it restarts when it is needed again. */
  yieldTo(questions: readonly DeepQuestion[]): void {
    const key = this.#running?.key;
    if (key !== undefined && !questions.some((question) => keyOf(question) === key)) this.#give();
  }

  /** Drops results of all other models. */
  keep(wanted: ReadonlySet<string>): void {
    if (wanted.size === 0) this.#map = null;
    for (const map of [this.#states, this.#facts]) {
      for (const key of [...map.keys()]) {
        if (!wanted.has(modelIn(key)) && this.#running?.key !== key) map.delete(key);
      }
    }
  }

  close(): void {
    this.#geometry.close();
  }

  #give(): void {
    if (!this.#running) return;
    this.#running.abort.abort();
    this.#states.delete(this.#running.key);
    this.#running = null;
  }

  #forgetOld({ sha256, shape }: DeepQuestion): void {
    dropOldest(this.#states, sha256, mostAnswers);
    dropOldest(this.#facts, shape, mostFacts);
    const models = [...new Set([...this.#states.keys()].map(modelIn))];
    const old = new Set(models.slice(0, -mostModels));
    for (const [key, { state }] of [...this.#states]) {
      if (state === 'done' && old.has(modelIn(key))) this.#states.delete(key);
    }
  }
}

function dropOldest(map: Map<string, unknown>, model: string, most: number): void {
  const own = [...map.keys()].filter((key) => modelIn(key) === model);
  for (const key of own.slice(0, -most)) map.delete(key);
}

const modelIn = (key: string): string => key.split(' ')[0]!;

function factsIn(
  { results, cavities, thickness }: DeepChecks,
  { sha256: of, shownIn }: DeepQuestion,
): DeepFacts {
  if (!thickness) return { results, cavities, thickness, of, shownIn };
  const { thinnestApart, wallFrom, limit, thinShare, allPins } = thickness;
  return {
    results,
    cavities,
    of,
    shownIn,
    thickness: { thinnestApart, wallFrom, limit, thinShare, allPins },
  };
}
