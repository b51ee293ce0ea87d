/** The output of the simulation's command line, and the work of one of its processes. */
import { parseArgs } from 'node:util';
import { install } from './hooks.ts';
import { mutants } from './mutants.ts';

export interface Command {
  readonly seeds: number;
  readonly from: number;
  readonly seed: number | null;
  readonly trace: boolean;
  readonly mutant: string | null;
  readonly script: string | null;
  readonly mutants: boolean;
  readonly processes: number;
  readonly stopAtFirst: boolean;
  readonly agents: boolean;
}

export function readCommand(args: string[]): Command {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '2000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      trace: { type: 'boolean', default: false },
      mutant: { type: 'string' },
      script: { type: 'string' },
      mutants: { type: 'boolean', default: false },
      processes: { type: 'string' },
      'stop-at-first': { type: 'boolean', default: false },
      agents: { type: 'boolean', default: false },
    },
  });
  return {
    seeds: Number(values.seeds),
    from: Number(values.from),
    seed: values.seed === undefined ? null : Number(values.seed),
    trace: values.trace,
    mutant: values.mutant ?? null,
    script: values.script ?? null,
    mutants: values.mutants,
    processes: Number(values.processes ?? 2),
    stopAtFirst: values['stop-at-first'],
    agents: values.agents,
  };
}

export interface Tally {
  schedules: number;
  jobs: number;
  lost: number;
  duplicated: number;
  wrong: number;
  stuck: number;
  asked: number;
  unseen: number;
  mistaken: number;
  violations: number;
  /** Schedules in which an assumption does not hold, and what went wrong by that and was shown or asked. */
  broken: number;
  admitted: number;
  /** Schedules in which everything had to be resolved automatically, and questions asked in those. */
  plain: number;
  plainAsked: number;
  crashes: number;
  /** Programs that proposed orders, each with its sequence of calls, and all those calls. */
  agents: number;
  agentCalls: number;
  /** One hash of the traces of all seeds, in any order. */
  hash: string;
  firstBad: number | null;
  bad: { readonly seed: number; readonly messages: readonly string[] }[];
}

export const emptyTally = (): Tally => ({
  schedules: 0,
  jobs: 0,
  lost: 0,
  duplicated: 0,
  wrong: 0,
  stuck: 0,
  asked: 0,
  unseen: 0,
  mistaken: 0,
  admitted: 0,
  broken: 0,
  violations: 0,
  plain: 0,
  plainAsked: 0,
  crashes: 0,
  agents: 0,
  agentCalls: 0,
  hash: '0'.repeat(16),
  firstBad: null,
  bad: [],
});

export function add(to: Tally, more: Tally): void {
  for (const key of [
    'schedules',
    'jobs',
    'lost',
    'duplicated',
    'wrong',
    'stuck',
    'asked',
    'unseen',
    'mistaken',
    'admitted',
    'broken',
    'violations',
    'plain',
    'plainAsked',
    'crashes',
    'agents',
    'agentCalls',
  ] as const) {
    to[key] += more[key];
  }
  to.hash = (BigInt(`0x${to.hash}`) ^ BigInt(`0x${more.hash}`)).toString(16).padStart(16, '0');
  if (more.firstBad !== null) to.firstBad = Math.min(to.firstBad ?? more.firstBad, more.firstBad);
  to.bad = [...to.bad, ...more.bad].sort((a, b) => a.seed - b.seed).slice(0, 20);
}

/** Puts the fakes (and a mutant's changes) under the application. Once a process, before anything runs. */
export async function prepare(mutant: string | null): Promise<void> {
  if (mutant === null) return install(new Map());
  const chosen = mutants.find(({ name }) => name === mutant);
  if (!chosen) throw new Error(`There is no mutant ${mutant}.`);
  // Loaded only here: the compiler takes longer to load than many schedules take to run.
  const { patchedSources } = await import('./patch-source.ts');
  install(patchedSources(chosen.patches));
}

export interface Task {
  readonly mutant: string | null;
  /** The written schedule of this name (scripts.ts) instead of a drawn one. */
  readonly script?: string | null;
  readonly from: number;
  readonly end: number;
  readonly step: number;
  readonly stopAtFirst: boolean;
  /** Programs propose orders in each of them. */
  readonly hasAgents?: boolean;
}

/** Seeds `from`, `from + step`, ... below `end`, in this process. */
export async function runSeeds(
  { from, end, step, stopAtFirst, script = null, hasAgents = false }: Omit<Task, 'mutant'>,
  each: (seed: number) => void = () => {},
): Promise<Tally> {
  const { runSeed, isBad } = await import('./run.ts');
  const { scripts } = await import('./scripts.ts');
  const written = script === null ? null : (scripts[script] ?? null);
  const tally = emptyTally();
  for (let seed = from; seed < end; seed += step) {
    const { findings, hash, isPlain, isBroken, crashes, agents, agentCalls } = await runSeed(
      seed,
      false,
      written,
      hasAgents,
    );
    const { lost, duplicated, wrong, stuck, violations, asked, unseen, mistaken, admitted, jobs } = findings;
    const isFirst = isBad(findings) && tally.firstBad === null;
    const messages = [
      ...lost.map((word) => `lost: ${word}`),
      ...duplicated.map((word) => `duplicated: ${word}`),
      ...wrong.map((word) => `wrong: ${word}`),
      ...stuck.map((word) => `stuck: ${word}`),
      ...violations,
    ];
    add(tally, {
      schedules: 1,
      jobs,
      lost: lost.length,
      duplicated: duplicated.length,
      wrong: wrong.length,
      stuck: stuck.length,
      asked: asked.length,
      unseen: unseen.length,
      mistaken: mistaken.length,
      admitted: admitted.length,
      broken: isBroken ? 1 : 0,
      violations: violations.length,
      plain: isPlain ? 1 : 0,
      plainAsked: isPlain ? asked.length : 0,
      crashes,
      agents,
      agentCalls,
      hash,
      firstBad: isBad(findings) ? seed : null,
      bad: isBad(findings) ? [{ seed, messages: [...new Set(messages)].slice(0, 5) }] : [],
    });
    each(seed);
    if (isFirst && stopAtFirst) break;
  }
  return tally;
}
