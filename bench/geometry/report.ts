/** The bench's tables, in Markdown so that they can go into docs/benchmarks.md as they are. */

export interface Row {
  readonly contestant: string;
  /** Median, ms by the clock. */
  readonly ms: number;
  /** Median, ms of CPU time. */
  readonly cpuMs: number | null;
  /** Median of the peak memory, MB. */
  readonly mb: number | null;
  /** Whether the program ended well. */
  readonly ok: boolean;
}

export interface FileResult {
  readonly name: string;
  readonly bytes: number;
  readonly rows: readonly Row[];
}

export interface Aim {
  readonly what: string;
  readonly aim: string;
  readonly byClock: string;
  /** The same ratio of CPU times, which other work on the machine affects less. */
  readonly byCpu: string;
  readonly isReached: boolean;
}

/** Time of a process that reads a model of twelve triangles. */
export type Startup = Readonly<Record<string, { readonly ms: number; readonly cpuMs: number }>>;

const full = 'worker: full check';
const md5 = 'worker: MD5 alone';
const both = 'two workers: full check; MD5 and base64';
const command = 'fabdesk check';
const prusa = 'PrusaSlicer --info';

type Measure = 'ms' | 'cpuMs';

/** A ratio or a number, by clock or CPU time; null if something did not run. */
type Value = (measure: Measure) => number | null;

interface Target {
  readonly what: string;
  readonly bound: number;
  readonly isMost: boolean;
  readonly value: Value;
  readonly unit?: string;
}

/** The targets of issue 4, as far as the contestants that ran can show them. */
export function aimsOf(results: readonly FileResult[], startup: Startup): Aim[] {
  const row = (file: string, contestant: string): Row | null =>
    results
      .find(({ name }) => name === file)
      ?.rows.find((entry) => entry.contestant === contestant && entry.ok) ?? null;
  const time =
    (file: string, contestant: string): Value =>
    (measure) =>
      row(file, contestant)?.[measure] ?? null;
  const running =
    (file: string, peer: string): Value =>
    (measure) => {
      const whole = time(file, peer)(measure);
      return whole === null ? null : whole - (startup[peer]?.[measure] ?? 0);
    };
  const ratio =
    (a: Value, b: Value): Value =>
    (measure) => {
      const [over, under] = [a(measure), b(measure)];
      return over === null || under === null ? null : over / under;
    };
  const memory =
    (file: string): Value =>
    () =>
      row(file, command)?.mb ?? null;
  const one = 'STL 1 M';
  const targets: Target[] = [
    most('STL 1 M: full check / md5sum', 0.9, ratio(time(one, full), time(one, 'md5sum'))),
    most(
      'STL scan 1 M: full check / md5sum',
      1.3,
      ratio(time('STL scan 1 M', full), time('STL scan 1 M', 'md5sum')),
    ),
    least('STL 1 M: PrusaSlicer without start / full check', 6, ratio(running(one, prusa), time(one, full))),
    least('STL 1 M: ADMesh without start / full check', 4, ratio(running(one, 'ADMesh'), time(one, full))),
    least(
      'STL 1 M: PrusaSlicer / fabdesk check, whole process',
      4,
      ratio(time(one, prusa), time(one, command)),
    ),
    least(
      'STL 1 M: ADMesh / fabdesk check, whole process',
      2.5,
      ratio(time(one, 'ADMesh'), time(one, command)),
    ),
    most('STL 1 M: full check, MD5 and base64 / MD5 alone', 1.15, ratio(time(one, both), time(one, md5))),
    most(
      'STL 10 M: full check, MD5 and base64 / MD5 alone',
      1.25,
      ratio(time('STL 10 M', both), time('STL 10 M', md5)),
    ),
    most(
      'ASCII STL 1 M: full check / md5sum',
      0.7,
      ratio(time('ASCII STL 1 M', full), time('ASCII STL 1 M', 'md5sum')),
    ),
    least(
      'OBJ 1 M: PrusaSlicer without start / full check',
      3,
      ratio(running('OBJ 1 M', prusa), time('OBJ 1 M', full)),
    ),
    most('PLY 1 M: full check / OBJ full check', 1, ratio(time('PLY 1 M', full), time('OBJ 1 M', full))),
    least(
      '3MF 1 M: PrusaSlicer without start / full check',
      8,
      ratio(running('3MF 1 M', prusa), time('3MF 1 M', full)),
    ),
    { ...most('STL 1 M: peak memory of fabdesk check', 110, memory(one)), unit: ' MB' },
    { ...most('STL 5 M: peak memory of fabdesk check', 280, memory('STL 5 M')), unit: ' MB' },
    most('STL: full check of 10 M / of 1 M', 12, ratio(time('STL 10 M', full), time(one, full))),
  ];
  return targets.flatMap((target) => compare(target) ?? []);
}

const most = (what: string, bound: number, value: Value): Target => ({ what, bound, isMost: true, value });
const least = (what: string, bound: number, value: Value): Target => ({ what, bound, isMost: false, value });

function compare({ what, bound, isMost, value, unit = '' }: Target): Aim | null {
  const byClock = value('ms');
  if (byClock === null) return null;
  const shown = (number: number | null): string =>
    number === null ? '-' : `${number.toFixed(unit === '' ? 2 : 0)}${unit}`;
  return {
    what,
    aim: `${isMost ? 'at most' : 'at least'} ${bound}${unit}`,
    byClock: shown(byClock),
    byCpu: unit === '' ? shown(value('cpuMs')) : '-',
    isReached: isMost ? byClock <= bound : byClock >= bound,
  };
}

export function printTables(startup: Startup, results: readonly FileResult[], aims: readonly Aim[]): void {
  const names = [...new Set(results.flatMap(({ rows }) => rows.map(({ contestant }) => contestant)))];
  const cell = (row: Row | undefined): string => {
    if (row === undefined) return '-';
    if (!row.ok) return 'failed';
    const cpu = row.cpuMs === null ? '-' : row.cpuMs.toFixed(0);
    return row.mb === null
      ? `${row.ms.toFixed(0)} / ${cpu}`
      : `${row.ms.toFixed(0)} / ${cpu} / ${row.mb.toFixed(0)}`;
  };
  console.log(`| clock ms / CPU ms / peak MB | start | ${results.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|---|${results.map(() => '---').join('|')}|`);
  for (const name of names) {
    const cells = results.map(({ rows }) => cell(rows.find(({ contestant }) => contestant === name)));
    const start = startup[name];
    const begun = start === undefined ? '-' : `${start.ms.toFixed(0)} / ${start.cpuMs.toFixed(0)}`;
    console.log(`| ${name} | ${begun} | ${cells.join(' | ')} |`);
  }
  console.log('\n| Aim | asked for | by the clock | by CPU time | verdict (clock) |\n|---|---|---|---|---|');
  for (const { what, aim, byClock, byCpu, isReached } of aims) {
    console.log(`| ${what} | ${aim} | ${byClock} | ${byCpu} | ${isReached ? 'reached' : 'missed'} |`);
  }
}
