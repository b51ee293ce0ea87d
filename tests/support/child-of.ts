/** Finds a program that another one started, as a person would in the list of processes. POSIX only. */
import { execFileSync } from 'node:child_process';

/** Its process id, or null. `name`: a part of its command line. */
export function childOf(parent: number | undefined, name: string): number | null {
  const list = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of list.split('\n')) {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (Number(ppid) === parent && args.includes(name)) return Number(pid);
  }
  return null;
}

/** False for one that has ended, also while nobody has asked how. */
export function isAlive(pid: number): boolean {
  const state = () => execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  try {
    return !state().startsWith('Z');
  } catch {
    return false;
  }
}
