/** One row of the table: the service beside a bare handler. */
import { median } from '../support/stats.ts';

export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly bare: number;
  readonly aim: number;
  /** Processor time of one request as text: ours and the bare handler's. */
  readonly cpu: readonly [string, string];
  /** ms: ours and the bare handler's. */
  readonly p99?: readonly [number, number];
}

export interface Sample {
  /** Requests or megabytes a second. */
  readonly speed: number;
  /** Processor time, ms. */
  readonly used: number;
}

export const medianSpeed = (samples: readonly Sample[]): number => median(samples.map(({ speed }) => speed));

const title =
  '| | service | bare handler | ratio | aim | processor a request, service / bare | p99 service / bare, ms |\n|---|---|---|---|---|---|---|';

export function printRows(rows: readonly Row[]): void {
  console.log(title);
  for (const { name, unit, ours, bare, aim, cpu, p99 } of rows) {
    const speeds = `${ours.toFixed(0)} ${unit} | ${bare.toFixed(0)} ${unit} | ${(ours / bare).toFixed(2)}`;
    const late = p99?.map((ms) => ms.toFixed(1)).join(' / ') ?? '';
    console.log(`| ${name} | ${speeds} | ${aim} | ${cpu.join(' / ')} | ${late} |`);
  }
}
