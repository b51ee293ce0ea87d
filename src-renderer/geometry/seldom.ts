/** Limits how often progress is shown. */

/**
 * Ms from one step of a progress bar to the next. Each step draws the window again, which takes 60 ms of two
 * processors where no graphics card draws, and the work whose progress it shows waits for them.
 */
export const progressPause = 200;

/** Reports the first step, and then only as often as progress is shown. */
export function seldom(report: (fraction: number) => void): (fraction: number) => void {
  let reported = -Infinity;
  return (fraction) => {
    const now = performance.now();
    if (now - reported < progressPause) return;
    reported = now;
    report(fraction);
  };
}
