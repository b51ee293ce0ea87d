/** What a program uses of the machine, in all its processes. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Use {
  /** ms since it was started. */
  readonly processor: number;
  /** MB; what processes share counts once. */
  readonly memory: number;
}

/** ms in the unit in which Linux counts processor time. */
const tick = 10;

/** Null where the system does not say. */
export function useOf(pid: number): Use | null {
  if (process.platform !== 'linux') return null;
  const found = new Map<number, { parent: number; processor: number }>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`);
    // After the name of the program, which may have spaces: the state, the parent, and from the 12th the
    // times.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const processor = (Number(fields[11]) + Number(fields[12])) * tick;
    found.set(Number(name), { parent: Number(fields[1]), processor });
  }
  const isOwn = (child: number): boolean => {
    if (child === pid) return true;
    const parent = found.get(child)?.parent;
    return parent !== undefined && parent > 1 && isOwn(parent);
  };
  const own = [...found].filter(([child]) => isOwn(child));
  const kilobytes = own.map(([child]) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${child}/smaps_rollup`))?.[1] ?? 0),
  );
  return {
    processor: own.reduce((sum, [, { processor }]) => sum + processor, 0),
    memory: kilobytes.reduce((sum, size) => sum + size, 0) / 1024,
  };
}

/** Empty for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
