/**
 * Repair of the selected model, from the request to the answer: what would change is shown before anything does.
 * `Prepare` takes over or saves the repaired part; this file knows no plate.
 */
import { type AppError, isAbort, toAppError } from '../../../../src-shared/result.ts';
import type { GeometryClient } from '../../../geometry/client.ts';
import type { Making, Repaired } from '../../../geometry/messages.ts';

export type RepairState =
  | { readonly state: 'running'; readonly fraction: number }
  | { readonly state: 'offered'; readonly repaired: Repaired }
  | { readonly state: 'failed'; readonly error: AppError };

/** The name of the repaired part as STL. */
export const repairedName = (name: string): string =>
  `${name.replace(/\.[^.]+$/, '').replace(/ \(repaired\)$/, '') || name} (repaired).stl`;

export class Repair {
  readonly #geometry: GeometryClient;
  /** SHA-256 of the file that is repaired. */
  #about = $state<string | null>(null);
  #state = $state.raw<RepairState | null>(null);
  /** Whether the view shows the repaired part instead of the file's. */
  #isAfter = $state(true);
  #abort: AbortController | null = null;

  constructor(geometry: GeometryClient) {
    this.#geometry = geometry;
  }

  of(sha256: string): RepairState | null {
    return this.#about === sha256 ? this.#state : null;
  }

  get isAfter(): boolean {
    return this.#isAfter;
  }
  set isAfter(after: boolean) {
    this.#isAfter = after;
  }

  async start(sha256: string, making: Making, hasColours: boolean): Promise<void> {
    this.dismiss();
    const abort = new AbortController();
    this.#abort = abort;
    this.#about = sha256;
    this.#isAfter = true;
    this.#state = { state: 'running', fraction: 0 };
    try {
      const repaired = await this.#geometry.run(
        'repair',
        { ...making, hasColours },
        {
          signal: abort.signal,
          onProgress: (fraction) => {
            if (this.#abort === abort) this.#state = { state: 'running', fraction };
          },
        },
      );
      if (this.#abort === abort) this.#state = { state: 'offered', repaired };
    } catch (thrown) {
      if (!isAbort(thrown) && this.#abort === abort)
        this.#state = { state: 'failed', error: toAppError(thrown) };
    }
  }

  /** Stops it, or discards the offer. */
  dismiss(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#about = null;
    this.#state = null;
  }
}
