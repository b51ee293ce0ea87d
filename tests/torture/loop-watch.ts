/**
 * How late an event loop was while a torture ran: of the killed applications, and of the process with the
 * service.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Lateness {
  /** ms. Of several processes, the worst. */
  readonly p99: number;
  readonly longest: number;
}

/** ms between two looks of the monitor; a quiet loop shows about this. */
const resolution = 2;
const sign = 'loop ';

/** Measures this process from now on. */
export function watchLoop(): () => Lateness {
  const seen = monitorEventLoopDelay({ resolution });
  seen.enable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  return () => ({ p99: late(seen.percentile(99)), longest: late(seen.max) });
}

/** Prints it often, since the process is killed without warning. */
export function reportLoop(): void {
  const lateness = watchLoop();
  const report = () => void process.stdout.write(`${sign}${JSON.stringify(lateness())}\n`);
  setInterval(report, 100).unref();
}

/** The last report in what a process printed; null if it had no time for one. */
export function lastReport(printed: string): Lateness | null {
  const line = printed
    .split('\n')
    .slice(0, -1)
    .findLast((one) => one.startsWith(sign));
  return line === undefined ? null : (JSON.parse(line.slice(sign.length)) as Lateness);
}

export const worse = (one: Lateness, other: Lateness): Lateness => ({
  p99: Math.max(one.p99, other.p99),
  longest: Math.max(one.longest, other.longest),
});

export const showLateness = ({ p99, longest }: Lateness): string =>
  `${p99.toFixed(0)}, ${longest.toFixed(0)}`;
