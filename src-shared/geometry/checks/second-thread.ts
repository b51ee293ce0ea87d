/**
 * Finds the smallest box and casts rays into walls in a second thread, while the first one does the rest of
 * the thorough check. Then both cast rays: whichever is free takes the next ones. Each has a tree of its own.
 * A copy of the mesh and the list of rays are shared where the platform can share memory; otherwise, they
 * belong to the second thread. Each process registers once how to start such a thread. Without one, or if it
 * fails, the first thread does it all, with the same result to the bit.
 *
 * [Note: idle thread] A thread that has answered stays for some seconds, so that the next check finds it
 * loaded and its memory warm.
 */
import type { ReadOptions } from '../geometry.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { TriangleTree } from '../mesh/triangle-tree.ts';
import { findPlacementAt, type Placement } from '../placement/placement.ts';
import { later, sharedMemory } from '../runtime/platform.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { concludeThickness, type ThicknessMap } from './thickness.ts';
import {
  allocateCasts,
  type CastOptions,
  casterFor,
  casterThrough,
  castWalls,
  cumulativeAreas,
  samplesOn,
  type WallCasts,
} from './wall-casts.ts';

/** Plain data, to be passed to a thread. */
export interface SideTask {
  readonly mesh: Pick<Mesh, 'positions' | 'indices'>;
  /** Null: walls are not requested. */
  readonly walls: CastOptions | null;
  /** Memory to which both threads write the walls they measure; null: the second one uses its own. */
  readonly casts: WallCasts | null;
  readonly placement: boolean;
}

/** Null for what was not requested. A part without volume has no placement. */
export interface SideAnswer {
  readonly casts: WallCasts | null;
  readonly placement: Placement | null;
}

/** A thread with `answerBeside`. While it has no task, it does not keep the process alive. */
export interface RunningThread {
  /** One task at a time. Rejects if the thread fails or is ended, or was before. */
  run(task: SideTask, onProgress: (fraction: number) => void): Promise<SideAnswer>;
  /** Ends the thread, whatever it does. */
  end(): void;
}

export type StartThread = () => RunningThread;

/** Triangles. Smaller parts take less time than a thread; a second tree of larger ones too much memory. */
const [fewest, most] = [150_000, 4_000_000];

/** How long an idle thread stays, ms. */
const idleTimeout = 10_000;

let startThread: StartThread | null = null;
let idle: RunningThread | null = null;
let callOffEnd = (): void => undefined;

/** Called once by each process that has a processor to spare. Null: the first thread does everything. */
export function provideSecondThread(start: StartThread | null): void {
  takeIdle()?.end();
  startThread = start;
}

function takeIdle(): RunningThread | null {
  const thread = idle;
  idle = null;
  callOffEnd();
  return thread;
}

function keepIdle(thread: RunningThread): void {
  takeIdle()?.end();
  idle = thread;
  callOffEnd = later(idleTimeout, () => takeIdle()?.end());
}

export class SecondThread {
  readonly #task: SideTask;
  readonly #thread: RunningThread;
  readonly #answer: Promise<SideAnswer>;
  #waiting: TaskProgress | null = null;
  #hasAnswered = false;
  #hasEnded = false;

  private constructor(thread: RunningThread, task: SideTask) {
    this.#task = task;
    this.#thread = thread;
    // A step throws if the caller has aborted, and `answer` ends with the thread.
    this.#answer = thread.run(task, (fraction) => {
      this.#waiting?.step(fraction).catch(() => this.end());
    });
    this.#answer.then(
      () => {
        this.#hasAnswered = true;
      },
      // Nobody may ask for the answer; then a failure must not count as unhandled.
      () => undefined,
    );
  }

  /** Null if the task is not worth a thread, or none can be started. Call `end` afterwards. */
  static begin({ mesh, walls, placement }: Omit<SideTask, 'casts'>): SecondThread | null {
    const triangles = mesh.indices.length / 3;
    if (startThread === null || triangles < fewest || triangles > most) return null;
    if (walls === null && !placement) return null;
    try {
      const memory = sharedMemory();
      const casts = walls && memory && allocateCasts(samplesOn(mesh, walls.samples), mesh, memory);
      const thread = takeIdle() ?? startThread();
      return new SecondThread(thread, { mesh: forThread(mesh, memory), walls, casts, placement });
    } catch {
      // Too little memory for a thread or a copy.
      return null;
    }
  }

  /** Casts the rays that are left, with the other thread. Null if that one failed. @throws AbortError */
  async thickness(
    tree: TriangleTree,
    isMeeting: Uint8Array | null,
    progress: TaskProgress,
  ): Promise<ThicknessMap | null> {
    const { mesh, walls, casts } = this.#task;
    if (walls === null) return null;
    const areas = cumulativeAreas(mesh);
    if (casts !== null) {
      await castWalls(mesh, () => casterThrough(tree), areas, walls, casts, progress.part(0, 0.8));
    }
    const side = await this.answer(progress.part(0, 0.9));
    if (!side?.casts) return null;
    const question = { limit: walls.limit, isMeeting };
    return concludeThickness(mesh, tree, areas, question, side.casts, progress.part(0.9, 1));
  }

  /** Null if the thread failed. @throws AbortError */
  async answer(progress: TaskProgress): Promise<SideAnswer | null> {
    this.#waiting = progress;
    try {
      return await this.#answer;
    } catch {
      await progress.step(0);
      return null;
    } finally {
      this.#waiting = null;
    }
  }

  /** See [Note: idle thread]. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#hasAnswered) keepIdle(this.#thread);
    else this.#thread.end();
  }
}

/** A copy in memory that threads share is made once; one that is sent is made twice. */
function forThread(
  { positions, indices }: Mesh,
  memory: typeof SharedArrayBuffer | null,
): Pick<Mesh, 'positions' | 'indices'> {
  if (memory === null) return { positions, indices };
  const shared = <Numbers extends Float32Array | Float64Array | Uint32Array>(numbers: Numbers): Numbers => {
    const Kind = numbers.constructor as new (buffer: SharedArrayBuffer) => Numbers;
    const copy = new Kind(new memory(numbers.byteLength));
    copy.set(numbers);
    return copy;
  };
  return { positions: shared(positions), indices: shared(indices) };
}

/** The second thread's work: the box first, since the first thread can take over rays. @throws AbortError */
export async function answerBeside(
  { mesh, walls, casts, placement }: SideTask,
  options: ReadOptions,
): Promise<SideAnswer> {
  const progress = new TaskProgress(options);
  const box = placement ? await findPlacementAt(mesh, progress.part(0, walls ? 0.3 : 1)) : null;
  if (walls === null) return { casts: null, placement: box };
  const own = progress.part(placement ? 0.3 : 0, 1);
  const written = casts ?? allocateCasts(samplesOn(mesh, walls.samples), mesh);
  const makeCaster = () => casterFor(mesh, own.part(0, 0.2));
  await castWalls(mesh, makeCaster, cumulativeAreas(mesh), walls, written, own.part(0.2, 1));
  return { casts: written, placement: box };
}
