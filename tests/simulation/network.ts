/**
 * The network: which fault meets a request, when the request arrives, and what comes back. Faults are aimed
 * at the critical moments of the protocol. Called by `fakes/connection.ts` through the schedule.
 */
import type { Fault, Verdict } from './line.ts';
import { Random } from './random.ts';
import { minute, type Schedule, second } from './schedule.ts';
import type { ScriptedNetwork } from './script.ts';
import { type Call, longestLag, longestWork, type Reply } from './service.ts';
import type { Process } from './world.ts';

export class Network {
  readonly #schedule: Schedule;
  readonly #random: Random;
  readonly #modelReads: Random;
  readonly #script: ScriptedNetwork | null;
  #badness: number;
  #isOver = false;
  #favourite: Fault | null;
  /** The time until which the service wants no call of an account, as far as each process knows. */
  readonly #pausedUntil = new Map<string, number>();

  /** The share of faults comes from the schedule's random stream, single faults from its own. */
  constructor(schedule: Schedule, script: ScriptedNetwork | null) {
    this.#script = script;
    this.#schedule = schedule;
    this.#random = new Random(schedule.seed, 3);
    this.#modelReads = new Random(schedule.seed, 10);
    const { random } = schedule;
    this.#badness = random.pick([0, 0.15, 0.3, 0.5, 0.7]);
    this.#favourite = random.chance(0.5) ? random.pick(favourites) : null;
  }

  calm(): void {
    this.#isOver = true;
    this.#script?.calm();
    this.#badness = 0;
    this.#favourite = null;
  }

  verdict(call: Call): Verdict {
    if (this.#script !== null) return this.#script.verdict(this.#schedule, call);
    const { world, oddities } = this.#schedule;
    const usual = this.#usualVerdict(call);
    return this.#isOver ? usual : oddities.worsen(usual, call, (what) => world.note(what));
  }

  #usualVerdict(call: Call): Verdict {
    const { world } = this.#schedule;
    // From a separate stream, so that the other requests meet the same faults as before orders read their
    // models.
    const random = isModelRead(call) ? this.#modelReads : this.#random;
    const isWrite =
      call.method !== 'GET' && !call.url.pathname.startsWith('/oauth2') && call.url.pathname !== '/price/v1';
    const there = random.int(1, 400);
    const back = random.int(1, 400);
    const isBad = random.chance(isWrite ? this.#badness : this.#badness / 3);
    // Aimed: what arrived late is not yet in lists that are as old as they may be.
    if (!isWrite && this.#cameLate() && random.chance(0.5)) {
      world.note(`${call.method} ${call.url.pathname} is stale`);
      return { fault: 'stale', there, back, work: 0, more: longestLag, status: 200 };
    }
    const fault: Fault = !isBad
      ? 'none'
      : isWrite && this.#favourite && random.chance(0.5)
        ? this.#favourite
        : random.weighted(isWrite ? writeFaults : readFaults);
    let more = random.pick([0, longestLag, random.int(0, longestLag)]);
    let work = random.int(0, 200);
    if (isWrite && this.#badness > 0 && random.chance(0.05)) work = random.int(0, longestWork - second);
    if (fault === 'late') {
      // Aimed at the edges: just before the token ends, or before its last work must have ended.
      const { time } = this.#schedule.world;
      const end = this.#schedule.service.endOf(call.authorization);
      more = random.chance(0.3)
        ? Math.max(0, end - time - random.int(1, 1500))
        : random.int(0, Math.max(1, end - time + minute));
      work = random.chance(0.5) ? longestWork - random.int(1, 1500) : random.int(0, longestWork - second);
    } else if (fault === 'duplicated') more = random.int(1, 5 * minute);
    if (fault === 'duplicated' && !this.#schedule.terms.duplicates)
      return { fault: 'none', there, back, work, more: 0, status: 200 };
    const status = random.pick(
      fault === 'status-before' || fault === 'status-after' ? [500, 502, 503, 504, 408, 409, 302] : [200],
    );
    if (fault !== 'none') this.#schedule.world.note(`${call.method} ${call.url.pathname} meets ${fault}`);
    return { fault, there, back, work, more, status };
  }

  /**
   * An order was made within the lag of lists, minutes after it was sent; or a change took effect within it.
   */
  #cameLate(): boolean {
    const { time } = this.#schedule.world;
    if (this.#schedule.service.effects.some(({ at }) => at > time - longestLag)) return true;
    return this.#schedule.service.orders.some(({ at, cause }) => {
      const sent = cause === null ? at : (this.#schedule.wires[cause - 1]?.at ?? at);
      return at <= time && at > time - longestLag && at - sent > minute;
    });
  }

  asked(call: Call): void {
    const process = this.#schedule.world.process();
    if (call.url.pathname.startsWith('/oauth2')) return;
    const pausedUntil = this.#pausedUntil.get(this.#asker(process, call)) ?? 0;
    if (
      this.#schedule.world.time < pausedUntil - second &&
      process?.alive &&
      !this.#schedule.terms.clockJumped
    ) {
      this.#schedule.violations.push(
        `I7 ${call.method} ${call.url.pathname} before the time that the service named`,
      );
    }
  }

  #asker(process: Process | null, call: Call): string {
    return `${process?.number ?? 0} ${this.#schedule.service.ownerOf(call)}`;
  }

  async deliver(call: Call, wire: number, verdict: Verdict): Promise<Reply> {
    const { service, world } = this.#schedule;
    if (verdict.fault === 'busy')
      service.busyUntil = Math.max(service.busyUntil, world.time + this.#random.int(1, 300) * second);
    if (verdict.fault === 'token-revoked') {
      const token = service.tokens.get(call.authorization.replace(/^Bearer /, ''));
      if (token) token.revoked ??= world.time;
    }
    const refusal = service.refusal(call);
    if (refusal) {
      // If the network replaced the answer, the process did not receive it.
      if (refusal.status === 429 && ['none', 'busy', 'token-revoked', 'stale'].includes(verdict.fault)) {
        const until = service.busyUntil;
        const process = world.process();
        // A process that sleeps hears the answer when it wakes.
        const heard = () => this.#pausedUntil.set(this.#asker(process, call), until);
        world.at(world.time + verdict.back, process, () => world.at(world.time + second, process, heard));
      }
      return refusal;
    }
    const isWrite = call.method === 'POST';
    if (isWrite) await world.sleep(verdict.work, null);
    return service.act(call, wire, verdict.fault === 'stale' ? verdict.more : 0);
  }
}

const isModelRead = ({ method, url }: Call): boolean =>
  method === 'GET' && /^\/models\/\d+\/(info|files)\//.test(url.pathname);

const favourites: readonly Fault[] = [
  'late',
  'response-lost',
  'request-lost',
  'status-after',
  'hang',
  'stale',
  'garbled',
  'status-before',
];

const writeFaults: Readonly<Record<Fault, number>> = {
  none: 0,
  refuse: 1,
  dns: 1,
  tls: 1,
  'break-before': 2,
  'early-refusal': 0,
  'request-lost': 3,
  'response-lost': 4,
  hang: 2,
  late: 6,
  'status-before': 2,
  'status-after': 3,
  busy: 1,
  'token-revoked': 1,
  truncated: 2,
  garbled: 1,
  'not-the-service': 1,
  duplicated: 3,
  stale: 0,
  'gateway-timeout': 0,
  'other-answer': 0,
  'foreign-refusal-before': 0,
  'foreign-refusal-after': 0,
  'answered-then-delivered': 0,
};

const readFaults: Readonly<Record<Fault, number>> = {
  ...writeFaults,
  'break-before': 0,
  'request-lost': 1,
  'response-lost': 1,
  late: 0,
  duplicated: 0,
  hang: 1,
  stale: 8,
};
