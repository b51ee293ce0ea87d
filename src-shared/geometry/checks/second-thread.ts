/**
 * Measures walls and finds the smallest box in a second thread, while the first one does the rest of the thorough check: of
 * a million triangles, each takes about half of the time. Both read a copy of the mesh of their own. Each process provides
 * once how it starts such a thread; without one, or if it fails, the first thread does it all, with the same result to the bit.
 */
import type { ReadOptions } from '../geometry.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { findPlacementAt, type Placement } from '../placement/placement.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { measureThicknessAt, type ThicknessMap, type ThicknessOptions } from './thickness.ts';

/** Plain data, to be passed to a thread. */
export interface SideTask {
  readonly mesh: Pick<Mesh, 'positions' | 'indices'>;
  /** Null: walls are not asked for. */
  readonly walls: Pick<ThicknessOptions, 'limit' | 'samples' | 'seed'> | null;
  readonly placement: boolean;
}

/** Null for what was not asked for; a placement also for what has no volume. */
export interface SideAnswer {
  readonly walls: ThicknessMap | null;
  readonly placement: Placement | null;
}

export interface RunningThread {
  /** Rejects if the thread failed or was ended. */
  readonly answer: Promise<SideAnswer>;
  /** Ends the thread, whatever it does. */
  end(): void;
}

export type StartThread = (task: SideTask, onProgress: (fraction: number) => void) => RunningThread;

/** Below, a thread takes longer to start than it saves; above, a second tree takes too much memory. Triangles. */
const [fewest, most] = [150_000, 4_000_000];

let startThread: StartThread | null = null;

/** Called once by each process that has a processor to spare; null: the first thread does it all. */
export function provideSecondThread(start: StartThread | null): void {
  startThread = start;
}

export class SecondThread {
  readonly #thread: RunningThread;
  #waiting: TaskProgress | null = null;

  private constructor(start: StartThread, task: SideTask) {
    // A step throws if the caller has aborted, and `answer` ends with the thread.
    this.#thread = start(task, (fraction) => {
      this.#waiting?.step(fraction).catch(() => this.end());
    });
    // It may never be asked for.
    this.#thread.answer.catch(() => undefined);
  }

  /** Null if the task is not worth a thread, or none can be had. Call `end` afterwards. */
  static begin({ mesh, walls, placement }: SideTask): SecondThread | null {
    const triangles = mesh.indices.length / 3;
    if (startThread === null || triangles < fewest || triangles > most) return null;
    if (walls === null && !placement) return null;
    const { positions, indices } = mesh;
    try {
      return new SecondThread(startThread, { mesh: { positions, indices }, walls, placement });
    } catch {
      // Too little memory for a thread or a copy.
      return null;
    }
  }

  /** Null if the thread failed. @throws AbortError */
  async answer(progress: TaskProgress): Promise<SideAnswer | null> {
    this.#waiting = progress;
    try {
      return await this.#thread.answer;
    } catch {
      await progress.step(0);
      return null;
    } finally {
      this.#waiting = null;
    }
  }

  end(): void {
    this.#thread.end();
  }
}

/** The thread's part. @throws AbortError */
export async function answerBeside(
  { mesh, walls, placement }: SideTask,
  options: ReadOptions,
): Promise<SideAnswer> {
  const progress = new TaskProgress(options);
  return {
    walls: walls && (await measureThicknessAt(mesh, walls, progress.part(0, placement ? 0.7 : 1))),
    placement: placement ? await findPlacementAt(mesh, progress.part(walls ? 0.7 : 0, 1)) : null,
  };
}
