/** The work of a service: its models, files and orders, the threads that measure, and its regular chores. */
import { availableParallelism } from 'node:os';
import type { ClosingStack } from '../src-shared/closing-stack.ts';
import type { Data } from './data.ts';
import type { FileStore } from './files/file-store.ts';
import { Measurer } from './measure/measurer.ts';
import { Chores, leftOverAfter } from './production/chores.ts';
import { Production } from './production/production.ts';
import type { ServiceOptions } from './service.ts';
import { Cart } from './store/cart.ts';
import type { Measuring } from './store/measuring.ts';
import { Models } from './store/models.ts';
import { Orders } from './store/orders.ts';
import { Photos } from './store/photos.ts';
import { UnusedFiles } from './store/unused-files.ts';
import { type MeasureAhead, Uploads } from './store/uploads.ts';

/** How long a file without references stays if several processes may use the files, ms. */
const unusedGraceMs = 3_600_000;

export interface Work {
  readonly measurer: Measurer;
  readonly uploads: Uploads;
  readonly measuring: Measuring;
  readonly models: Models;
  readonly photos: Photos;
  readonly orders: Orders;
  readonly cart: Cart;
  readonly production: Production;
  /** Begins measuring and the chores, unless this process only answers calls. */
  start(): Promise<void>;
}

/** The parts are closed in reverse order: the chores end before the parts that they use. */
export function openWork(
  options: ServiceOptions,
  { store, processes, isAlone, openMeasuring }: Data,
  files: FileStore,
  clock: () => number,
  closing: ClosingStack,
): Work {
  const isWorker = options.role !== 'web';
  const unused = new UnusedFiles(
    store,
    files,
    options.keepUnusedMs ?? (processes.areSeveral ? unusedGraceMs : 0),
  );
  closing.add(() => unused.close());
  const measurer = new Measurer(Math.max(1, Math.min(4, availableParallelism() - 1)));
  const measureAhead: MeasureAhead = isWorker
    ? (path, size, arrival) => measurer.measureAhead(path, size, arrival)
    : async () => null;
  const uploads = new Uploads(options.dataDir, files, unused, measureAhead);
  closing.add(() => uploads.close());
  uploads.sweepIncoming(isAlone ? 0 : leftOverAfter);
  const measuring = openMeasuring(uploads, measurer);
  closing.add(() => measuring.close());
  closing.add(() => measurer.close());
  const production = new Production(store, clock, options.productionSeed ?? 1);
  const chores = new Chores({ processes, production, measuring, unused, uploads, logger: options.logger });
  closing.add(() => chores.stop());
  return {
    measurer,
    uploads,
    measuring,
    models: new Models(store, uploads, measuring, clock),
    photos: new Photos(store, uploads, clock),
    orders: new Orders(store, clock),
    cart: new Cart(store, clock),
    production,
    async start() {
      if (!isWorker) return;
      await measuring.resume();
      await chores.start();
    },
  };
}
