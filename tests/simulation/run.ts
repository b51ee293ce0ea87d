/** Runs schedules in this thread, one after the other. Imported after hooks.ts has put the fakes in place. */
import { openDatabase } from '../../src-main/db/database.ts';
import { dataFolder } from './customers.ts';
import { keepTemplate } from './fakes/sqlite.ts';
import { Schedule } from './schedule.ts';
import type { Script } from './script.ts';
import { type Findings, verify } from './verify.ts';
import { Process, World } from './world.ts';

export interface Outcome {
  readonly seed: number;
  readonly hash: string;
  readonly findings: Findings;
  readonly trace: readonly string[] | null;
  readonly isPlain: boolean;
  /** An assumption of the protocol does not hold. */
  readonly isBroken: boolean;
  readonly crashes: number;
  /** Programs that proposed orders, and what they called. */
  readonly agents: number;
  readonly agentCalls: number;
}

let isReady = false;

/** The schema is made once; every world starts from a copy. */
async function makeTemplate(): Promise<void> {
  isReady = true;
  const world = new World(0);
  const process = new Process(0);
  const database = world.as(process, () =>
    openDatabase(`${dataFolder}/fabdesk.db`, { now: () => world.time }),
  );
  keepTemplate(database.sqlite.serialize());
}

export async function runSeed(
  seed: number,
  trace = false,
  script: Script | null = null,
  hasAgents = false,
): Promise<Outcome> {
  if (!isReady) await makeTemplate();
  const schedule = new Schedule(seed, { trace, script, hasAgents });
  await schedule.run();
  const findings = verify(schedule);
  return {
    seed,
    hash: schedule.world.traceHash,
    findings,
    trace: schedule.world.trace,
    isPlain: schedule.terms.isPlain,
    isBroken: schedule.broken !== null,
    crashes: schedule.crashes,
    agents: schedule.agents.count,
    agentCalls: schedule.agents.calls,
  };
}

export const isBad = ({ lost, duplicated, wrong, stuck, violations }: Findings): boolean =>
  lost.length + duplicated.length + wrong.length + stuck.length + violations.length > 0;
