/**
 * One schedule: a computer, a person's requests, and everything that goes wrong, drawn from a seed or written
 * (script.ts). Runs the real application core until nothing can happen any more and hands the world to the
 * verifier (verify.ts). The parts: `person.ts` and `change-requests.ts` (requests), `machine.ts` (the
 * computer), `network.ts` (the network) and `wires.ts` (what was sent).
 */

import type { ImportedFile } from '../../src-main/files/spool.ts';
import type { ChangeRequest } from '../../src-main/queue/core/enqueue-change.ts';
import { Agents } from './agents.ts';
import type { App, Keychain, Stamped } from './app.ts';
import { ChangeRequests } from './change-requests.ts';
import { type AccountId, accountId, type Neighbour, neighbourId } from './customers.ts';
import { connect } from './line.ts';
import { Machine } from './machine.ts';
import { Network } from './network.ts';
import { type Broken, type Dishonest, Oddities } from './oddities.ts';
import { Person } from './person.ts';
import { Random } from './random.ts';
import { type Script, ScriptedNetwork } from './script.ts';
import { longestWork, type Model, PrintService, tokenLife } from './service.ts';
import { type Seen, sent } from './wires.ts';
import { start, World } from './world.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** The spool names its unfinished copies at random; a trace must not depend on that. */
const copyName = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const meddlings = ['version', 'markup', 'withheld', 'removal'] as const;
type Meddling = (typeof meddlings)[number];

/** What this schedule may contain. The verifier expects less of a harder world. */
export interface Terms {
  /** Orders carry their mark, and the service filters by it: everything must be resolved without a person. */
  readonly isPlain: boolean;
  readonly duplicates: boolean;
  readonly foreignOrders: boolean;
  readonly stamped: Stamped;
  /** The database was damaged or an old one restored. */
  damaged: boolean;
  /** The whole folder was replaced by an older copy, and a person was informed. */
  folderRestored: boolean;
  spoolDamaged: boolean;
  clockJumped: boolean;
}

/** A person's requests that the application confirmed as safe. */
export interface PersonRequest {
  readonly name: string;
  readonly kind: 'upload' | 'order' | 'change';
  readonly carriesMark: boolean;
  /** Whose account it goes through. */
  readonly account: AccountId;
  jobId: string | null;
  cancelled: boolean;
  /** SHA-256 and MD5 of the bytes as they were when added. */
  readonly files: ImportedFile[];
  /**
   * What a piece of an order may cost at most if its price is open, line by line; null: its price was seen.
   */
  readonly limits: readonly (number | null)[];
  /** The person said that no price may rise. */
  readonly hasLimit: boolean;
  /** When the person agreed to what the service asked for an order, true time, epoch ms. */
  readonly agreedAt: number[];
  /**
   * When the person signed what a program proposed, true time, epoch ms; null: they asked for it themselves.
   */
  readonly signatures: number[] | null;
  /** The application crashed while they signed, so the signature may not be stored. */
  isMaybeUnsigned: boolean;
  /** The content of a change, once the person has decided; when: true time, epoch ms. */
  change: { readonly request: ChangeRequest; readonly at: number } | null;
}

export interface ScheduleOptions {
  readonly trace?: boolean;
  /** If missing, everything is drawn from the seed. */
  readonly script?: Script | null;
  /** Programs propose orders, whatever is drawn. */
  readonly hasAgents?: boolean;
}

export class Schedule {
  readonly seed: number;
  readonly world: World;
  readonly service: PrintService;
  readonly terms: Terms;
  readonly requests: PersonRequest[] = [];
  readonly wires: Seen[] = [];
  readonly violations: string[] = [];
  readonly keychain: Keychain = { entries: new Map(), isLocked: false };
  /** Jobs that showed a person that an order exists twice, or may. */
  readonly shown = new Set<string>();
  /** Those of them that said so, and not only that another order is like theirs. */
  readonly shownTwice = new Set<string>();
  /** Those that showed an order though they had none. */
  readonly shownLate = new Set<string>();
  /** Those that said that what the service had answered is not so. */
  readonly shownUntrue = new Set<string>();
  /**
   * Jobs that asked because the folder is an older copy, and whether the person found their order at the
   * service.
   */
  readonly lookedUp = new Map<string, boolean>();
  /** How often a person said "none of them, again", by job. */
  readonly saidAgain = new Map<string, number>();
  readonly prices: { at: number; price: number }[] = [];
  app: App | null = null;
  /** The application of the second customer, with a folder of their own. */
  neighbourApp: App | null = null;
  crashes = 0;
  readonly random: Random;
  readonly oddities: Oddities;
  readonly faultsUntil: number;
  readonly #person: Person;
  readonly #changes: ChangeRequests;
  readonly agents: Agents;
  readonly #machine: Machine;
  readonly #network: Network;

  readonly #script: Script | null;
  readonly #hasAgents: boolean;
  /** Drawn from a stream of its own, so that schedules without copies of the folder stay as they are. */
  readonly #folders: Random;

  constructor(seed: number, { script = null, hasAgents = false, ...options }: ScheduleOptions = {}) {
    this.#script = script;
    this.seed = seed;
    this.#folders = new Random(seed, 40);
    this.world = new World(seed, options);
    this.random = new Random(seed, 2);
    const { random } = this;
    const isPlain = random.chance(0.7);
    this.terms = {
      isPlain: isPlain && script === null,
      duplicates: !isPlain && random.chance(0.3),
      foreignOrders: random.chance(isPlain ? 0.2 : 0.5),
      stamped: script?.stamped ?? this.#folders.chance(0.3),
      damaged: false,
      folderRestored: false,
      spoolDamaged: false,
      clockJumped: false,
    };
    this.oddities = new Oddities(seed, isPlain, script === null);
    const { oddities } = this;
    this.service = new PrintService(this.world, {
      filters: isPlain ? 'work' : random.weighted({ work: 2, ignored: 1, broken: 1 }),
      listFilters: isPlain ? random.chance(0.5) : random.chance(0.5),
      listed: isPlain ? 20 : random.pick([3, 20, 100]),
      pages: isPlain || random.chance(0.5),
      cancelsOnce: seed % 2 === 0,
      storedLine: (line) => oddities.storedLine(line),
      hidesFor: oddities.hidesFor,
      dateError: () => oddities.dateError(),
      countsPage: false,
      oldestFirst: false,
      numbersOfOthers: () => oddities.numbersOfOthers(),
      lieAbout: (what) => (this.world.time < this.faultsUntil ? oddities.lieAbout(what) : null),
      ...(oddities.dishonest && { filters: 'work', listed: 20, pages: true }),
      ...(oddities.dishonest === 'counts-its-page' && {
        pages: false,
        countsPage: true,
        listed: oddities.page.size,
        oldestFirst: oddities.page.isOldestFirst,
      }),
      ...(oddities.neighbour && { filters: 'work', listed: 20, pages: true }),
      // What a broken assumption does can only be shown where an order can be distinguished from others.
      ...(oddities.broken && { filters: 'work', listed: 20, pages: true }),
      ...(script && { filters: 'work', listed: 20, pages: true, lieAbout: () => null, ...script.manners }),
    });
    this.prices.push({ at: start, price: this.service.unitPrice });
    const lasts = random.int(2, 180) * minute;
    this.faultsUntil = start + (script?.lasts ?? lasts);
    this.#network = new Network(this, script && new ScriptedNetwork(script));
    this.#person = new Person(this);
    this.#changes = new ChangeRequests(this, this.#person);
    this.agents = new Agents(this, this.#person);
    this.#hasAgents = hasAgents || this.oddities.hasAgents;
    this.#machine = new Machine(this);
    connect({
      verdict: (call) => this.#network.verdict(call),
      deliver: (call, wire, verdict) => this.#network.deliver(call, wire, verdict),
      sent: (call) => sent(this, call),
      asked: (call) => this.#network.asked(call),
    });
    this.world.onUnheard = (thrown) => {
      this.violations.push(`a rejection that nobody handles: ${(thrown as Error).stack ?? String(thrown)}`);
    };
    this.world.onCrash = (point) => this.#machine.down(`crash at ${point.replace(copyName, 'copy')}`);
  }

  /** Until nothing can happen any more. */
  async run(): Promise<void> {
    this.#checkRegularly();
    if (this.#script === null) this.#plan();
    else this.#play(this.#script);
    this.#machine.start();
    if (this.neighbour === 'other-folder' || this.neighbour === 'shared-account')
      this.#machine.startNeighbour();
    const { world } = this;
    await world.runUntil(this.faultsUntil);
    this.#calm();
    // An order that is hidden or made late is shown by the last check, 90 minutes after its job ended, or by
    // the next list of orders that is read. Without an assumption that is broken, the checks have to be
    // enough.
    const longer = this.broken === null ? 0 : 3 * hour;
    const end = this.faultsUntil + tokenLife + longestWork + 45 * minute + longer;
    if (this.broken !== null) world.at(end - 30 * minute, null, () => this.#person.openOrders());
    await world.runUntil(end);
    world.note('end');
  }

  /** The assumption that does not hold here. */
  get broken(): Broken | null {
    return this.#script?.broken ?? this.oddities.broken;
  }

  get neighbour(): Neighbour | null {
    return this.#script === null ? this.oddities.neighbour : (this.#script.neighbour ?? null);
  }

  /** How the service differs from what it says. */
  get dishonest(): Dishonest | null {
    return this.#script === null ? this.oddities.dishonest : (this.#script.dishonest ?? null);
  }

  /** What a written schedule says about its own end. */
  get broke(): string | null {
    return this.#script?.holds?.(this) ?? null;
  }

  #plan(): void {
    const { world } = this;
    const { random } = this;
    const machine = this.#machine;
    const person = this.#person;
    const span = this.faultsUntil - start;
    const when = () => start + Math.floor(random.fraction() * span);
    const early = () => start + Math.floor(random.fraction() * Math.min(span, 10 * minute));
    const count = this.#changes.share === 'alone' ? 0 : random.int(1, 3);
    for (let number = 0; number < count; number++) {
      if (random.chance(0.3)) person.planUpload(early(), `u${number}`);
      else person.planOrder(early(), `o${number}`);
    }
    this.#changes.plan(span);
    // The same parts as the first customer has.
    if (this.neighbour !== null)
      for (let number = 0; number < 2; number++) person.planOrder(early(), `n${number}`, neighbourId);
    for (let crash = random.pick([0, 0, 1, 1, 2, 4]); crash > 0; crash--) {
      world.at(when(), null, () => {
        // At one of the next durable steps, or at once.
        if (random.chance(0.8)) world.crashAt = world.points + random.int(1, 60);
        else machine.down('killed');
      });
    }
    if (random.chance(0.15)) this.#spell(when(), random.int(1, 30) * minute, (on) => machine.setDisk(on));
    if (random.chance(0.1)) this.#spell(when(), random.int(1, 30) * minute, (on) => machine.setKeychain(on));
    if (random.chance(0.15))
      world.at(when(), null, () =>
        machine.jump(
          random.pick([-1, 1]) * random.pick([2 * hour, 365 * 24 * hour, 90 * second, 30 * minute]),
        ),
      );
    if (random.chance(0.1)) world.at(when(), null, () => machine.again());
    if (random.chance(0.1)) world.at(when(), null, () => machine.sleep(random.int(1, 120) * minute));
    if (random.chance(0.1)) this.#spell(when(), random.int(1, 60) * minute, (on) => this.#setPaused(on));
    if (random.chance(0.2)) world.at(when(), null, () => this.setPrice(random.pick([4, 4.55, 6])));
    if (random.chance(0.05)) world.at(when(), null, () => person.cancelSomething());
    if (!this.terms.isPlain && random.chance(0.3)) {
      world.at(early(), null, () => machine.backUp());
      world.at(when(), null, () => this.#mayDamage && machine.restoreOld());
    }
    if (!this.terms.isPlain && random.chance(0.1)) {
      // While what was added still waits; afterwards nobody reads it any more.
      const at = early();
      this.#spell(start + second, at - start, (on) => this.#setPaused(on));
      world.at(at, null, () => machine.damageSpool());
    }
    if (!this.terms.isPlain && random.chance(0.15))
      world.at(when(), null, () => this.#mayDamage && machine.flipBit());
    for (let count = random.int(0, 3); count > 0; count--) {
      world.at(when(), null, () => {
        const model = this.service.makeForeignModel(random.pick(['u0', 'left o0', 'other']));
        world.note(`foreign model ${model.modelId}`);
        // A deletion shifts the pages of lists.
        if (random.chance(0.5))
          world.at(when(), null, () => {
            model.gone = world.time;
          });
      });
    }
    if (this.terms.foreignOrders) {
      // Where lists are cut off, enough to push ours out of them.
      const most = this.service.manners.pages ? 3 : 9;
      for (let count = random.int(1, most); count > 0; count--)
        world.at(when(), null, () => this.#foreignOrder());
    }
    if (this.#hasAgents) this.agents.plan(span);
    this.#planMeddling(span);
    this.#planFolders(span);
    this.#planDishonesty(span);
    if (this.oddities.cancels) world.at(start + Math.floor(span / 4), null, () => person.cancelSomething());
    const failing = new Random(this.seed, 6);
    if (failing.chance(0.12)) {
      const from = start + Math.floor(failing.fraction() * span);
      this.#spell(from, failing.int(1, 30) * minute, (on) => machine.setFailing(on));
    }
  }

  /**
   * The whole folder is copied and put back later; sometimes the copy is made while everything waits. Not
   * beside changes, which are not asked about again.
   */
  #planFolders(span: number): void {
    const random = this.#folders;
    if (!this.terms.stamped || this.terms.isPlain || this.#changes.share !== 'none' || !random.chance(0.5))
      return;
    const copied = start + Math.floor(random.fraction() * Math.min(span, 10 * minute));
    const restored = copied + Math.floor(random.fraction() * (start + span - copied));
    if (random.chance(0.5)) this.#spell(start + second, copied - start, (on) => this.#setPaused(on));
    this.world.at(copied, null, () => this.#machine.copyFolder());
    this.world.at(restored, null, () => this.#machine.restoreFolder());
  }

  /**
   * Others order so much that ours leaves the page that is listed, or the service is restored from a backup.
   */
  #planDishonesty(span: number): void {
    const { dishonest } = this.oddities;
    const { world, service } = this;
    const random = new Random(this.seed, 15);
    if (dishonest === 'counts-its-page')
      service.onOrdered = () => {
        if (random.chance(0.7)) world.at(world.time + random.int(0, 5 * minute), null, () => this.crowd());
      };
    // What became of changes of an order that is gone means nothing.
    if (dishonest === 'reset' && this.#changes.share === 'none')
      world.at(start + Math.floor(random.fraction() * span), null, () =>
        this.reset(random.int(1, 30) * minute),
      );
  }

  /** Enough orders of others to push ours off a page. */
  crowd(): void {
    this.world.note('a crowd orders');
    for (let count = this.service.manners.listed + 2; count > 0; count--)
      this.service.makeForeignOrder([{ modelId: 50 + count, materialId: 6, quantity: 1 }]);
  }

  /** The service has a backup that is `age` ms old. */
  reset(age: number): void {
    this.world.note('the service is restored');
    this.service.reset(this.world.time - age);
  }

  /** Not in a world whose assumptions are broken as well: one at a time is promised to be shown. */
  get #mayDamage(): boolean {
    return !this.terms.isPlain && this.oddities.broken === null;
  }

  /**
   * Somebody else changes models that this queue made: their files, their prices, whether they can be had at
   * all.
   */
  #planMeddling(span: number): void {
    const { world } = this;
    const random = new Random(this.seed, 9);
    if (!random.chance(0.3)) return;
    for (let count = random.int(0, 3); count > 0; count--) {
      world.at(start + Math.floor(random.fraction() * span), null, () => {
        const ours = this.service.models.filter((one) => one.cause !== null && one.gone === null);
        if (ours.length > 0) this.meddle(random.pick(ours), random.pick(meddlings));
      });
    }
    // Aimed: between an upload and the order that waits for it.
    this.service.onMade = (model) => {
      if (world.time > this.faultsUntil || !random.chance(0.3)) return;
      const at = world.time + random.pick([0, random.int(0, 1500)]);
      world.at(at, null, () => this.meddle(model, random.pick(meddlings)));
    };
  }

  meddle(model: Model, meddling: Meddling): void {
    const at = this.world.time;
    this.world.note(`somebody else: ${meddling} of model ${model.modelId}`);
    const file = { fileName: 'other.stl', md5: '2'.repeat(32), size: 84 };
    if (meddling === 'version') model.versions.push({ ...file, at, cause: null });
    else if (meddling === 'markup') model.offers.push({ at, markup: 3, isActive: true });
    else if (meddling === 'withheld') model.offers.push({ at, markup: 0, isActive: false });
    else {
      model.gone = at;
      model.isTaken = true;
    }
  }

  #play(script: Script): void {
    const at = (ms: number, work: () => void) => void this.world.at(start + ms, null, work);
    const [person, changes, machine] = [this.#person, this.#changes, this.#machine];
    script.play({ schedule: this, person, changes, machine, agents: this.agents, at });
  }

  /** The person looks at the window every few minutes. */
  #checkRegularly(): void {
    const { world } = this;
    // Drawn from a stream of its own, so that schedules without it stay as they are.
    const copies = this.#script === null && this.#mayDamage && new Random(this.seed, 8).chance(0.15);
    const look = () => {
      this.#person.answerQuestions();
      this.#changes.answerQuestions();
      if (copies && world.time < this.faultsUntil) this.#machine.copyBetweenAttempts();
      world.at(world.time + 5 * minute, null, look);
    };
    world.at(start + 5 * minute, null, look);
  }

  #spell(from: number, length: number, set: (on: boolean) => void): void {
    this.world.at(from, null, () => set(true));
    this.world.at(from + length, null, () => set(false));
  }

  #setPaused(paused: boolean): void {
    this.world.note(paused ? 'pause' : 'go on');
    this.inApp((app) => app.queue.setPaused(paused));
  }

  setPrice(price: number): void {
    this.service.unitPrice = price;
    this.prices.push({ at: this.world.time, price });
    this.world.note(`price ${price}`);
  }

  #foreignOrder(): void {
    const ours = this.service.models.filter((model) => model.cause !== null && model.gone === null);
    const modelId =
      ours.length > 0 && !this.terms.isPlain ? this.random.pick(ours).modelId : this.random.int(1, 9);
    this.service.makeForeignOrder([{ modelId, materialId: 6, quantity: this.random.int(1, 2) }]);
    this.world.note(`foreign order of ${modelId}`);
  }

  /** What a person does in the window, if it is open. */
  inApp(work: (app: App) => void, app = this.app): void {
    const { world } = this;
    if (!app?.process.alive) return;
    if (world.isAsleep) {
      world.at(world.asleepUntil, app.process, () => this.inApp(work, app));
      return;
    }
    try {
      this.world.as(app.process, () => work(app));
    } catch {
      // Refused, or the computer went down. The person sees that and may ask again.
    }
  }

  /** Signing in again, as the window asks for it. */
  signIn(): void {
    for (const app of this.apps)
      this.inApp(({ monitor }) => {
        for (const id of [accountId, neighbourId]) monitor.signedIn(id);
      }, app);
  }

  /** All that people have open. */
  get apps(): readonly App[] {
    return [this.app, this.neighbourApp].filter((app) => app !== null);
  }

  /** The application through which a customer works; null while it does not run. */
  appOf({ account }: PersonRequest): App | null {
    return account === accountId || this.neighbour === 'other-account' ? this.app : this.neighbourApp;
  }

  /** All faults end. The remaining jobs must come to rest by themselves. */
  #calm(): void {
    const { world } = this;
    this.#network.calm();
    world.crashAt = null;
    this.service.busyUntil = 0;
    world.note('calm');
    if (world.disk.isFull) this.#machine.setDisk(false);
    if (world.disk.isFailing) this.#machine.setFailing(false);
    if (this.keychain.isLocked) this.#machine.setKeychain(false);
    this.#setPaused(false);
    this.signIn();
  }
}
