/**
 * Written schedules that catch what random ones rarely do, by the name of the broken protocol (mutants.ts).
 */
import { orderSum } from '../../src-shared/jobs/order-sum.ts';
import type { Stamped } from './app.ts';
import { neighbourId } from './customers.ts';
import type { Dishonest } from './oddities.ts';
import { hour, minute, type Schedule, second } from './schedule.ts';
import type { Script, Stage } from './script.ts';
import { scriptsOfAgents } from './scripts-of-agents.ts';
import { type Call, type Lie, longestLag, longestWork, type Manners } from './service.ts';
import { editModel } from './service-changes.ts';
import { start } from './world.ts';

/** Ms until the token of a request ends, and a little less. */
const untilTokenEnds = ({ service, world }: Schedule, { authorization }: Call): number =>
  service.endOf(authorization) - world.time - 500;

const always = { from: 1, to: Number.POSITIVE_INFINITY };

/**
 * An order arrives just before its token ends, works as long as it may, and shows in lists as late as it may.
 */
const latestOrder: Script = {
  lasts: 2 * hour,
  meetings: [
    { call: 'POST /orders/v1', fault: 'late', more: untilTokenEnds, work: longestWork - 500 },
    { call: 'GET /orders/v1', ...always, fault: 'stale', more: longestLag },
  ],
  play: ({ person, schedule, at }) => {
    person.order(start + minute, 'o', { existing: [3] });
    // A process that starts checks at once, so that the end of the token is noticed as early as possible.
    for (const paused of [true, false])
      at(61 * minute + 2 * second, () => schedule.inApp((app) => app.queue.setPaused(paused)));
  },
};

/**
 * An order that carries no mark waits while the folder is copied, and is sent; then only the stamp shows that
 * the copy is older.
 */
const unmarkedPutBack = (stamped: Stamped): Script => ({
  lasts: hour,
  stamped,
  meetings: [],
  play: ({ person, machine, schedule, at }) => {
    at(30 * second, () => schedule.inApp((app) => app.queue.setPaused(true)));
    person.order(start + minute, 'o', { existing: [3], carriesMark: false });
    at(2 * minute, () => machine.copyFolder());
    at(3 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
    at(10 * minute, () => machine.restoreFolder());
    at(70 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
  },
});

const someEdit = ({ changes }: Stage, at: number, name: string) =>
  changes.ask(start + at, name, 'edit-model', changes.about());

/** The first such answers are these lies, and all later ones are true. */
const liesAbout = (wanted: 'order' | 'cancellation', ...lies: Lie[]) => ({
  lieAbout: (what: 'order' | 'cancellation') => (what === wanted ? (lies.shift() ?? null) : null),
});

/** An order, and what the service says about it. Made anew for each run, since lies are used up. */
const dishonest = (kind: Dishonest, ...lies: Lie[]): Script => ({
  dishonest: kind,
  lasts: 2 * hour,
  meetings: [],
  play: ({ person, schedule }) => {
    const told = [...lies];
    Object.assign(schedule.service.manners, liesAbout('order', ...told));
    person.order(start + minute, 'o', { existing: [3] });
  },
});

/** The violation that an order was sent and the person not asked before; null: they were. */
function wasAsked({ requests, wires }: Schedule, name: string): string | null {
  const request = requests.find((one) => one.name === name);
  const sent = wires.find(({ kind, jobId }) => kind === 'order' && jobId === request?.jobId);
  const isAsked = request?.agreedAt.some((at) => sent !== undefined && at <= sent.at);
  return sent === undefined || isAsked ? null : `${name} was sent, and nobody was asked`;
}

/** Others order so much that a lost order is on no page, and the service counts only its page. */
const lostBehindPage = (manners: Pick<Manners, 'listed'> & Partial<Manners>): Script => ({
  dishonest: 'counts-its-page',
  manners: { pages: false, countsPage: true, ...manners },
  lasts: 2 * hour,
  meetings: [{ call: 'POST /orders/v1', from: 2, fault: 'status-after', status: 502 }],
  play: ({ person, schedule, at }) => {
    person.order(start + minute, 'a', { existing: [3] });
    at(3 * minute, () => {
      if (manners.oldestFirst) schedule.crowd();
      schedule.service.onOrdered = () => schedule.crowd();
    });
    person.order(start + 4 * minute, 'b', { existing: [3] });
  },
});

export const scripts: Readonly<Record<string, Script>> = {
  ...scriptsOfAgents,
  'refusal-is-believed': dishonest('refuses-what-it-books', { kind: 'refused', status: 400 }),
  'refused-goes-again': dishonest('refuses-what-it-books', { kind: 'refused', status: 401 }),
  'refused-goes-at-once': {
    ...dishonest('refuses-what-it-books', { kind: 'refused', status: 401 }),
    meetings: [{ call: 'GET /orders/v1', ...always, fault: 'stale', more: longestLag }],
  },
  /** No filter says that the order lacks the mark, and so its parts count. */
  'refused-parts-again': {
    ...dishonest('refuses-what-it-books', { kind: 'refused', status: 429 }),
    manners: { filters: 'broken' },
  },
  'refused-unmarked-again': {
    ...dishonest('refuses-what-it-books', { kind: 'refused', status: 429 }),
    play: ({ person, schedule }) => {
      Object.assign(schedule.service.manners, liesAbout('order', { kind: 'refused', status: 429 }));
      person.order(start + minute, 'o', { existing: [3], carriesMark: false });
    },
  },
  /** The person orders again before the first check has looked at the refused order. */
  'ordered-after-refusal': {
    ...dishonest('refuses-what-it-books'),
    holds: (schedule) => wasAsked(schedule, 'again'),
    play: ({ person, schedule }) => {
      Object.assign(schedule.service.manners, liesAbout('order', { kind: 'refused', status: 400 }));
      person.order(start + minute, 'o', { existing: [3] });
      person.order(start + minute + 10 * second, 'again', { existing: [3] });
    },
  },
  /** The number of an order that the service has lost is that of somebody else's by now. */
  'number-is-enough': {
    dishonest: 'reset',
    lasts: 2 * hour,
    meetings: [],
    // The person looks every five minutes.
    holds: ({ wires }) => {
      const isEarly = wires.some(({ at, body }) => body.includes('"c"') && at < start + 15 * minute);
      return isEarly ? 'bought again before anybody saw that the service was reset' : null;
    },
    play: ({ person, schedule, at }) => {
      person.order(start + minute, 'a', { existing: [3] });
      person.order(start + 5 * minute, 'b', { existing: [4], carriesMark: false });
      at(10 * minute, () => {
        schedule.reset(6 * minute);
        schedule.service.makeForeignOrder([{ modelId: 9, materialId: 6, quantity: 1 }]);
      });
      person.order(start + 12 * minute, 'c', { existing: [5] });
    },
  },
  /** The service does not say beforehand what shipping costs. */
  'maximum-ignored': {
    lasts: hour,
    meetings: [],
    holds: (schedule) => wasAsked(schedule, 'o'),
    play: ({ person }) => {
      person.order(start + minute, 'o', { existing: [3], hasLimit: true, maxTotal: 10 });
    },
  },
  'answer-is-believed': dishonest('only-says', { kind: 'only-said' }),
  'stranger-stays': dishonest('strangers-number', { kind: 'strangers-number' }),

  'cancelled-is-believed': {
    dishonest: 'only-says',
    lasts: 2 * hour,
    meetings: [],
    play: ({ changes, schedule }) => {
      Object.assign(schedule.service.manners, liesAbout('cancellation', { kind: 'only-said' }));
      changes.makeEarlier();
      changes.ask(start + minute, 'c', 'cancel-order', changes.about());
    },
  },

  'page-is-all': lostBehindPage({ listed: 20 }),
  'oldest-are-all': lostBehindPage({ listed: 20, oldestFirst: true }),
  /** No usual size of a page: only an order that is missing shows that it is one. */
  'missing-is-gone': lostBehindPage({ listed: 50 }),

  /** Two customers in one window order the same at once. */
  'accounts-mixed': {
    neighbour: 'other-account',
    lasts: hour,
    meetings: [],
    play: ({ person }) => {
      person.order(start + minute, 'o', { existing: [3] });
      person.order(start + minute, 'n', { existing: [3], account: neighbourId });
    },
  },

  /** The service is restored from a backup that lacks the second order, whose number the third one gets. */
  'numbers-are-identities': {
    dishonest: 'reset',
    lasts: 2 * hour,
    meetings: [],
    play: ({ person, schedule, at }) => {
      person.order(start + minute, 'a', { existing: [3] });
      person.order(start + 5 * minute, 'b', { existing: [4] });
      at(10 * minute, () => schedule.reset(6 * minute));
      person.order(start + 12 * minute, 'c', { existing: [4] });
    },
  },

  /** A price rises by as much as is tolerated where no limit stands. */
  'limit-tolerated': {
    lasts: hour,
    meetings: [],
    play: ({ person, schedule, at }) => {
      at(30 * second, () => schedule.inApp((app) => app.queue.setPaused(true)));
      person.order(start + minute, 'o', { existing: [3], hasLimit: true });
      at(2 * minute, () => schedule.setPrice(4.55));
      at(9 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
    },
  },

  'absent-once': latestOrder,
  'no-processing-time': latestOrder,
  'processing-time-short': latestOrder,

  /** An order waits while the whole folder is copied, and is sent; then the copy is put back. */
  'copy-unsearched': {
    lasts: hour,
    meetings: [],
    play: ({ person, machine, schedule, at }) => {
      at(30 * second, () => schedule.inApp((app) => app.queue.setPaused(true)));
      person.order(start + minute, 'o', { existing: [3] });
      at(2 * minute, () => machine.copyFolder());
      at(3 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
      at(10 * minute, () => machine.restoreFolder());
      at(70 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
    },
  },

  'stamp-ignored': unmarkedPutBack(true),
  'step-file-ignored': unmarkedPutBack('file'),

  /**
   * An order is cancelled after the database was copied; then the copy is put back, and the person confirms
   * all.
   */
  'cancellation-forgotten': {
    lasts: hour,
    meetings: [],
    play: ({ person, machine, schedule, at }) => {
      at(30 * second, () => schedule.inApp((app) => app.queue.setPaused(true)));
      person.order(start + minute, 'o', { existing: [3] });
      at(2 * minute, () => machine.backUp());
      at(3 * minute, () => person.cancelSomething());
      at(4 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
      at(10 * minute, () => machine.restoreOld());
      at(70 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
    },
  },

  /** The answer to the second order is the one that the first has had. */
  'other-answer-believed': {
    lasts: hour,
    meetings: [{ call: 'POST /orders/v1', from: 2, fault: 'other-answer' }],
    play: ({ person }) => {
      person.order(start + minute, 'o1', { existing: [3] });
      person.order(start + 2 * minute, 'o2', { existing: [3] });
    },
  },

  /**
   * Lists show orders an hour late. The first of two copies is found just before the order would be sent
   * again.
   */
  'second-unsure': {
    manners: { hidesFor: hour },
    lasts: 2 * hour,
    broken: 'orders-hidden',
    meetings: [{ call: 'POST /orders/v1', to: 2, fault: 'status-after', status: 502 }],
    play: ({ person, schedule, at }) => {
      person.order(start + minute, 'o', { existing: [3] });
      // Somebody else orders the same part, so that the parts alone decide nothing.
      at(5 * minute, () => schedule.service.makeForeignOrder([{ modelId: 3, materialId: 6, quantity: 1 }]));
      // Pauses just before the third request leaves.
      const pause = () => {
        const isAbsent = schedule.app?.queue
          .list()
          .some(({ state, attempt }) => state === 'preparing' && attempt === 3);
        if (isAbsent) return schedule.inApp((app) => app.queue.setPaused(true));
        schedule.world.at(schedule.world.time + 100, null, pause);
      };
      at(20 * minute, pause);
      at(62 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
    },
  },

  /** The list shows an order at once, and the order itself a minute later. */
  'stale-verdict': {
    lasts: hour,
    meetings: [
      { call: 'POST /orders/v1', from: 2, fault: 'status-after', status: 502 },
      { call: 'GET /orders/#/v1', ...always, fault: 'stale', more: longestLag },
    ],
    play: ({ person }) => {
      person.order(start + minute, 'o1', { existing: [3] });
      person.order(start + 5 * minute, 'o2', { existing: [3] });
    },
  },

  /** A gateway refuses an order that carries no mark, and somebody else orders the same. */
  'reason-forgotten': {
    lasts: hour,
    meetings: [{ call: 'POST /orders/v1', fault: 'foreign-refusal-before', status: 403 }],
    play: ({ person, schedule, at }) => {
      person.order(start + minute, 'o', { parts: ['left'], carriesMark: false });
      at(20 * minute, () => {
        const [model] = schedule.service.models;
        if (model)
          schedule.service.makeForeignOrder([{ modelId: model.modelId, materialId: 6, quantity: 2 }]);
      });
    },
  },

  /**
   * The answer to an order is the one to another order, which a gateway replaced, and lists do not show that
   * one yet.
   */
  'rival-ignored': {
    lasts: hour,
    meetings: [
      { call: 'POST /orders/v1', fault: 'foreign-refusal-after', status: 403 },
      { call: 'POST /orders/v1', from: 2, fault: 'other-answer' },
      { call: 'GET /orders/v1', ...always, fault: 'stale', more: longestLag },
    ],
    play: ({ person }) => {
      person.order(start + minute, 'o1', { existing: [3], carriesMark: false });
      person.order(start + minute + 5 * second, 'o2', { parts: ['left'], carriesMark: false });
    },
  },

  /** A gateway gives up while the service works as long as it may. */
  'answer-is-the-end': {
    lasts: hour,
    meetings: [{ call: 'POST /orders/v1', fault: 'gateway-timeout', work: longestWork - 500 }],
    play: ({ person }) => {
      person.order(start + minute, 'o', { existing: [3] });
    },
  },

  /** This machine's clock jumps ahead while an order is still under way. */
  'wall-clock-quiescence': {
    lasts: hour,
    meetings: [{ call: 'POST /orders/v1', fault: 'late', more: 30 * minute }],
    play: ({ person, machine, at }) => {
      person.order(start + minute, 'o', { existing: [3] });
      at(3 * minute, () => machine.jump(2 * hour));
    },
  },

  /** Two edits of one model wait together. */
  'own-edit-foreign': {
    lasts: 10 * minute,
    meetings: [],
    play: (stage) => {
      const { changes, schedule, at } = stage;
      changes.makeEarlier();
      for (const [ms, paused] of [
        [30 * second, true],
        [3 * minute, false],
      ] as const)
        at(ms, () => schedule.inApp((app) => app.queue.setPaused(paused)));
      someEdit(stage, minute, 'e1');
      someEdit(stage, 2 * minute, 'e2');
    },
  },

  /** A cancellation took effect without an answer, and readings are as old as they may be. */
  'refusal-believed': {
    manners: { cancelsOnce: true },
    lasts: 20 * minute,
    meetings: [
      { call: 'PUT /orders/#/v1', fault: 'response-lost' },
      { call: 'GET /orders/#/v1', ...always, fault: 'stale', more: longestLag },
    ],
    play: ({ changes }) => {
      changes.makeEarlier();
      changes.ask(start + minute, 'c', 'cancel-order', changes.about());
    },
  },

  /**
   * The same goes into the cart twice; the second time the cart is read as it was before, and the request is
   * lost.
   */
  'cart-before-shown': {
    lasts: 30 * minute,
    meetings: [
      { call: 'GET /orders/cart/v1', from: 2, fault: 'stale', more: longestLag },
      { call: 'POST /orders/cart/v1', from: 2, fault: 'request-lost' },
    ],
    play: ({ changes }) => {
      changes.makeEarlier();
      changes.ask(start + minute, 'c1', 'add-to-cart', changes.about());
      changes.ask(start + minute + 10 * second, 'c2', 'add-to-cart', changes.about());
    },
  },

  /**
   * The first copy of a file arrives just before its token ends and works as long as it may. The dates of the
   * service are four minutes behind until the token has ended, and four minutes ahead afterwards.
   */
  'spread-ignored': {
    manners: { dateError: (time) => (time < start + 66 * minute ? -4 * minute : 4 * minute) },
    lasts: 2 * hour,
    broken: 'two-clocks',
    meetings: [
      { call: 'POST /models/#/files/v1', fault: 'late', more: untilTokenEnds, work: longestWork - 500 },
    ],
    play: ({ changes }) => {
      changes.makeEarlier();
      for (const [number, at] of [minute, 5 * minute].entries()) {
        const text = `part ${number}`;
        changes.ask(start + at, `f${number}`, 'add-file', { ...changes.about(), hasFile: true, text });
      }
    },
  },

  /** The second edit of a model is requested while the outcome of the first is unknown. */
  'edit-overtakes': {
    lasts: 30 * minute,
    meetings: [{ call: 'PUT /models/#/info/v1', fault: 'request-lost' }],
    play: (stage) => {
      stage.changes.makeEarlier();
      someEdit(stage, minute, 'e1');
      someEdit(stage, minute + second, 'e2');
    },
  },

  /**
   * The request is lost, and somebody else orders more of the same model at a service that ignores filters.
   */
  'no-control': {
    manners: { filters: 'ignored' },
    lasts: 20 * minute,
    meetings: [{ call: 'POST /orders/v1', fault: 'request-lost' }],
    play: ({ person, changes, schedule, at }) => {
      changes.makeEarlier();
      person.order(start + minute, 'o', { existing: [3] });
      at(minute + 2 * second, () =>
        schedule.service.makeForeignOrder([{ modelId: 3, materialId: 6, quantity: 1 }]),
      );
    },
  },

  /**
   * The same on an account whose only earlier order was made a moment before: the readings that would show
   * that filters are ignored are older than all orders.
   */
  'control-too-young': {
    manners: { filters: 'ignored' },
    lasts: 20 * minute,
    meetings: [
      { call: 'POST /orders/v1', fault: 'request-lost' },
      { call: 'GET /orders/#/v1', from: 5, to: 6, fault: 'stale', more: longestLag },
    ],
    play: ({ person, schedule, at }) => {
      const other = (modelId: number, quantity: number) => () =>
        schedule.service.makeForeignOrder([{ modelId, materialId: 6, quantity }]);
      at(minute - second, other(9, 1));
      person.order(start + minute, 'o', { existing: [3] });
      at(minute + 2 * second, other(3, 2));
      at(minute + 2 * second, other(3, 1));
    },
  },

  /** The order arrives late, and orders of other people push it out of a list that shows three. */
  'list-unfinished': {
    manners: { listed: 3, pages: false },
    lasts: 20 * minute,
    meetings: [{ call: 'POST /orders/v1', fault: 'late', more: 3 * minute }],
    play: ({ person, schedule, at }) => {
      const request = person.order(start + minute, 'o', { existing: [3] });
      const push = () => {
        const hasCome = schedule.service.orders.some(({ body }) => body['lastName'] === request.name);
        if (!hasCome) return void schedule.world.at(schedule.world.time + 100, null, push);
        for (let count = 0; count < 4; count++)
          schedule.service.makeForeignOrder([{ modelId: 9, materialId: 6, quantity: 1 }]);
      };
      at(2 * minute, push);
    },
  },

  /** The disk is full while a person ends a pause. */
  'pause-believed': {
    lasts: 10 * minute,
    meetings: [],
    play: ({ person, machine, schedule, at }) => {
      at(30 * second, () => schedule.inApp((app) => app.queue.setPaused(true)));
      person.order(start + minute, 'o', { existing: [3] });
      at(2 * minute, () => machine.setDisk(true));
      at(3 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
    },
  },

  /** The network delivers an order twice, and no list can be read when the order is checked. */
  'watch-once': {
    lasts: 2 * hour,
    meetings: [
      { call: 'POST /orders/v1', fault: 'duplicated', more: 10 * second },
      { call: 'GET /orders/v1', from: 2, to: Number.POSITIVE_INFINITY, fault: 'request-lost' },
    ],
    play: ({ person }) => {
      person.order(start + minute, 'o', { existing: [3] });
    },
  },

  /**
   * Requests are executed long after they were answered with an error. By then one order was cancelled, and
   * the other waits for a model that its owner withdrew.
   */
  'late-order-hidden': {
    lasts: 2 * hour,
    broken: 'delivered-after-answer',
    meetings: [
      { call: 'POST /orders/v1', to: 2, fault: 'answered-then-delivered', status: 503, more: 40 * minute },
    ],
    play: ({ person, schedule, at }) => {
      const cancelled = person.order(start + minute, 'o', { parts: ['left'] });
      person.order(start + minute, 'p', { parts: ['left'] });
      at(5 * minute, () => {
        for (const model of schedule.service.models) schedule.meddle(model, 'withheld');
        // The copy that is uploaded instead, too.
        schedule.service.onMade = (model) => schedule.meddle(model, 'withheld');
      });
      at(30 * minute, () =>
        schedule.inApp((app) => {
          app.queue.cancel(cancelled.jobId as string);
          cancelled.cancelled = true;
        }),
      );
    },
  },

  /**
   * The model of an order is replaced before the order is sent again. Then the first request is executed
   * after all, while the outcome of the second is open.
   */
  'former-model-foreign': {
    lasts: 2 * hour,
    broken: 'delivered-after-answer',
    meetings: [
      { call: 'POST /orders/v1', fault: 'answered-then-delivered', status: 503, more: 18 * minute },
      { call: 'POST /orders/v1', from: 2, fault: 'status-before', status: 503 },
    ],
    play: ({ person, schedule, at }) => {
      person.order(start + minute, 'o', { parts: ['left'] });
      at(5 * minute, () => {
        for (const model of schedule.service.models) schedule.meddle(model, 'version');
      });
    },
  },

  /**
   * A clock that is put forward brings the last check of the day, then a second copy arrives. The person
   * opens Orders.
   */
  'list-unheeded': {
    lasts: hour,
    broken: 'delivered-after-answer',
    meetings: [{ call: 'POST /orders/v1', fault: 'duplicated', more: 45 * minute }],
    play: ({ person, machine, at }) => {
      person.order(start + minute, 'o', { existing: [3] });
      at(25 * minute, () => machine.jump(2 * hour));
    },
  },

  /** A second copy of an order arrives after this machine's clock was put back by a year. */
  'clock-ends-watch': {
    lasts: 3 * hour,
    meetings: [{ call: 'POST /orders/v1', fault: 'duplicated', more: 40 * minute }],
    play: ({ person, machine, at }) => {
      person.order(start + minute, 'o', { existing: [3] });
      at(30 * minute, () => machine.jump(-365 * 24 * hour));
    },
  },

  /** An order is printed again, and the answer to that is lost. */
  'reprint-is-second': {
    lasts: 2 * hour,
    meetings: [{ call: 'POST /orders/#/reprint/v1', fault: 'response-lost' }],
    play: ({ person, changes, schedule, at }) => {
      changes.makeEarlier();
      person.order(start + minute, 'o', { existing: [3] });
      const request = changes.ask(start + 3 * minute, 'r', 'reprint', { ...changes.about(), isOwn: true });
      at(100 * minute, () =>
        schedule.inApp((app) => {
          const remoteId = schedule.service.effects[0]?.remoteId ?? 0;
          app.queue.resolve(request.jobId ?? '', { kind: 'it-is', remoteId }).catch(() => {});
        }),
      );
    },
  },

  /** The process dies just after it accepted a reprint, so the person asks again. */
  'request-key-ignored': {
    lasts: 30 * minute,
    meetings: [],
    play: ({ person, schedule, at }) => {
      person.order(start + minute, 'o', { existing: [3] });
      at(minute - 1, () => {
        schedule.world.crashAt = schedule.world.points + 3;
      });
    },
  },
  'change-key-ignored': {
    lasts: 30 * minute,
    meetings: [],
    play: ({ changes, schedule, at }) => {
      changes.makeEarlier();
      changes.ask(start + minute, 'r', 'reprint', changes.about());
      at(minute - 1, () => {
        schedule.world.crashAt = schedule.world.points + 3;
      });
    },
  },

  /**
   * The first attempt of an edit is late, the second does not get through, and somebody else edits the same.
   */
  'repetition-refused': {
    lasts: 90 * minute,
    meetings: [
      { call: 'PUT /models/#/info/v1', fault: 'late', more: 30 * minute },
      { call: 'PUT /models/#/info/v1', from: 2, to: 8, fault: 'refuse' },
    ],
    play: (stage) => {
      const { changes, schedule, at } = stage;
      changes.makeEarlier();
      const { model } = changes.about();
      someEdit(stage, minute, 'e');
      at(minute + 8 * second, () =>
        editModel(schedule.service, model.modelId, { title: 'foreign', description: 'foreign' }, null),
      );
    },
  },

  /**
   * An edit is late and sent again, then a database from before both is put back, and the same model is
   * edited.
   */
  'attempts-forgotten': {
    lasts: 2 * hour,
    meetings: [{ call: 'PUT /models/#/info/v1', fault: 'late', more: 45 * minute }],
    play: (stage) => {
      const { changes, machine, schedule, at } = stage;
      changes.makeEarlier();
      at(30 * second, () => schedule.inApp((app) => app.queue.setPaused(true)));
      someEdit(stage, minute, 'e1');
      at(90 * second, () => machine.backUp());
      at(2 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
      at(5 * minute, () => machine.restoreOld());
      // A person confirms that the pause of that copy is over.
      at(15 * minute, () => schedule.inApp((app) => app.queue.setPaused(false)));
      someEdit(stage, 20 * minute, 'e2');
    },
  },

  /**
   * An order is sent twice, and a database that knows the first attempt only is put back before the second
   * arrives.
   */
  'older-attempt': {
    lasts: 4 * hour,
    meetings: [
      { call: 'POST /orders/v1', fault: 'request-lost' },
      { call: 'POST /orders/v1', from: 2, fault: 'late', more: untilTokenEnds },
    ],
    play: ({ person, machine, schedule, at }) => {
      person.order(start + minute, 'o', { existing: [3] });
      at(10 * minute, () => machine.backUp());
      const putBack = () => {
        if (schedule.wires.filter(({ kind }) => kind === 'order').length === 2) return machine.restoreOld();
        schedule.world.at(schedule.world.time + minute, null, putBack);
      };
      at(30 * minute, putBack);
    },
  },

  /** The first attempt of an upload is found; the last one, with a newer token, arrives much later. */
  'last-attempt-unswept': {
    lasts: 2 * hour,
    meetings: [
      { call: 'POST /models/v1', fault: 'late', more: 70 * second },
      { call: 'POST /models/v1', from: 2, to: 5, fault: 'refuse' },
      { call: 'POST /models/v1', from: 6, fault: 'late', more: 40 * minute },
    ],
    play: ({ person, schedule, at }) => {
      person.planUpload(start + minute, 'u');
      at(minute + 75 * second, () => {
        for (const token of schedule.service.tokens.values()) token.revoked ??= schedule.world.time;
      });
    },
  },

  /** The record of an order with a lost answer is damaged, and a person wants it placed again. */
  'damage-forgotten': {
    manners: { filters: 'ignored' },
    lasts: 3 * hour,
    meetings: [{ call: 'POST /orders/v1', fault: 'request-lost' }],
    play: ({ person, changes, machine, schedule, at }) => {
      changes.makeEarlier();
      const request = person.order(start + minute, 'o', { existing: [3] });
      at(minute + 2 * second, () =>
        schedule.service.makeForeignOrder([{ modelId: 3, materialId: 6, quantity: 1 }]),
      );
      at(5 * minute, () => machine.damageOrder());
      for (let time = 10 * minute; time < 170 * minute; time += 10 * minute)
        at(time, () =>
          schedule.inApp((app) => {
            const amount = 2 * schedule.service.unitPrice;
            const { amount: confirmedTotal } = orderSum({ amount, currency: 'USD', isLimit: false });
            const verdict = { kind: 'place-again', confirmedTotal } as const;
            app.queue.resolve(request.jobId ?? '', verdict).catch(() => {});
          }),
        );
    },
  },

  /** A rule of a table is damaged while an order waits for its outcome, and the application starts again. */
  'schema-last': {
    lasts: 3 * hour,
    meetings: [{ call: 'POST /orders/v1', fault: 'response-lost' }],
    play: ({ person, machine, at }) => {
      person.order(start + minute, 'o', { existing: [3] });
      at(2 * minute, () => machine.damageRule());
    },
  },

  /** The answer to a customised product is lost, and somebody else removes the product before it is found. */
  'product-taken': {
    lasts: 2 * hour,
    meetings: [{ call: 'POST /shapejs/v1', fault: 'response-lost' }],
    play: ({ changes, schedule, at }) => {
      changes.makeEarlier();
      changes.ask(start + minute, 'p', 'customise', changes.about());
      at(minute + 2 * second, () => {
        const product = schedule.service.models.find(({ cause }) => cause !== null);
        if (product) schedule.meddle(product, 'removal');
      });
    },
  },
};
