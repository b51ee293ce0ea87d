/** How a process of Fabdesk ends once its work is done. */

/** The part of Node's `process` that is used. */
export interface EndingProcess {
  exitCode?: number | string | null | undefined;
  exit(code: number): unknown;
}

/** Ms. Nothing that is still open then is worth waiting for, such as an idle connection. */
const patience = 200;

/**
 * Lets it end by itself as soon as nothing is open, and ends it soon in any case.
 *
 * `process.exit` can hang for ever: it waits for V8's threads, and one that compiles may wait for memory that
 * only the main thread can free (nodejs/node#54918). A process that ends by itself tells these threads to
 * stop first.
 * @param timer `setTimeout`
 */
export function endProcess(
  process: EndingProcess,
  timer: (act: () => void, ms: number) => { unref(): unknown },
  code: number,
): void {
  process.exitCode = code;
  timer(() => process.exit(code), patience).unref();
}
