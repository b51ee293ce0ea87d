/**
 * Measures walls in a second thread while the first one does the rest of the thorough check: of a million triangles, each
 * takes about half of the time. Both read a copy of the mesh of their own. Each process provides once how it starts such a
 * thread; without one, or if it fails, walls are measured in the first thread, with the same result to the bit.
 */
import type { Mesh } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import type { ThicknessMap, ThicknessOptions } from './thickness.ts';

/** Plain data, to be passed to a thread. */
export interface WallTask extends Pick<ThicknessOptions, 'limit' | 'samples' | 'seed'> {
  readonly mesh: Pick<Mesh, 'positions' | 'indices'>;
}

export interface WallThread {
  /** Rejects if the thread failed or was ended. */
  readonly walls: Promise<ThicknessMap>;
  /** Ends the thread, whatever it does. */
  end(): void;
}

export type StartWallThread = (task: WallTask, onProgress: (fraction: number) => void) => WallThread;

/** Below, a thread takes longer to start than it saves; above, a second tree takes too much memory. Triangles. */
const [fewest, most] = [150_000, 4_000_000];

let startThread: StartWallThread | null = null;

/** Called once by each process that has a processor to spare; null: walls are measured in the first thread. */
export function provideWallThread(start: StartWallThread | null): void {
  startThread = start;
}

export class WallsBeside {
  readonly #thread: WallThread;
  #waiting: TaskProgress | null = null;

  private constructor(start: StartWallThread, task: WallTask) {
    // A step throws if the caller has aborted, and `answer` ends with the thread.
    this.#thread = start(task, (fraction) => {
      this.#waiting?.step(fraction).catch(() => this.end());
    });
    // They may never be asked for.
    this.#thread.walls.catch(() => undefined);
  }

  /** Null if it is not worth a thread, or there is none. Call `end` afterwards. */
  static begin(mesh: Mesh, task: Omit<WallTask, 'mesh'>): WallsBeside | null {
    const triangles = mesh.indices.length / 3;
    if (startThread === null || triangles < fewest || triangles > most) return null;
    const { positions, indices } = mesh;
    return new WallsBeside(startThread, { ...task, mesh: { positions, indices } });
  }

  /** Null if the thread failed. @throws AbortError */
  async answer(progress: TaskProgress): Promise<ThicknessMap | null> {
    this.#waiting = progress;
    try {
      return await this.#thread.walls;
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
