/**
 * What real services, gateways and computers do beyond the usual faults, and what no protocol can assume
 * away. Drawn from streams of their own, so that schedules without them stay as they are.
 */

import type { Neighbour } from './customers.ts';
import type { Fault, Verdict } from './line.ts';
import { Random } from './random.ts';
import { type Call, type Lie, longestWork } from './service.ts';

/** How the service stores the lines of an address. */
const lineStores = {
  kept: (line: string) => line,
  capitals: (line: string) => line.toUpperCase(),
  cut35: (line: string) => line.slice(0, 35).trimEnd(),
  cut30InCapitals: (line: string) => line.slice(0, 30).trimEnd().toUpperCase(),
  /** Nothing looks for these; a person is asked. */
  small: (line: string) => line.toLowerCase(),
  withoutSpaces: (line: string) => line.replace(/\s/g, ''),
} as const;
type LineStore = keyof typeof lineStores;

/**
 * An assumption of docs/reliability.md that does not hold in this schedule. What goes wrong by that must be
 * asked or shown in the end.
 */
export type Broken =
  /** Lists show an order only an hour after it was made (A2). */
  | 'orders-hidden'
  /** Work goes on for longer than ten minutes (A1). */
  | 'long-work'
  /** Answers carry the dates of two clocks. */
  | 'two-clocks'
  /** A request that was answered with an error is delivered later all the same (A6). */
  | 'delivered-after-answer';

const brokenKinds: readonly Broken[] = ['orders-hidden', 'long-work', 'two-clocks', 'delivered-after-answer'];

/**
 * How this service differs from what it says. Nothing of it breaks an assumption: nothing may be lost or
 * bought twice by it, and what it says wrongly must be shown in the end.
 */
export type Dishonest =
  /** Books an order and refuses it. */
  | 'refuses-what-it-books'
  /** Answers what it does not do. */
  | 'only-says'
  /** Answers with somebody else's order. */
  | 'strangers-number'
  /** Lists the newest or oldest 20 or 100 orders and counts only those, while others order a lot. */
  | 'counts-its-page'
  /** Is restored from an older backup. */
  | 'reset';

const dishonestKinds: readonly Dishonest[] = [
  'refuses-what-it-books',
  'only-says',
  'strangers-number',
  'counts-its-page',
  'reset',
];

const neighbours: readonly Neighbour[] = ['other-account', 'other-folder', 'shared-account'];

const minute = 60_000;

export class Oddities {
  readonly broken: Broken | null;
  readonly dishonest: Dishonest | null;
  readonly #lies: Random;
  readonly #lineStore: LineStore;
  readonly hasLongLines: boolean;
  /** The application runs as commands do: for seconds, with pauses between. */
  readonly isShortLived: boolean;
  /** A person cancels an order soon after asking for it. */
  readonly cancels: boolean;
  /** A second customer of this machine. */
  readonly neighbour: Neighbour | null;
  /** The person clicks twice, and repeats commands with their key. */
  readonly isHasty: boolean;
  /** Programs propose orders. */
  readonly hasAgents: boolean;
  /** What a service lists that counts its own page. */
  readonly page: { readonly size: number; readonly isOldestFirst: boolean };
  /** Other customers of the service get numbers, too. */
  readonly #sharesNumbers: boolean;
  readonly #numbers: Random;
  readonly #foreignFaults: boolean;
  readonly #random: Random;

  /** `isDrawn`: false for written schedules, which contain nothing that they do not name. */
  constructor(seed: number, isPlain: boolean, isDrawn: boolean) {
    const random = new Random(seed, 11);
    this.#random = new Random(seed, 12);
    const isBroken = isDrawn && random.chance(0.06);
    const isOdd = isDrawn && !isBroken && random.chance(isPlain ? 0.08 : 0.2);
    const drawn = {
      broken: random.pick(brokenKinds),
      lineStore: random.pick(Object.keys(lineStores) as LineStore[]),
      hasLongLines: random.chance(0.6),
    };
    this.broken = isBroken ? drawn.broken : null;
    this.#lineStore = isOdd ? drawn.lineStore : 'kept';
    this.hasLongLines = isOdd && drawn.hasLongLines;
    this.isShortLived = isDrawn && random.chance(0.08);
    this.cancels = isDrawn && random.chance(0.06);
    this.#lies = new Random(seed, 14);
    const isDishonest = isDrawn && !isBroken && !isOdd && this.#lies.chance(0.15);
    const kind = this.#lies.pick(dishonestKinds);
    this.dishonest = isDishonest ? kind : null;
    this.#foreignFaults = isDrawn && !isBroken && random.chance(0.15);
    const people = new Random(seed, 16);
    const neighbour = people.chance(0.1) ? people.pick(neighbours) : null;
    this.neighbour = isDrawn && !isBroken ? neighbour : null;
    this.isHasty = isDrawn && people.chance(0.3);
    this.#numbers = new Random(seed, 21);
    const isUntrue = this.dishonest !== null || this.broken !== null;
    this.#sharesNumbers = isUntrue && this.#numbers.chance(0.5);
    this.hasAgents = isDrawn && new Random(seed, 46).chance(0.12);
    this.page = { size: people.pick([20, 20, 100]), isOldestFirst: people.chance(0.3) };
  }

  numbersOfOthers(): number {
    return this.#sharesNumbers ? this.#numbers.pick([0, 5, 19, 20, 21, 500]) : 0;
  }

  storedLine(line: string): string {
    return lineStores[this.#lineStore](line);
  }

  /** How long lists hide an order, ms. */
  get hidesFor(): number {
    return this.broken === 'orders-hidden' ? 60 * minute : 0;
  }

  /** What the service answers instead of what it does. */
  lieAbout(what: 'order' | 'cancellation'): Lie | null {
    const random = this.#lies;
    if (this.dishonest === null || !random.chance(0.5)) return null;
    if (this.dishonest === 'only-says') return { kind: 'only-said' };
    if (what === 'cancellation') return null;
    if (this.dishonest === 'strangers-number') return { kind: 'strangers-number' };
    if (this.dishonest !== 'refuses-what-it-books') return null;
    return { kind: 'refused', status: random.pick([200, 400, 401, 429]) };
  }

  /** ms by which the date of this answer differs. */
  dateError(): number {
    return this.broken === 'two-clocks' ? this.#random.pick([0, 0, 4 * minute, -4 * minute]) : 0;
  }

  /** The same, or something that only this schedule knows. */
  worsen(verdict: Verdict, call: Call, note: (what: string) => void): Verdict {
    const random = this.#random;
    const isWrite = call.method === 'POST' || call.method === 'PUT' || call.method === 'DELETE';
    if (!isWrite || /^\/(oauth2|price)\//.test(call.url.pathname)) return verdict;
    const worse = (fault: Fault, changes: Partial<Verdict> = {}): Verdict => {
      note(`${call.method} ${call.url.pathname} meets ${fault}`);
      return { ...verdict, fault, ...changes };
    };
    if (this.#foreignFaults && random.chance(0.25)) {
      const fault = random.pick(foreignFaults);
      return worse(fault, { status: random.pick([400, 403, 404, 413]) });
    }
    const isOrder = call.url.pathname === '/orders/v1';
    if (!isOrder || !random.chance(0.4)) return verdict;
    if (this.broken === 'long-work')
      return worse(random.pick(['gateway-timeout', 'response-lost']), {
        work: longestWork + random.int(1, 50) * minute,
      });
    if (this.broken === 'delivered-after-answer')
      return worse('answered-then-delivered', { status: 503, more: random.int(12, 60) * minute });
    if (this.broken === 'orders-hidden' || this.broken === 'two-clocks')
      return worse(random.pick(['status-after', 'response-lost']), { status: 502 });
    return verdict;
  }
}

const foreignFaults: readonly Fault[] = [
  'early-refusal',
  'foreign-refusal-before',
  'foreign-refusal-after',
  'other-answer',
];
