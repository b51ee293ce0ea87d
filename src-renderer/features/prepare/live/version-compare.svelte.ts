/** The comparison of a part with a new version of its file, while it is shown. Changes nothing. */
import { type AppError, isAbort, toAppError } from '../../../../src-shared/result.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import { onlyMesh } from '../../../geometry/drawn-mesh.ts';
import type { CompareAnswer, WindowModel } from '../../../geometry/messages.ts';
import type { ReadyModel } from '../files/ready-model.ts';

export type CompareState =
  | { readonly state: 'running'; readonly fraction: number }
  | { readonly state: 'done'; readonly answer: CompareAnswer }
  | { readonly state: 'failed'; readonly error: AppError };

export class VersionCompare {
  readonly #geometry: GeometryClient;
  /** SHA-256 of the part and of the new version. */
  #about = $state.raw<{
    readonly before: string;
    readonly after: string;
    readonly model: WindowModel;
  } | null>(null);
  #state = $state.raw<CompareState | null>(null);
  /** Whether the view shows the new version. */
  isAfter = $state(true);
  #abort: AbortController | null = null;

  constructor(geometry: GeometryClient) {
    this.#geometry = geometry;
  }

  of(before: string, after: string): CompareState | null {
    const about = this.#about;
    return about?.before === before && about.after === after ? this.#state : null;
  }

  /** What the view shows instead of this file; null if it shows the file. */
  pictureFor(sha256: string): WindowModel | null {
    return this.#about?.before === sha256 && this.isAfter ? this.#about.model : null;
  }

  async start(before: ReadyModel, after: ReadyModel): Promise<void> {
    this.dismiss();
    const abort = new AbortController();
    this.#abort = abort;
    this.#about = { before: before.item.file.sha256, after: after.item.file.sha256, model: after.model };
    this.isAfter = true;
    this.#state = { state: 'running', fraction: 0 };
    try {
      const answer = await this.#geometry.run(
        'compare',
        {
          old: onlyMesh(before.model.drawing),
          next: onlyMesh(after.model.drawing),
          factor: metresPerUnit[after.item.unit] / metresPerUnit[before.item.unit],
          areSolid: before.model.checks.watertight && after.model.checks.watertight,
        },
        {
          signal: abort.signal,
          onProgress: (fraction) => {
            if (this.#abort === abort) this.#state = { state: 'running', fraction };
          },
        },
      );
      if (this.#abort === abort) this.#state = { state: 'done', answer };
    } catch (thrown) {
      if (!isAbort(thrown) && this.#abort === abort)
        this.#state = { state: 'failed', error: toAppError(thrown) };
    }
  }

  /** Stops it, or closes the answer. */
  dismiss(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#about = null;
    this.#state = null;
  }
}
