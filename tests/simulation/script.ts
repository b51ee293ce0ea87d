/**
 * Schedules that are written instead of drawn, for broken protocols that random schedules catch too rarely. A
 * script lists a person's requests, the events of the machine, and the fault of each request; nothing else
 * goes wrong.
 */
import type { Agents } from './agents.ts';
import type { Stamped } from './app.ts';
import type { ChangeRequests } from './change-requests.ts';
import type { Neighbour } from './customers.ts';
import type { Fault, Verdict } from './line.ts';
import type { Machine } from './machine.ts';
import type { Broken, Dishonest } from './oddities.ts';
import type { Person } from './person.ts';
import type { Schedule } from './schedule.ts';
import type { Call, Manners } from './service.ts';

export interface Script {
  readonly manners?: Partial<Manners>;
  readonly stamped?: Stamped;
  /** An assumption that the script breaks: what goes wrong by that must be shown or asked. */
  readonly broken?: Broken;
  /** How the service differs from what it says, as `manners` has it. */
  readonly dishonest?: Dishonest;
  readonly neighbour?: Neighbour;
  /** Ms after the start at which all faults end. */
  readonly lasts: number;
  readonly meetings: readonly Meeting[];
  /** What has to hold besides the invariants; the violation, or null. */
  readonly holds?: (schedule: Schedule) => string | null;
  play(stage: Stage): void;
}

/** The fault of a request. The first entry that fits counts. */
export interface Meeting {
  /** Method and path; `#` is any number: `POST /orders/v1`, `PUT /models/#/info/v1`. */
  readonly call: string;
  /** The first request of this method and path, counted from 1. Default: 1. */
  readonly from?: number;
  /** The last such request. Default: only the first. */
  readonly to?: number;
  readonly fault: Fault;
  /** Ms: when it arrives (`late`, `duplicated`), or how old the lists are (`stale`). */
  readonly more?: number | ((schedule: Schedule, call: Call) => number);
  /** Ms that the service works. */
  readonly work?: number;
  /** The status of an answer that does not come from the service. */
  readonly status?: number;
}

/** What a script works with. Times are epoch ms. */
export interface Stage {
  readonly schedule: Schedule;
  readonly person: Person;
  readonly changes: ChangeRequests;
  readonly machine: Machine;
  readonly agents: Agents;
  /** An event this many ms after the start. */
  at(ms: number, work: () => void): void;
}

export class ScriptedNetwork {
  readonly #meetings: readonly Meeting[];
  readonly #counts = new Map<string, number>();
  #isOver = false;

  constructor({ meetings }: Script) {
    this.#meetings = meetings;
  }

  calm(): void {
    this.#isOver = true;
  }

  verdict(schedule: Schedule, call: Call): Verdict {
    const name = `${call.method} ${call.url.pathname.replace(/\d+(?=\/)/g, '#')}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const usual = { fault: 'none', there: 100, back: 100, work: 0, more: 0, status: 200 } as const;
    const met = this.#meetings.find(
      ({ call: wanted, from = 1, to = from }) => wanted === name && count >= from && count <= to,
    );
    if (this.#isOver || met === undefined) return usual;
    const { fault, work = 0, more = 0, status = 200 } = met;
    schedule.world.note(`${name} meets ${fault}`);
    return { ...usual, fault, work, status, more: typeof more === 'number' ? more : more(schedule, call) };
  }
}
