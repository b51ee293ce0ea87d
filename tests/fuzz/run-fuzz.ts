/** Runs cases of a target, several at a time, and makes what fails as small as it can. */
import { Random } from '../simulation/random.ts';
import type { Fault, Step, Target, World } from './fuzz-target.ts';
import type { Measures } from './process-calls.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** The first case; 0 unless one is repeated. */
  readonly from?: number;
  /** Ends after the case with which so many requests are sent. */
  readonly requests: number;
  /** Or after so many cases. */
  readonly cases?: number;
  readonly report?: (line: string) => void;
}

export interface FuzzReport {
  readonly requests: number;
  readonly cases: number;
  readonly worlds: number;
  /** How often each outcome came, by template. */
  readonly outcomes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly faults: readonly string[];
  readonly worst: Measures | null;
}

const mostFaults = 25;
/** How far heap and handles may be above those of the first world. */
const heapGrowthMb = 200;
const handlesGrowth = 50;

export function planCase(target: Target, seed: number, number: number): Step[] {
  const random = new Random(seed, number);
  const length = random.int(3, 16);
  return Array.from({ length }, (_, i) => target.planStep(random, i));
}

export async function runFuzz(target: Target, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests: wanted, report = () => undefined } = options;
  const outcomes = new Map<string, Map<string, number>>();
  const faults: string[] = [];
  const kinds = new Set<string>();
  let requests = 0;
  let next = options.from ?? 0;
  const last = options.cases === undefined ? Number.POSITIVE_INFINITY : next + options.cases;
  let worlds = 0;
  let worst: Measures | null = null;
  let first: Measures | null = null;

  const count = (step: Step, seen: readonly string[]) => {
    const own = outcomes.get(step.template) ?? new Map<string, number>();
    outcomes.set(step.template, own);
    for (const outcome of seen) own.set(outcome, (own.get(outcome) ?? 0) + 1);
    requests += seen.length;
  };
  const found = async (number: number, steps: readonly Step[], fault: Fault) => {
    if (kinds.has(fault.kind)) return;
    kinds.add(fault.kind);
    report(`Found: ${fault.kind}. Making it smaller.`);
    const text = await describeFault(target, seed, number, steps, fault);
    faults.push(text);
    report(text);
  };

  while (requests < wanted && next < last && faults.length < mostFaults) {
    const world = await target.start();
    worlds++;
    const began = next;
    const end = Math.min(last, began + target.casesPerWorld);
    const failed: { number: number; steps: Step[]; fault: Fault }[] = [];
    const worker = async () => {
      while (next < end && requests < wanted && !world.isDead) {
        const number = next++;
        const steps = planCase(target, seed, number);
        const running = world.begin();
        for (const [i, step] of steps.entries()) {
          const { fault, outcomes: seen } = await running.perform(step);
          count(step, seen);
          if (!fault) continue;
          if (!kinds.has(fault.kind)) failed.push({ number, steps: steps.slice(0, i + 1), fault });
          break;
        }
      }
    };
    await Promise.all(Array.from({ length: target.width }, worker));
    const wrong = await finish(world);
    const measures = wrong.measures;
    if (measures) {
      first ??= measures;
      worst = worst ? worse(worst, measures) : measures;
      if (measures.heapMb > first.heapMb + heapGrowthMb)
        wrong.texts.push('The heap has grown by more than 200 MB.');
      if (measures.handles > first.handles + handlesGrowth)
        wrong.texts.push('More than 50 handles are open.');
    }
    for (const { number, steps, fault } of failed) await found(number, steps, fault);
    if (wrong.texts.length > 0 && failed.length === 0)
      await blame(target, seed, began, next, wrong.texts, found);
  }
  await target.end();
  return { requests, cases: next - (options.from ?? 0), worlds, outcomes, faults, worst };
}

async function finish(world: World): Promise<{ measures: Measures | null; texts: string[] }> {
  if (world.isDead) {
    await world.close().catch(() => []);
    return { measures: null, texts: ['The attacked process has ended.'] };
  }
  const texts = [...(await world.check())];
  const measures = await world.measures();
  texts.push(...(await world.close()));
  return { measures, texts };
}

const worse = (a: Measures, b: Measures): Measures => ({
  delayP50: Math.max(a.delayP50, b.delayP50),
  delayP99: Math.max(a.delayP99, b.delayP99),
  delayMax: Math.max(a.delayMax, b.delayMax),
  heapMb: Math.max(a.heapMb, b.heapMb),
  residentMb: Math.max(a.residentMb, b.residentMb),
  handles: Math.max(a.handles, b.handles),
});

/**
 * Finds the case after which something no longer adds up, by running the cases of a world one after the
 * other.
 */
async function blame(
  target: Target,
  seed: number,
  from: number,
  to: number,
  texts: readonly string[],
  found: (number: number, steps: readonly Step[], fault: Fault) => Promise<void>,
): Promise<void> {
  const kindOf = (text: string) =>
    `books: ${text.replaceAll(/[0-9a-f-]{16,}/g, 'x').replaceAll(/\d+/g, 'n')}`;
  let world = await target.start();
  for (let number = from; number < to; number++) {
    const steps = planCase(target, seed, number);
    const running = world.begin();
    for (const step of steps) await running.perform(step);
    const [text] = world.isDead ? ['The attacked process has ended.'] : await world.check();
    if (text === undefined) continue;
    await world.close().catch(() => []);
    await found(number, steps, { kind: kindOf(text), text, shown: '' });
    return;
  }
  await world.close();
  const text = `${texts.slice(0, 5).join(' ')} It needs cases that run at once: ${from} to ${to - 1}.`;
  await found(from, [], { kind: kindOf(texts[0] ?? ''), text, shown: '' });
  world = await target.start();
  await world.close();
}

/** Whether these steps, in a new world, lead to a fault of this kind. */
async function replay(target: Target, steps: readonly Step[], kind: string): Promise<Fault | null> {
  const world = await target.start();
  const running = world.begin();
  try {
    for (const step of steps) {
      const { fault } = await running.perform(step);
      if (fault?.kind === kind) return fault;
    }
    if (!kind.startsWith('books')) return null;
    const text = world.isDead ? 'The attacked process has ended.' : (await world.check())[0];
    return text === undefined ? null : { kind, text, shown: '' };
  } finally {
    await world.close().catch(() => []);
  }
}

/** The shortest sequence with the fewest mutations that still fails. */
async function reduce(
  target: Target,
  steps: readonly Step[],
  fault: Fault,
): Promise<{ steps: readonly Step[]; fault: Fault } | null> {
  let best = steps;
  let seen = await replay(target, best, fault.kind);
  if (!seen) return null;
  const tryWith = async (fewer: readonly Step[]) => {
    const again = await replay(target, fewer, fault.kind);
    if (!again) return false;
    [best, seen] = [fewer, again];
    return true;
  };
  for (let i = 0; i < best.length && best.length > 1; )
    if (!(await tryWith(best.filter((_, at) => at !== i)))) i++;
  for (let i = 0; i < best.length; i++) {
    const step = best[i]!;
    if (step.burst > 1) await tryWith(best.map((other, at) => (at === i ? { ...step, burst: 1 } : other)));
    for (const mutation of step.mutations) {
      const less = { ...best[i]!, mutations: best[i]!.mutations.filter((other) => other !== mutation) };
      await tryWith(best.map((other, at) => (at === i ? less : other)));
    }
  }
  return { steps: best, fault: seen };
}

async function describeFault(
  target: Target,
  seed: number,
  number: number,
  steps: readonly Step[],
  fault: Fault,
): Promise<string> {
  const small = steps.length === 0 ? null : await reduce(target, steps, fault);
  const again = `npm run fuzz -- ${target.name} --seed ${seed} --case ${number}`;
  if (!small)
    return `${fault.kind}\n${fault.text}\n${fault.shown}\nCase ${number} alone does not show it again; it needed what ran beside it (${again}).`;
  const list = small.steps.map(
    ({ template, actor, mutations, burst }) =>
      `  ${template} by ${actor}, ${mutations.length} changes${burst > 1 ? `, ${burst} at once` : ''}`,
  );
  return `${fault.kind}\n${small.fault.text}\n${list.join('\n')}\n${small.fault.shown}\nAgain: ${again}`;
}

/** The table that a run prints. */
export function fuzzTable({ outcomes, requests, cases, worlds, worst }: FuzzReport): string {
  const rows = [...outcomes]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([template, counts]) => {
      const parts = [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([name, n]) => `${n} ${name}`);
      return `${template.padEnd(44)} ${parts.join(', ')}`;
    });
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const loop = worst
    ? `Event loop of the attacked process, worst world: p50 ${ms(worst.delayP50)}, p99 ${ms(worst.delayP99)}, longest ${ms(worst.delayMax)}; ` +
      `heap ${worst.heapMb.toFixed(0)} MB, resident ${worst.residentMb.toFixed(0)} MB, ${worst.handles} handles.`
    : '';
  return [...rows, `${requests} requests in ${cases} cases and ${worlds} worlds.`, loop].join('\n');
}
