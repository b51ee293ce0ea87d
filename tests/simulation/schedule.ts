/**
 * One schedule: a machine, a person's wishes, and everything that goes wrong, drawn from a seed. Runs the real
 * application core until nothing can move any more and hands the world to the judge (judge.ts).
 */
import { createHash } from 'node:crypto';
import type { CartLine, SpooledFile } from '../../src-shared/ipc/contract.ts';
import { toAppError } from '../../src-shared/result.ts';
import { cubicMetres, metres, squareMetres } from '../../src-shared/units/units.ts';
import { type App, accountId, bootApp, dataFolder, type Keychain } from './app.ts';
import { connect, type Fault, type Verdict, type Wire } from './fakes/http-exchange.ts';
import { Random } from './random.ts';
import { type Call, longestLag, longestWork, PrintService, type Reply, tokenLife } from './service.ts';
import { Crash, Process, start, World } from './world.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** What this schedule may contain; the judge expects less where the world is harder. */
export interface Terms {
  /** Orders carry their mark, the service filters by it: everything must be settled without a person. */
  readonly isPlain: boolean;
  readonly duplicates: boolean;
  readonly foreignOrders: boolean;
  /** The database was damaged or an old one restored. */
  damaged: boolean;
  spoolDamaged: boolean;
  clockJumped: boolean;
}

/** What a person asked for and was told is safe. */
export interface Wish {
  readonly name: string;
  readonly kind: 'upload' | 'order';
  readonly carriesMark: boolean;
  jobId: string | null;
  cancelled: boolean;
  /** SHA-256 and MD5 of the bytes as they were when added. */
  readonly files: SpooledFile[];
}

export interface Seen extends Wire {
  readonly process: number;
  readonly kind: 'upload' | 'order' | 'other';
  readonly jobId: string | null;
  readonly durable: boolean;
  readonly price: number;
  /** What a person has agreed to; null: no order. */
  readonly confirmed: number | null;
}

const cube = {
  volume: cubicMetres(1e-6),
  area: squareMetres(6e-4),
  xBoundMin: metres(0),
  xBoundMax: metres(0.01),
  yBoundMin: metres(0),
  yBoundMax: metres(0.01),
  zBoundMin: metres(0),
  zBoundMax: metres(0.01),
};

const address = {
  firstName: 'Ada',
  country: 'NL',
  state: 'NB',
  city: 'Eindhoven',
  address1: 'Kanaaldijk 1',
  address2: '',
  address3: '',
  zipCode: '5611',
  phoneNumber: '0612345678',
};

export class Schedule {
  readonly world: World;
  readonly service: PrintService;
  readonly terms: Terms;
  readonly wishes: Wish[] = [];
  readonly wires: Seen[] = [];
  readonly violations: string[] = [];
  readonly keychain: Keychain = { kept: new Map(), isLocked: false };
  /** Jobs that showed a person that an order exists twice. */
  readonly shown = new Set<string>();
  readonly prices: { at: number; price: number }[] = [];
  app: App | null = null;
  newest = 0;
  crashes = 0;
  readonly #seed: number;
  readonly #random: Random;
  /** Of the network. */
  readonly #weather: Random;
  readonly #content: Random;
  #faultsUntil: number;
  #badness: number;
  #favourite: Fault | null;
  /** Until when the service wants no call, as each process was told. */
  readonly #told429 = new Map<number, number>();
  #backups: Buffer[] = [];

  constructor(seed: number, options: { trace?: boolean } = {}) {
    this.#seed = seed;
    this.world = new World(seed, options);
    this.#random = new Random(seed, 2);
    this.#weather = new Random(seed, 3);
    this.#content = new Random(seed, 4);
    const random = this.#random;
    const isPlain = random.chance(0.7);
    this.terms = {
      isPlain,
      duplicates: !isPlain && random.chance(0.3),
      foreignOrders: random.chance(isPlain ? 0.2 : 0.5),
      damaged: false,
      spoolDamaged: false,
      clockJumped: false,
    };
    this.service = new PrintService(this.world, {
      filters: isPlain ? 'work' : random.weighted({ work: 2, ignored: 1, broken: 1 }),
      listFilters: isPlain ? random.chance(0.5) : random.chance(0.5),
      listed: isPlain ? 20 : random.pick([3, 20, 100]),
      pages: isPlain || random.chance(0.5),
    });
    this.prices.push({ at: start, price: this.service.unitPrice });
    this.#faultsUntil = start + random.int(2, 180) * minute;
    this.#badness = random.pick([0, 0.15, 0.3, 0.5, 0.7]);
    this.#favourite = random.chance(0.5)
      ? random.pick<Fault>([
          'late',
          'response-lost',
          'request-lost',
          'status-after',
          'hang',
          'stale',
          'garbled',
          'status-before',
        ])
      : null;
    connect({
      verdict: (call) => this.#verdict(call),
      deliver: (call, wire, verdict) => this.#deliver(call, wire, verdict),
      sent: (call) => this.#sent(call),
      asked: (call) => this.#asked(call),
    });
    this.world.onUnheard = (thrown) => {
      this.violations.push(`a rejection that nobody handles: ${(thrown as Error).stack ?? String(thrown)}`);
    };
    this.world.onCrash = (point) => this.#down(`crash at ${point}`);
  }

  /** Until nothing can move any more. */
  async run(): Promise<void> {
    this.#plan();
    this.#start();
    const { world } = this;
    await world.runUntil(this.#faultsUntil);
    this.#calm();
    await world.runUntil(this.#faultsUntil + tokenLife + longestWork + 45 * minute);
    world.note('end');
  }

  // The person and the machine.

  #plan(): void {
    const { world } = this;
    const random = this.#random;
    const span = this.#faultsUntil - start;
    const when = () => start + Math.floor(random.fraction() * span);
    const early = () => start + Math.floor(random.fraction() * Math.min(span, 10 * minute));
    const wishes = random.int(1, 3);
    for (let number = 0; number < wishes; number++) {
      if (random.chance(0.3)) this.#wishUpload(early(), `u${number}`);
      else this.#wishOrder(early(), `o${number}`);
    }
    for (let crash = random.pick([0, 0, 1, 1, 2, 4]); crash > 0; crash--) {
      world.at(when(), null, () => {
        // At one of the next points at which something lasts, or at once.
        if (random.chance(0.8)) world.crashAt = world.points + random.int(1, 60);
        else this.#down('killed');
      });
    }
    if (random.chance(0.15)) this.#spell(when(), random.int(1, 30) * minute, (on) => this.#setDisk(on));
    if (random.chance(0.1)) this.#spell(when(), random.int(1, 30) * minute, (on) => this.#setKeychain(on));
    if (random.chance(0.15))
      world.at(when(), null, () =>
        this.#jump(random.pick([-1, 1]) * random.pick([2 * hour, 365 * 24 * hour, 90 * second, 30 * minute])),
      );
    if (random.chance(0.1)) world.at(when(), null, () => this.#again());
    if (random.chance(0.1)) world.at(when(), null, () => this.#sleep(random.int(1, 120) * minute));
    if (random.chance(0.1)) this.#spell(when(), random.int(1, 60) * minute, (on) => this.#setPaused(on));
    if (random.chance(0.2)) world.at(when(), null, () => this.#setPrice(random.pick([4, 4.55, 6])));
    if (random.chance(0.05)) world.at(when(), null, () => this.#cancelSomething());
    if (!this.terms.isPlain && random.chance(0.3)) {
      world.at(early(), null, () => this.#backUp());
      world.at(when(), null, () => this.#restoreOld());
    }
    if (!this.terms.isPlain && random.chance(0.1)) {
      // While what was added still waits; later nobody reads it any more.
      const at = early();
      this.#spell(start + second, at - start, (on) => this.#setPaused(on));
      world.at(at, null, () => this.#damageSpool());
    }
    if (!this.terms.isPlain && random.chance(0.15)) world.at(when(), null, () => this.#flipBit());
    for (let count = random.int(0, 3); count > 0; count--) {
      world.at(when(), null, () => {
        const model = this.service.makeForeignModel(random.pick(['u0', 'left o0', 'other']));
        world.note(`foreign model ${model.modelId}`);
        // What is deleted shifts the pages of lists.
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
    const look = () => {
      this.#answerQuestions();
      world.at(world.time + 5 * minute, null, look);
    };
    world.at(start + 5 * minute, null, look);
  }

  #spell(from: number, length: number, set: (on: boolean) => void): void {
    this.world.at(from, null, () => set(true));
    this.world.at(from + length, null, () => set(false));
  }

  #setDisk(full: boolean): void {
    this.world.disk.isFull = full;
    this.world.note(full ? 'disk full' : 'disk has room');
  }

  #setKeychain(locked: boolean): void {
    this.keychain.isLocked = locked;
    this.world.note(locked ? 'keychain locked' : 'keychain open');
    const { app } = this;
    if (!locked && app) this.#inApp((here) => here.queue.accountChanged(accountId));
  }

  #setPaused(paused: boolean): void {
    this.world.note(paused ? 'pause' : 'go on');
    this.#inApp((app) => app.queue.setPaused(paused));
  }

  #setPrice(price: number): void {
    this.service.unitPrice = price;
    this.prices.push({ at: this.world.time, price });
    this.world.note(`price ${price}`);
  }

  #jump(ms: number): void {
    this.world.skew += ms;
    this.terms.clockJumped = true;
    this.world.note(`clock ${ms}`);
  }

  /** The lid is shut: the service and the network go on, this machine does not. */
  #sleep(ms: number): void {
    this.world.asleepUntil = Math.min(this.#faultsUntil, this.world.time + ms);
    this.world.note(`asleep for ${ms}`);
  }

  #foreignOrder(): void {
    const ours = this.service.models.filter((model) => model.cause !== null && model.gone === null);
    const modelId =
      ours.length > 0 && !this.terms.isPlain ? this.#random.pick(ours).modelId : this.#random.int(1, 9);
    this.service.makeForeignOrder([{ modelId, materialId: 6, quantity: this.#random.int(1, 2) }]);
    this.world.note(`foreign order of ${modelId}`);
  }

  #cancelSomething(): void {
    const open = this.wishes.filter((wish) => wish.jobId !== null && wish.kind === 'order');
    if (open.length === 0) return;
    const wish = this.#random.pick(open);
    this.#inApp((app) => {
      app.queue.cancel(wish.jobId as string);
      wish.cancelled = true;
    });
  }

  /** A person looks at what waits for them. */
  #answerQuestions(): void {
    this.#inApp((app) => {
      for (const job of app.queue.list()) {
        if (job.kind === 'order' && job.state === 'queued' && job.wait === 'consent' && job.offer) {
          this.world.note('confirm');
          app.queue.confirm(job.id, job.offer.total);
        }
        if (job.kind === 'order' && job.state === 'done' && job.problem !== null) {
          this.world.note(`a person reads ${job.problem.code}`);
          this.shown.add(job.id);
          app.queue.acknowledge(job.id);
        }
      }
    });
  }

  #inApp(work: (app: App) => void): void {
    const { app } = this;
    if (!app?.process.alive) return;
    try {
      this.world.as(app.process, () => work(app));
    } catch {
      // Refused, or the machine went down: a person sees that and tries again, or not.
    }
  }

  // Wishes. A person who is not told "it is safe" asks again, with the same key.

  #wishUpload(at: number, name: string): void {
    const wish: Wish = { name, kind: 'upload', carriesMark: false, jobId: null, cancelled: false, files: [] };
    this.wishes.push(wish);
    const text = this.#bytes(name);
    this.#ask(at, wish, async (app) => {
      const [file = await this.#add(app, name, text)] = wish.files;
      wish.files[0] = file;
      const job = await app.queue.enqueueUpload(accountId, { file, uploadScale: 0.001, title: name });
      return job.id;
    });
  }

  #wishOrder(at: number, name: string): void {
    const random = this.#random;
    const carriesMark = this.terms.isPlain || random.chance(0.5);
    const wish: Wish = { name, kind: 'order', carriesMark, jobId: null, cancelled: false, files: [] };
    this.wishes.push(wish);
    const parts = random.chance(0.4) ? [] : random.chance(0.7) ? ['left'] : ['left', 'right'];
    const existing = parts.length === 0 || random.chance(0.2) ? [random.int(1, 9)] : [];
    const texts = parts.map((part) => this.#bytes(`${part} ${name}`));
    this.#ask(at, wish, async (app) => {
      const lines: CartLine[] = [];
      for (const [index, part] of parts.entries()) {
        const file = wish.files[index] ?? (await this.#add(app, `${part} ${name}`, texts[index] as string));
        wish.files[index] = file;
        lines.push(this.#line(part, `${part} ${name}`, file, null));
      }
      const file: SpooledFile = {
        sha256: '0'.repeat(64),
        md5: '0'.repeat(32),
        size: 1,
        name: 'model',
        path: null,
      };
      for (const modelId of existing)
        lines.push(this.#line(`m${modelId}`, `model ${modelId}`, file, { modelId }));
      const price = this.service.unitPrice;
      const order = await app.queue.placeOrder(accountId, {
        lines: lines.map((line) => ({ ...line, unitPrice: price })),
        address: { ...address, lastName: name },
        shippingOption: 'Cheapest',
        incentives: [],
        confirmedTotal: lines.reduce((sum, line) => sum + price * line.quantity, 0),
        requestKey: name,
        referenceLine: carriesMark,
      });
      return order.id;
    });
  }

  #line(id: string, title: string, file: SpooledFile, source: CartLine['source']): CartLine {
    const now = this.world.time;
    return {
      id,
      file,
      uploadScale: 0.001,
      title,
      geometry: cube,
      materialId: 6,
      materialTitle: 'White',
      quantity: 2,
      unitPrice: 0,
      currency: 'USD',
      quotedAt: now,
      source,
    };
  }

  #bytes(name: string): string {
    return `solid ${name} ${'x'.repeat(this.#content.int(1, 300))}`;
  }

  /** From a file of the person's, which changes or goes afterwards. */
  async #add(app: App, name: string, text: string): Promise<SpooledFile> {
    const { disk } = this.world;
    const path = `/home/${name}.stl`;
    const source = disk.names.get(path) ?? disk.create(path);
    source.bytes = Buffer.from(text);
    const file = await app.spool.importPath(path);
    if (this.#random.chance(0.3)) disk.names.delete(path);
    else source.bytes = Buffer.from(`${text} edited`);
    return file;
  }

  #ask(at: number, wish: Wish, work: (app: App) => Promise<string>): void {
    const { world } = this;
    const attempt = () => {
      const { app } = this;
      const again = () => void world.at(world.time + 30 * second, null, attempt);
      if (wish.jobId !== null) return;
      if (!app?.process.alive) return again();
      let heard = false;
      // A person who hears nothing until the application is gone tries again.
      const listen = () => {
        if (heard || wish.jobId !== null) return;
        if (app.process.alive) world.at(world.time + 2 * minute, null, listen);
        else attempt();
      };
      world.at(world.time + 2 * minute, null, listen);
      world
        .as(app.process, () => work(app))
        .then(
          (jobId) => {
            heard = true;
            if (!app.process.alive) return again();
            wish.jobId = jobId;
            world.note(`${wish.kind} ${wish.name} is safe as ${jobId.slice(-4)}`);
          },
          (thrown: unknown) => {
            heard = true;
            // The copies that no job names yet may be swept away where the clock jumps a day.
            if (toAppError(thrown).code === 'file-not-found') wish.files.length = 0;
            again();
          },
        );
    };
    world.at(at, null, attempt);
  }

  // Starts, ends and disasters.

  #start(): void {
    const { world } = this;
    const process = new Process(++this.newest);
    world.note(`start ${process.number}`);
    const random = new Random(this.#seed, 100 + process.number);
    world
      .as(process, () => bootApp(process, this.keychain, random))
      .then(
        (app) => {
          if (!process.alive) return;
          this.app = app;
          if (world.time >= this.#faultsUntil) app.queue.setPaused(false);
          this.#keepHouse(app, false);
        },
        (thrown: unknown) => {
          if (!process.alive) return;
          process.alive = false;
          const isFull = world.disk.isFull;
          if (!isFull && !(thrown instanceof Crash))
            this.violations.push(`does not start: ${String(thrown)} ${(thrown as Error).stack ?? ''}`);
          world.at(world.time + minute, null, () => this.#start());
        },
      );
  }

  /** As `src-main/app.ts` does at its start and every hour. */
  #keepHouse(app: App, backsUp: boolean): void {
    void this.world
      .as(app.process, async () => {
        await app.spool.collect(app.queue.referencedFiles());
        if (backsUp) await app.database.backUp();
      })
      .catch(() => {});
    this.world.at(this.world.time + hour, app.process, () => this.#keepHouse(app, true));
  }

  /** The process is gone; sometimes the power too. */
  #down(why: string): void {
    const { world, app } = this;
    this.crashes += 1;
    world.note(why);
    if (app) app.process.alive = false;
    this.app = null;
    const power = world.random.chance(0.5);
    world.at(world.time, null, () => {
      if (power) {
        world.note('power lost');
        world.disk.loseUnsynced();
      }
    });
    const pause = world.random.pick([second, 10 * second, 5 * minute, hour]);
    world.at(world.time + pause, null, () => {
      if (!this.app) this.#start();
    });
  }

  /** A second launch on the same data, without the lock: the first one must not send any more. */
  #again(): void {
    const old = this.app?.process;
    if (!old) return;
    this.world.note('second launch');
    this.#start();
    this.world.at(this.world.time + 10 * minute, null, () => {
      old.alive = false;
    });
  }

  #backUp(): void {
    const content = this.world.disk.names.get(`${dataFolder}/fabdesk.db`)?.image?.serialize();
    if (content) this.#backups.push(content);
  }

  #restoreOld(): void {
    const content = this.#backups.at(-1);
    const node = this.world.disk.names.get(`${dataFolder}/fabdesk.db`);
    if (!content || !node?.image) return;
    this.terms.damaged = true;
    this.#down('old database restored');
    this.world.at(this.world.time, null, () => node.image?.replace(content));
  }

  #flipBit(): void {
    const node = this.world.disk.names.get(`${dataFolder}/fabdesk.db`);
    if (!node?.image) return;
    this.terms.damaged = true;
    this.#down('a bit of the database flips');
    const random = this.#random;
    this.world.at(this.world.time, null, () => {
      const content = node.image?.serialize();
      if (!content) return;
      const at = this.#placeToFlip(content);
      content[at] = (content[at] as number) ^ (1 << random.int(0, 7));
      try {
        node.image?.replace(content);
      } catch {
        // Not even a database any more: the file stays as those bytes.
        node.image = null;
        node.bytes = content;
      }
    });
  }

  /** Anywhere, or aimed at what an order is about. */
  #placeToFlip(content: Buffer): number {
    const random = this.#random;
    const aims = ['"quantity":', '"materialId":', '"city":"', '"modelId":'].flatMap((word) => {
      const at = content.indexOf(word);
      return at < 0 ? [] : [at + word.length];
    });
    return aims.length > 0 && random.chance(0.5) ? random.pick(aims) : random.int(0, content.length - 1);
  }

  #damageSpool(): void {
    const { disk } = this.world;
    const names = [...disk.names.keys()].filter(
      (name) => name.startsWith(`${dataFolder}/spool/`) && !name.endsWith('.part'),
    );
    if (names.length === 0) return;
    this.terms.spoolDamaged = true;
    const name = this.#random.pick(names);
    const node = disk.require(name);
    if (this.#random.chance(0.5)) disk.names.delete(name);
    else {
      const bytes = Buffer.from(node.bytes);
      bytes[0] = (bytes[0] as number) ^ 1;
      node.bytes = bytes;
      disk.sync(node);
    }
    this.world.note('spool damaged');
  }

  /** All faults end; what is left has to come to rest by itself. */
  #calm(): void {
    const { world } = this;
    this.#badness = 0;
    this.#favourite = null;
    world.crashAt = null;
    this.service.busyUntil = 0;
    world.note('calm');
    if (world.disk.isFull) this.#setDisk(false);
    if (this.keychain.isLocked) this.#setKeychain(false);
    this.#setPaused(false);
    // Signing in again, as the window asks for it.
    this.#inApp((app) => app.queue.accountChanged(accountId));
  }

  // The network.

  #verdict(call: Call): Verdict {
    const { world } = this;
    const random = this.#weather;
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
      // Aimed at the edges: just before the token ends, or before the settling time does.
      const { time } = this.world;
      const end = this.service.endOf(call.authorization);
      more = random.chance(0.3)
        ? Math.max(0, end - time - random.int(1, 1500))
        : random.int(0, Math.max(1, end - time + minute));
      work = random.chance(0.5) ? longestWork - random.int(1, 1500) : random.int(0, longestWork - second);
    } else if (fault === 'duplicated') more = random.int(1, 5 * minute);
    if (fault === 'duplicated' && !this.terms.duplicates)
      return { fault: 'none', there, back, work, more: 0, status: 200 };
    const status = random.pick(
      fault === 'status-before' || fault === 'status-after' ? [500, 502, 503, 504, 408, 409, 302] : [200],
    );
    if (fault !== 'none') this.world.note(`${call.method} ${call.url.pathname} meets ${fault}`);
    return { fault, there, back, work, more, status };
  }

  /** An order was made within the lag of lists, minutes after it was sent. */
  #cameLate(): boolean {
    const { time } = this.world;
    return this.service.orders.some(({ at, cause }) => {
      const sent = cause === null ? at : (this.wires[cause - 1]?.at ?? at);
      return at <= time && at > time - longestLag && at - sent > minute;
    });
  }

  #asked(call: Call): void {
    const process = this.world.process();
    if (call.url.pathname.startsWith('/oauth2')) return;
    const told = this.#told429.get(process?.number ?? 0) ?? 0;
    if (this.world.time < told - second && process?.alive && !this.terms.clockJumped) {
      this.violations.push(`I7 ${call.method} ${call.url.pathname} before the time that the service named`);
    }
  }

  async #deliver(call: Call, wire: number, verdict: Verdict): Promise<Reply> {
    const { service, world } = this;
    if (verdict.fault === 'busy')
      service.busyUntil = Math.max(service.busyUntil, world.time + this.#weather.int(1, 300) * second);
    if (verdict.fault === 'token-revoked') {
      const token = service.tokens.get(call.authorization.replace(/^Bearer /, ''));
      if (token) token.revoked ??= world.time;
    }
    const refusal = service.refusal(call);
    if (refusal) {
      // What the network put something else in place of was not told.
      if (refusal.status === 429 && ['none', 'busy', 'token-revoked', 'stale'].includes(verdict.fault)) {
        const until = service.busyUntil;
        const process = world.process()?.number ?? 0;
        world.at(world.time + verdict.back + second, null, () => this.#told429.set(process, until));
      }
      return refusal;
    }
    const isWrite = call.method === 'POST';
    if (isWrite) await world.sleep(verdict.work, null);
    return service.act(call, wire, verdict.fault === 'stale' ? verdict.more : 0);
  }

  #sent(call: Call): Wire {
    const { world } = this;
    const { pathname } = call.url;
    const kind =
      call.method === 'POST' && pathname === '/models/v1'
        ? 'upload'
        : call.method === 'POST' && pathname === '/orders/v1'
          ? 'order'
          : 'other';
    const process = world.process()?.number ?? 0;
    const job = kind === 'other' ? null : this.#jobOf(kind, call.body);
    const seen: Seen = {
      number: this.wires.length + 1,
      at: world.time,
      path: pathname,
      body: call.body,
      authorization: call.authorization,
      deliveries: 0,
      process,
      kind,
      jobId: job?.id ?? null,
      durable: job?.durable ?? true,
      price: this.service.unitPrice,
      confirmed: job?.confirmed ?? null,
    };
    this.wires.push(seen);
    world.note(
      `wire ${seen.number} ${call.method} ${pathname} job ${seen.jobId?.slice(-4) ?? '-'} of process ${process}`,
    );
    return seen;
  }

  /** The job whose request this is, by the database; and whether "committed" lasts whatever happens now (I3). */
  #jobOf(
    kind: 'upload' | 'order',
    body: string,
  ): { id: string; durable: boolean; confirmed: number | null } | null {
    const { disk } = this.world;
    const sent = JSON.parse(body) as { fileName?: string; lastName?: string };
    const { real } = disk.require(`${dataFolder}/fabdesk.db`).image as {
      real: import('better-sqlite3').Database;
    };
    const row =
      kind === 'upload'
        ? real
            .prepare("SELECT id, state, confirmed_price FROM job WHERE kind = 'upload' AND mark = ?")
            .get(/~([0-9A-Z]{8})(?:\.[^.]*)?$/.exec(sent.fileName ?? '')?.[1] ?? '')
        : real
            .prepare(
              "SELECT id, state, confirmed_price FROM job WHERE kind = 'order' AND payload ->> '$.address.lastName' = ?",
            )
            .get(sent.lastName);
    const job = row as { id: string; state: string; confirmed_price: number | null } | undefined;
    if (!job) return null;
    const log = disk.names.get(`${dataFolder}/sent.log`)?.durable.toString() ?? '';
    return {
      id: job.id,
      confirmed: job.confirmed_price,
      durable: job.state === 'committed' && log.includes(`"event":"committed","jobId":"${job.id}"`),
    };
  }
}

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

export const md5Of = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('hex');
