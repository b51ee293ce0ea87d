/**
 * Written schedules in which a program proposes an order, by the name of the broken protocol (mutants.ts).
 */
import type { AgentBudget } from '../../src-shared/jobs/agent-budget.ts';
import { mostProposals } from '../../src-shared/jobs/proposal.ts';
import type { App } from './app.ts';
import { neighbourId } from './customers.ts';
import { hour, minute, second } from './schedule.ts';
import type { Script, Stage } from './script.ts';
import { start } from './world.ts';

/** The person leaves it, and nobody may send it. */
const left = (
  act: (stage: Stage, app: App) => unknown,
  of: { readonly hasFile: true } | { readonly modelId: number } = { modelId: 3 },
): Script => ({
  lasts: hour,
  meetings: [],
  play: (stage) => {
    stage.person.decision = 'leave';
    inApp(stage, minute, (app) => stage.agents.propose(app, 'agent 1', of));
    inApp(stage, 2 * minute, (app) => act(stage, app));
  },
});

/** The person allows a budget and leaves all proposals; one is made in the second minute. */
const budgeted = (
  budget: Partial<AgentBudget>,
  act: (stage: Stage) => void = () => {},
  more: Partial<Script> & { readonly proposal?: object } = {},
): Script => ({
  lasts: hour,
  meetings: [],
  ...more,
  play: (stage) => {
    stage.person.decision = 'leave';
    stage.agents.allow(start + minute, budget);
    act(stage);
    proposeAt(stage, 2 * minute, more.proposal);
  },
});

const proposeAt = (stage: Stage, ms: number, more: object = {}) =>
  inApp(stage, ms, (app) => stage.agents.propose(app, 'agent 1', { modelId: 3, ...more }));

/** What a program does at this time, whether it is refused or not. */
function inApp({ schedule, at }: Stage, ms: number, work: (app: App) => unknown): void {
  at(ms, () => schedule.inApp((app) => void (async () => work(app))().catch(() => {})));
}

const pause = ({ schedule, at }: Stage, ms: number, paused: boolean) =>
  at(ms, () => schedule.inApp((app) => app.queue.setPaused(paused)));

const jobIn = (app: App): string => app.queue.list().find(({ kind }) => kind === 'order')?.id ?? '';

export const scriptsOfAgents: Readonly<Record<string, Script>> = {
  'signature-unasked': left(() => {}),
  'signature-unasked-at-first': left(() => {}),
  'signature-not-kept': left((_, app) => app.queue.retry(jobIn(app))),
  'any-total-signs': left((_, app) => app.queue.confirm(jobIn(app), 0)),
  'program-signs': left(async ({ agents }, app) => {
    // With the exact total, by whatever command.
    for (let count = 0; count < 10; count++) await (async () => agents.sign(app))().catch(() => {});
  }),
  'others-withdraw': left(({ agents }, app) => agents.withdraw(app, 'agent 2')),
  'proposal-uploads': left(() => {}, { hasFile: true }),
  'price-left-open': left(({ agents }, app) => agents.propose(app, 'agent 1', { modelId: 3, isOpen: true })),
  'proposals-pile-up': left(async ({ agents }, app) => {
    for (let count = 0; count < mostProposals; count++) await agents.propose(app, 'agent 1', { modelId: 3 });
  }),

  'budget-per-order': budgeted({ perOrder: 14.44, perMonth: 100 }),
  'budget-per-month': budgeted({}, (stage) => proposeAt(stage, 10 * minute)),
  'budget-uncounted': budgeted({}, (stage) => proposeAt(stage, 2 * minute)),
  'budget-account': budgeted({ accountId: neighbourId }),
  'budget-material': budgeted({ materials: [7] }),
  'budget-unknown-part': budgeted({ perOrder: 10 }, () => {}, { proposal: { shippingPrice: null } }),
  'budget-is-off': budgeted({}, (stage) => {
    pause(stage, 90 * second, true);
    stage.agents.disallow(start + 3 * minute);
    pause(stage, 10 * minute, false);
  }),
  /** The service says that it refused the first one, and has it. */
  'budget-given-back': budgeted(
    {},
    (stage) => {
      const lie = { kind: 'refused', status: 400 } as const;
      const lieAbout = (what: string) => (what === 'order' ? lie : null);
      Object.assign(stage.schedule.service.manners, { lieAbout });
      proposeAt(stage, 3 * minute, { modelId: 4 });
    },
    { dishonest: 'refuses-what-it-books' },
  ),
  /** The folder was copied before the first order, and the copy knows nothing of it. */
  'budget-in-copy': budgeted(
    {},
    (stage) => {
      stage.at(90 * second, () => stage.machine.copyFolder());
      stage.at(10 * minute, () => stage.machine.restoreFolder());
      proposeAt(stage, 20 * minute);
    },
    { stamped: true },
  ),

  /** The clock of the computer is put forward while nobody reads it. */
  'signed-too-late': {
    lasts: hour,
    meetings: [],
    play: (stage) => {
      stage.person.decision = 'sign';
      inApp(stage, minute, (app) => stage.agents.propose(app, 'agent 1', { modelId: 3 }));
      stage.at(2 * minute, () => stage.machine.jump(25 * hour));
    },
  },

  /** The price rises a little after the signature. */
  'signature-tolerated': {
    lasts: hour,
    meetings: [],
    play: (stage) => {
      stage.person.decision = 'sign';
      pause(stage, 30 * second, true);
      inApp(stage, minute, (app) => stage.agents.propose(app, 'agent 1', { modelId: 3 }));
      stage.at(6 * minute, () => stage.schedule.setPrice(4.55));
      pause(stage, 15 * minute, false);
    },
  },

  /** It is signed and placed after the folder was copied, and signed once more in the copy. */
  'signed-in-copy': {
    lasts: hour,
    stamped: true,
    meetings: [],
    play: (stage) => {
      const { person, machine, agents, at } = stage;
      person.decision = 'sign';
      pause(stage, 30 * second, true);
      inApp(stage, minute, (app) => agents.propose(app, 'agent 1', { modelId: 3, carriesMark: false }));
      at(2 * minute, () => machine.copyFolder());
      pause(stage, 3 * minute, false);
      at(10 * minute, () => machine.restoreFolder());
      pause(stage, 50 * minute, false);
    },
  },
};
