/** The bench's tables, in Markdown so that they can go into docs/benchmarks.md as they are. */

export interface Row {
  readonly contestant: string;
  /** Median, ms. */
  readonly ms: number;
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
  readonly measured: string;
  readonly isReached: boolean;
}

type Startup = Readonly<Record<string, number>>;

const quick = 'worker: box, area, volume, closed';
const full = 'worker: full check';
const md5 = 'worker: MD5 alone';
const both = 'two workers: full check; MD5 and base64';
const command = 'fabdesk check';
const prusa = 'PrusaSlicer --info';

/** What issue 4 asked for, as far as what ran can tell. */
export function aimsOf(results: readonly FileResult[], startup: Startup): Aim[] {
  const row = (file: string, contestant: string): Row | null =>
    results
      .find(({ name }) => name === file)
      ?.rows.find((entry) => entry.contestant === contestant && entry.ok) ?? null;
  const ms = (file: string, contestant: string): number | null => row(file, contestant)?.ms ?? null;
  const aims: Aim[] = [];
  const add = (what: string, aim: number, isMost: boolean, value: number | null, unit = ''): void => {
    if (value === null) return;
    const isReached = isMost ? value <= aim : value >= aim;
    aims.push({
      what,
      aim: `${isMost ? 'at most' : 'at least'} ${aim}${unit}`,
      measured: `${value.toFixed(unit === ' MB' ? 0 : 2)}${unit}`,
      isReached,
    });
  };
  const ratio = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? null : a / b;
  const withoutStart = (file: string, peer: string): number | null => {
    const time = ms(file, peer);
    return time === null ? null : time - (startup[peer] ?? 0);
  };
  add(
    'STL 1 M: box, area, volume, closed / md5sum',
    0.33,
    true,
    ratio(ms('STL 1 M', quick), ms('STL 1 M', 'md5sum')),
  );
  add('STL 1 M: full check / md5sum', 0.9, true, ratio(ms('STL 1 M', full), ms('STL 1 M', 'md5sum')));
  add(
    'STL scan 1 M: full check / md5sum',
    1.3,
    true,
    ratio(ms('STL scan 1 M', full), ms('STL scan 1 M', 'md5sum')),
  );
  add(
    'STL 1 M: PrusaSlicer without start / full check',
    6,
    false,
    ratio(withoutStart('STL 1 M', prusa), ms('STL 1 M', full)),
  );
  add(
    'STL 1 M: ADMesh without start / full check',
    4,
    false,
    ratio(withoutStart('STL 1 M', 'ADMesh'), ms('STL 1 M', full)),
  );
  add(
    'STL 1 M: PrusaSlicer / fabdesk check, whole process',
    4,
    false,
    ratio(ms('STL 1 M', prusa), ms('STL 1 M', command)),
  );
  add(
    'STL 1 M: ADMesh / fabdesk check, whole process',
    2.5,
    false,
    ratio(ms('STL 1 M', 'ADMesh'), ms('STL 1 M', command)),
  );
  add(
    'STL 1 M: full check, MD5 and base64 / MD5 alone',
    1.15,
    true,
    ratio(ms('STL 1 M', both), ms('STL 1 M', md5)),
  );
  add(
    'STL 10 M: full check, MD5 and base64 / MD5 alone',
    1.25,
    true,
    ratio(ms('STL 10 M', both), ms('STL 10 M', md5)),
  );
  add(
    'ASCII STL 1 M: full check / md5sum',
    0.7,
    true,
    ratio(ms('ASCII STL 1 M', full), ms('ASCII STL 1 M', 'md5sum')),
  );
  add(
    'OBJ 1 M: PrusaSlicer without start / full check',
    3,
    false,
    ratio(withoutStart('OBJ 1 M', prusa), ms('OBJ 1 M', full)),
  );
  add('PLY 1 M: full check / OBJ full check', 1, true, ratio(ms('PLY 1 M', full), ms('OBJ 1 M', full)));
  add(
    '3MF 1 M: PrusaSlicer without start / full check',
    8,
    false,
    ratio(withoutStart('3MF 1 M', prusa), ms('3MF 1 M', full)),
  );
  add('STL 1 M: peak memory of fabdesk check', 110, true, row('STL 1 M', command)?.mb ?? null, ' MB');
  add('STL 5 M: peak memory of fabdesk check', 280, true, row('STL 5 M', command)?.mb ?? null, ' MB');
  add('STL: full check of 10 M / of 1 M', 12, true, ratio(ms('STL 10 M', full), ms('STL 1 M', full)));
  return aims;
}

export function printTables(startup: Startup, results: readonly FileResult[], aims: readonly Aim[]): void {
  const names = [...new Set(results.flatMap(({ rows }) => rows.map(({ contestant }) => contestant)))];
  const cell = (row: Row | undefined): string => {
    if (row === undefined) return '-';
    if (!row.ok) return 'failed';
    return row.mb === null ? row.ms.toFixed(0) : `${row.ms.toFixed(0)} / ${row.mb.toFixed(0)}`;
  };
  console.log(`| ms / peak MB | start | ${results.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|---|${results.map(() => '---').join('|')}|`);
  for (const name of names) {
    const cells = results.map(({ rows }) => cell(rows.find(({ contestant }) => contestant === name)));
    const start = startup[name];
    console.log(`| ${name} | ${start === undefined ? '-' : start.toFixed(0)} | ${cells.join(' | ')} |`);
  }
  console.log('\n| Aim | asked for | measured | |\n|---|---|---|---|');
  for (const { what, aim, measured, isReached } of aims) {
    console.log(`| ${what} | ${aim} | ${measured} | ${isReached ? 'reached' : 'missed'} |`);
  }
}
