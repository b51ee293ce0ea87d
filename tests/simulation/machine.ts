/**
 * The computer that the application runs on: starts it, and subjects it to everything that happens to
 * computers. Called by the schedule; draws from its streams.
 */
import { type App, bootApp } from './app.ts';
import { dataFolder, neighbourFolder } from './customers.ts';
import { Random } from './random.ts';
import { databaseOf } from './records.ts';
import { hour, minute, type Schedule, second } from './schedule.ts';
import { Crash, Process } from './world.ts';

const sentLogPath = `${dataFolder}/sent.log`;
/** How long a keychain that was locked may lack the newest step (reliability: R20), ms. */
const keychainLags = 16 * 60_000;
const databaseNode = ({ world }: Schedule) => world.disk.names.get(`${dataFolder}/fabdesk.db`);

export class Machine {
  readonly #schedule: Schedule;
  readonly #backups: Buffer[] = [];
  /** The first process of a second launch, which lives on for a while. */
  #former: Process | null = null;
  /** The order whose answer was lost when the database was copied, and its attempt then. */
  #copied: { readonly jobId: string; readonly attempt: number } | null = null;
  #folder: { readonly database: Buffer; readonly sentLog: Buffer } | null = null;
  #newest = 0;
  #newestNeighbour = 0;
  #openedAt = Number.NEGATIVE_INFINITY;
  /** An older copy of the folder is in use. */
  #isRestored = false;
  readonly #lives: Random;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.#lives = new Random(schedule.seed, 13);
  }

  setDisk(full: boolean): void {
    this.#schedule.world.disk.isFull = full;
    this.#schedule.world.note(full ? 'disk full' : 'disk has room');
  }

  /** Writes fail now and then, as on a dying disk or an unreachable share. */
  setFailing(failing: boolean): void {
    this.#schedule.world.disk.isFailing = failing;
    this.#schedule.world.note(failing ? 'disk fails' : 'disk works');
  }

  setKeychain(locked: boolean): void {
    // With a locked keychain, nothing shows that the folder is older.
    if (locked && this.#isRestored) return;
    this.#schedule.keychain.isLocked = locked;
    if (!locked) this.#openedAt = this.#schedule.world.time;
    this.#schedule.world.note(locked ? 'keychain locked' : 'keychain open');
    const { app } = this.#schedule;
    if (!locked && app) this.#schedule.signIn();
  }

  jump(ms: number): void {
    this.#schedule.world.skew += ms;
    this.#schedule.terms.clockJumped = true;
    this.#schedule.world.note(`clock ${ms}`);
  }

  /** The lid is closed: the service and the network continue, this computer does not. */
  sleep(ms: number): void {
    this.#schedule.world.asleepUntil = Math.min(this.#schedule.faultsUntil, this.#schedule.world.time + ms);
    this.#schedule.world.note(`asleep for ${ms}`);
  }

  /** One more launch. */
  start(): void {
    const { world } = this.#schedule;
    const process = new Process(++this.#newest);
    world.note(`start ${process.number}`);
    const random = new Random(this.#schedule.seed, 100 + process.number);
    world
      .as(process, () =>
        bootApp(process, this.#schedule.keychain, random, this.#schedule.terms.stamped, false),
      )
      .then(
        (app) => {
          if (!process.alive) return;
          this.#schedule.app = app;
          if (app.stamp?.isOutdated && !this.#schedule.terms.damaged)
            this.#schedule.violations.push('R20 a folder that was never put back counts as an older copy');
          if (world.time >= this.#schedule.faultsUntil) world.as(process, () => app.queue.setPaused(false));
          this.#keepHouse(app, false);
          if (this.#schedule.oddities.isShortLived && world.time < this.#schedule.faultsUntil)
            this.#endSoon(app);
        },
        (thrown: unknown) => {
          if (!process.alive) return;
          process.alive = false;
          const { isFull, isFailing } = world.disk;
          if (!isFull && !isFailing && !(thrown instanceof Crash))
            this.#schedule.violations.push(
              `does not start: ${String(thrown)} ${(thrown as Error).stack ?? ''}`,
            );
          world.at(world.time + minute, null, () => this.start());
        },
      );
  }

  /** The second customer's own process, which only power cuts end. */
  startNeighbour(): void {
    const { world, keychain, terms, neighbour } = this.#schedule;
    const process = new Process(1000 + ++this.#newestNeighbour, neighbourFolder);
    world.note(`start ${process.number}`);
    const random = new Random(this.#schedule.seed, 100 + process.number);
    world
      .as(process, () => bootApp(process, keychain, random, terms.stamped, neighbour === 'shared-account'))
      .then(
        (app) => {
          if (!process.alive) return;
          this.#schedule.neighbourApp = app;
          if (world.time >= this.#schedule.faultsUntil) world.as(process, () => app.queue.setPaused(false));
        },
        () => {
          if (process.alive) world.at(world.time + minute, process, () => this.startNeighbour());
        },
      );
  }

  /** The process ends as a command does, and another one comes after a pause. */
  #endSoon(app: App): void {
    const { world } = this.#schedule;
    const end = () => {
      if (!app.process.alive) return;
      app.process.alive = false;
      if (this.#schedule.app === app) this.#schedule.app = null;
      world.note('the command ends');
      const pause = this.#lives.pick([10 * second, 2 * minute, 15 * minute, hour]);
      world.at(world.time + pause, null, () => {
        if (!this.#schedule.app) this.start();
      });
    };
    world.at(world.time + this.#lives.int(2, 40) * second, app.process, () => {
      void world.as(app.process, () => app.queue.stop()).then(end, end);
    });
  }

  /** As `src-main/app.ts` does at its start and every hour. */
  #keepHouse(app: App, backsUp: boolean): void {
    void this.#schedule.world
      .as(app.process, async () => {
        await app.spool.collect(app.queue.referencedFiles());
        if (backsUp) await app.database.backUp.now();
      })
      .catch(() => {});
    this.#schedule.world.at(this.#schedule.world.time + hour, app.process, () => this.#keepHouse(app, true));
  }

  /** The process dies; sometimes the power fails too. */
  down(why: string): void {
    const { world, app } = this.#schedule;
    this.#schedule.crashes += 1;
    world.note(why);
    if (app) app.process.alive = false;
    this.#schedule.app = null;
    const power = world.random.chance(0.5);
    const neighbour = this.#schedule.neighbourApp?.process ?? null;
    if (power && neighbour) neighbour.alive = false;
    world.at(world.time, null, () => {
      if (power) {
        world.note('power lost');
        world.disk.loseUnsynced();
        if (neighbour) this.startNeighbour();
      }
    });
    const pause = world.random.pick([second, 10 * second, 5 * minute, hour]);
    world.at(world.time + pause, null, () => {
      if (!this.#schedule.app) this.start();
    });
  }

  /** A second launch on the same data, without the lock. The first one must not send anything more. */
  again(): void {
    const old = this.#schedule.app?.process;
    if (!old) return;
    this.#schedule.world.note('second launch');
    this.#former = old;
    this.start();
    this.#schedule.world.at(this.#schedule.world.time + 10 * minute, null, () => {
      old.alive = false;
    });
  }

  /** A running process keeps its file open and would not see another file in its place. */
  #allDown(why: string): void {
    if (this.#former) this.#former.alive = false;
    this.down(why);
  }

  backUp(): void {
    const content = this.#schedule.world.disk.names.get(`${dataFolder}/fabdesk.db`)?.image?.serialize();
    if (content) this.#backups.push(content);
  }

  /** The whole data folder but the spool: the database and sent.log. */
  copyFolder(): void {
    this.#schedule.world.note('folder copied');
    const content = databaseNode(this.#schedule)?.image?.serialize();
    const log = this.#schedule.world.disk.names.get(sentLogPath)?.bytes;
    if (content && log) this.#folder = { database: content, sentLog: Buffer.from(log) };
  }

  restoreFolder(): void {
    const { world } = this.#schedule;
    const folder = this.#folder;
    const node = databaseNode(this.#schedule);
    const log = world.disk.names.get(sentLogPath);
    if (folder === null || !node?.image || !log) return;
    // The keychain lacks what was done while it was locked, until it is tried again.
    if (this.#schedule.keychain.isLocked || world.time < this.#openedAt + keychainLags) return;
    this.#schedule.terms.damaged = true;
    this.#schedule.terms.folderRestored = true;
    this.#isRestored = true;
    this.#schedule.keychain.isLocked = false;
    this.#allDown('old folder restored');
    world.at(world.time, null, () => {
      node.image?.replace(folder.database);
      log.bytes = Buffer.from(folder.sentLog);
      world.disk.sync(log);
    });
  }

  /**
   * Called every few minutes. Aimed: copies the database when the answer to an order is lost, and restores
   * that copy when a later attempt of the same order is lost too, which only sent.log then knows.
   */
  copyBetweenAttempts(): void {
    this.#schedule.inApp((app) => {
      const lost = app.queue.list().find((job) => job.kind === 'order' && job.state === 'unknown');
      if (!lost) return;
      if (this.#copied === null) {
        this.#copied = { jobId: lost.id, attempt: lost.attempt };
        this.backUp();
      } else if (this.#copied.jobId === lost.id && lost.attempt > this.#copied.attempt) {
        this.#copied = { jobId: '', attempt: 0 };
        this.restoreOld();
      }
    });
  }

  restoreOld(): void {
    const content = this.#backups.at(-1);
    const node = this.#schedule.world.disk.names.get(`${dataFolder}/fabdesk.db`);
    if (!content || !node?.image) return;
    this.#schedule.terms.damaged = true;
    this.#allDown('old database restored');
    this.#schedule.world.at(this.#schedule.world.time, null, () => node.image?.replace(content));
  }

  flipBit(): void {
    const node = this.#schedule.world.disk.names.get(`${dataFolder}/fabdesk.db`);
    if (!node?.image) return;
    this.#schedule.terms.damaged = true;
    this.#allDown('a bit of the database flips');
    const random = this.#schedule.random;
    this.#schedule.world.at(this.#schedule.world.time, null, () => {
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

  /** A flipped bit turns the rule for states into a call of an unknown function. */
  damageRule(): void {
    const node = this.#schedule.world.disk.names.get(`${dataFolder}/fabdesk.db`);
    this.#schedule.terms.damaged = true;
    this.#allDown('a rule of a table is damaged');
    this.#schedule.world.at(this.#schedule.world.time, null, () => {
      const content = node?.image?.serialize();
      if (!content) return;
      const rule = 'CHECK (state IN (';
      // The file may have older copies of the text too.
      for (let at = content.indexOf(rule); at >= 0; at = content.indexOf(rule, at + 1))
        content.write('$', at + rule.indexOf(' IN ('));
      node?.image?.replace(content);
    });
  }

  /** The quantity in the record of an order changes. */
  damageOrder(): void {
    this.#schedule.terms.damaged = true;
    this.#allDown('the record of an order is damaged');
    this.#schedule.world.at(this.#schedule.world.time, null, () =>
      databaseOf(this.#schedule.world).exec(
        `UPDATE job SET payload = replace(payload, '"quantity":2', '"quantity":3') WHERE kind = 'order'`,
      ),
    );
  }

  /** Anywhere, or aimed at the content of an order. */
  #placeToFlip(content: Buffer): number {
    const random = this.#schedule.random;
    const aims = ['"quantity":', '"materialId":', '"city":"', '"modelId":'].flatMap((word) => {
      const at = content.indexOf(word);
      return at < 0 ? [] : [at + word.length];
    });
    return aims.length > 0 && random.chance(0.5) ? random.pick(aims) : random.int(0, content.length - 1);
  }

  damageSpool(): void {
    const { disk } = this.#schedule.world;
    const names = [...disk.names.keys()].filter(
      (name) => name.startsWith(`${dataFolder}/spool/`) && !name.endsWith('.part'),
    );
    if (names.length === 0) return;
    this.#schedule.terms.spoolDamaged = true;
    const name = this.#schedule.random.pick(names);
    const node = disk.require(name);
    if (this.#schedule.random.chance(0.5)) disk.names.delete(name);
    else {
      const bytes = Buffer.from(node.bytes);
      bytes[0] = (bytes[0] as number) ^ 1;
      node.bytes = bytes;
      disk.sync(node);
    }
    this.#schedule.world.note('spool damaged');
  }
}
