/**
 * Waits for a file that another program holds. On Windows, virus scanners and indexers open every file that
 * was just written and keep others from renaming it meanwhile; they finish within milliseconds.
 */

/** ms between two attempts; about a second and a half in total. */
const pauses = [5, 10, 20, 50, 100, 200, 400, 800];

/** Codes that Windows reports then. Elsewhere they are final: a missing permission, a locked file. */
const isHeldByAnother = (thrown: unknown, platform: string): boolean =>
  platform === 'win32' && /^(EPERM|EACCES|EBUSY)$/.test(String((thrown as { code?: unknown } | null)?.code));

/** Calls `work` until the file is free; `sleep` waits so many ms. Throws the last error of `work`. */
export async function whileHeld<T>(
  platform: string,
  sleep: (ms: number) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (thrown) {
      if (!isHeldByAnother(thrown, platform)) throw thrown;
    }
    await sleep(pause);
  }
  return work();
}

/** Likewise for moments without other work: waiting blocks the thread. */
export function whileHeldSync<T>(platform: string, work: () => T): T {
  for (const pause of pauses) {
    try {
      return work();
    } catch (thrown) {
      if (!isHeldByAnother(thrown, platform)) throw thrown;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  return work();
}
